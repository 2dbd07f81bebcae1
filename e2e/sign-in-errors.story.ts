/** Every failure of sign-in with a provider or wallet shows a message and a next step. */
import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from './accessible.ts'
import { removePassword, openSecurity } from './factors.ts'
import { breakCalls } from './faults.ts'
import { expect, fillSignIn, test } from './users.ts'
import { withWallet } from './wallet.ts'

const UNEXPECTED = 'An unexpected error occurred. Please try again.'
const EXPIRED = 'This sign-in has expired or had too many attempts. Please start again.'
const REFUSED = 'The other service didn’t confirm your identity. Please try again.'
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const byWallet = (page: Page) => page.getByRole('button', { name: 'Continue with a wallet' })
const retry = (page: Page) => alert(page).getByRole('button', { name: 'Try again' })
const linked = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Other sign-in methods' }) })

for (const path of ['/login', '/register']) {
  test(`alternative sign-in methods that failed to load show an error on ${path}, and load on a retry`, async ({
    newVisitor,
  }) => {
    const visitor = await newVisitor()
    const { page } = visitor
    const restore = await breakCalls(visitor, 'GET', '/sign-in-methods')
    await page.goto(path)
    await expect(alert(page)).toContainText('We couldn’t load the other sign-in methods.')
    await expect(byWallet(page)).toBeHidden()
    await expectAccessible(page)
    await expectToFit(page)
    await restore()
    await retry(page).click()
    await expect(byWallet(page)).toBeVisible()
    await expect(alert(page)).toBeHidden()
    await expect(page.getByRole('main').getByText('or', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
  })

  test(`the content below the alternative sign-in methods on ${path} does not move when they load`, async ({
    newVisitor,
  }) => {
    const { page } = await newVisitor()
    const released = Promise.withResolvers<void>()
    // Stays in place: removed immediately, the released call might be lost.
    await page.route('**/api/sign-in-methods', async (route) => {
      await released.promise
      await route.fallback()
    })
    const asked = page.waitForRequest('**/api/sign-in-methods')
    await page.goto(path)
    await asked
    const below = page.getByRole('main').getByText(/account( yet)?\?/)
    const top = async () => (await below.boundingBox())?.y
    await page.evaluate(() => document.fonts.ready)
    const before = await top()
    released.resolve()
    await expect(byWallet(page)).toBeVisible()
    expect(await top()).toBe(before)
  })
}

test('a second factor challenge that expired, or failed to load, shows an error above the form', async ({
  newUser,
  newVisitor,
}) => {
  const user = await newUser('amina')
  const visitor = await newVisitor()
  const { page } = visitor
  const restore = await breakCalls(visitor, 'GET', '/sign-in/second-factor')
  await page.goto('/login?step=second&next=%2Ftrades')
  await expect(alert(page)).toContainText(UNEXPECTED)
  await expectAccessible(page)
  await restore()
  await retry(page).click()
  await expect(alert(page)).toHaveText(EXPIRED)
  await expectAccessible(page)
  await expectToFit(page)
  await fillSignIn(page, user)
  await expect(page).toHaveURL('/trades')
})

test('only the error codes of a callback are shown from the address', async ({ newUser, newVisitor }) => {
  const user = await newUser('amina')
  const { page } = await newVisitor()
  for (const [code, text] of [
    ['unsupported_chain', UNEXPECTED],
    ['email_taken', UNEXPECTED],
    ['Call+me', UNEXPECTED],
    ['toString', UNEXPECTED],
    ['provider_refused', REFUSED],
  ]) {
    await page.goto(`/login?problem=${code}&next=%2Ftrades`)
    await expect(alert(page)).toHaveText(text!)
  }
  await expectAccessible(page)
  await expectToFit(page)
  // Shown once: signing in leads on to the requested page.
  await fillSignIn(page, user)
  await expect(page).toHaveURL('/trades')
})

test('a failed linking is shown once on the Security tab, until it is dismissed or another identity is linked', async ({
  newUser,
}) => {
  const { page } = await newUser('amina')
  await withWallet(page)
  const note = linked(page).getByRole('alert')
  await page.goto('/dashboard?tab=security&problem=identity_taken')
  await expect(note).toContainText('This sign-in method is linked to another account.')
  await expect(note).toBeInViewport()
  await expect(page).toHaveURL('/dashboard?tab=security')
  await expectAccessible(page)
  await expectToFit(page)
  await note.getByRole('button', { name: 'Dismiss' }).click()
  await expect(note).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Other sign-in methods' })).toBeFocused()

  await page.goto('/dashboard?tab=security&problem=nothing-of-ours')
  await expect(note).toContainText(UNEXPECTED)
  await linked(page).getByRole('button', { name: 'Link a wallet' }).click()
  await expect(linked(page).getByRole('button', { name: 'Unlink Wallet' })).toBeVisible()
  await expect(note).toBeHidden()
  await page.reload()
  await expect(linked(page).getByRole('button', { name: 'Unlink Wallet' })).toBeVisible()
  await expect(note).toBeHidden()
})

test('a user who is already signed in sees a callback’s error on their Security tab', async ({ newUser }) => {
  const { page } = await newUser('amina')
  await page.goto('/login?problem=provider_refused&next=%2Foffers%2Fbuy')
  await expect(page).toHaveURL('/dashboard?tab=security')
  await expect(linked(page).getByRole('alert')).toContainText(REFUSED)
  await expect(linked(page).getByRole('alert')).toBeInViewport()
  await expectAccessible(page)
  await expectToFit(page)
  await page.goto('/login?next=%2Foffers%2Fbuy')
  await expect(page).toHaveURL('/offers/buy')
})

test('a user without a password is offered to set one, not to change it', async ({ newUser }) => {
  const user = await newUser('amina')
  await removePassword(user)
  await openSecurity(user.page)
  await expect(user.page.getByRole('heading', { name: 'Set a password' })).toBeVisible()
  await expect(user.page.getByRole('heading', { name: 'Change password' })).toBeHidden()
  await expectAccessible(user.page)
})
