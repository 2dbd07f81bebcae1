import type { Page } from '@playwright/test'
import { isPhone, signOut } from './layout.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { expect, fillSignIn, PASSWORD, test, uniqueName } from './users.ts'

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Create account' })

test('an email that was typed to sign in is there to create an account', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/login?next=/create-offer')
  await field(page, 'Email').fill('nadia@example.org')
  const tab = page.getByRole('main').getByRole('link', { name: 'Create account' })
  // The built page does not know the address of return.
  await expect(tab).toHaveAttribute('href', '/register?next=%2Fcreate-offer')
  await tab.click()
  await expect(field(page, 'Email')).toHaveValue('nadia@example.org')
})

test('a new user is led through the form and by a code from the email into their account', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const username = uniqueName('nadia')
  await page.goto('/register')
  await expect(page.getByRole('heading', { name: 'Create account', level: 1 })).toBeVisible()
  await field(page, 'Username').fill(username)
  await field(page, 'Email').fill(`${username}@example.org`)
  await field(page, 'Password').fill(PASSWORD)
  await field(page, 'Confirm password').fill(PASSWORD)
  await page.getByRole('checkbox').click()
  await submit(page).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(field(page, 'Code from the email')).toBeFocused()
  // The step and its code survive a reload.
  await page.reload()
  const mailbox = page.getByRole('region', { name: 'Demo mailbox' })
  await expect(mailbox.getByText('Your sign-up code')).toBeVisible()
  await mailbox.getByRole('button', { name: /^Use this code: \d{6}$/ }).click()
  await expect(page).toHaveURL('/dashboard')
})

test(
  'a signed-out user signs in first, then sees the requested trade; signing out ends the session in every tab',
  { tag: '@phone' },
  async ({ newUser, newVisitor }) => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const trade = await openTrade(buyer, await postOffer(seller))
    const { page, context, allow } = await newVisitor()
    allow(/401 GET /)
    const title = { level: 1, name: /^Trade #/ }
    await page.goto(`/trade/${trade.id}`)
    await expect(page).toHaveURL(`/login?next=%2Ftrade%2F${trade.id}`)
    await fillSignIn(page, buyer)
    await expect(page).toHaveURL(`/trade/${trade.id}`)
    await expect(page.getByRole('heading', title)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', title)).toBeVisible()
    const other = await context.newPage()
    await other.goto(`/trade/${trade.id}`)
    await expect(other.getByRole('heading', title)).toBeVisible()

    await signOut(page)
    await expect(page).toHaveURL('/')
    if (!isPhone(page)) await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
    // The other tab notices the sign-out, and no longer shows the dashboard.
    await other.goto('/dashboard')
    await expect(other.getByRole('heading', { level: 1, name: 'Please sign in' })).toBeVisible()
  },
)

test('text typed and a box ticked before hydration are kept', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const awake = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await awake.promise
    await route.continue()
  })
  const username = uniqueName('early')
  await page.goto('/register', { waitUntil: 'commit' })
  await field(page, 'Username').fill(username)
  await field(page, 'Email').fill(`${username}@example.org`)
  await field(page, 'Password').fill(PASSWORD)
  await field(page, 'Confirm password').fill(PASSWORD)
  await page.getByRole('checkbox').click()
  awake.resolve()
  await expect(page.getByRole('checkbox')).toBeChecked()
  await expect(field(page, 'Password')).toHaveAccessibleDescription('Long enough')
  await expect(field(page, 'Username')).toHaveAccessibleDescription('Valid format')
  await submit(page).click()
  await expect(field(page, 'Code from the email')).toBeVisible()
})
