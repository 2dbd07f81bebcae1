import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from './accessible.ts'
import { completeTotpSetup, openSecurity } from './factors.ts'
import { signOut } from './layout.ts'
import { expect, test, uniqueName } from './users.ts'
import { openMarketWithServices, type Services } from './identity-providers.ts'

let market: Services
test.beforeAll(async () => {
  test.setTimeout(180_000)
  market = await openMarketWithServices()
})
test.afterAll(() => market.close())

const linked = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Other sign-in methods' }) })
const through = (page: Page, name: string) => page.getByRole('button', { name: `Continue with ${name}` })
/** The button on the provider's own page. */
const agree = (page: Page) => page.getByRole('button', { name: /^Continue as / })

test('a user signs up with one provider, links the others, and signs in with each, with a second factor afterwards', async ({
  newVisitor,
}) => {
  test.setTimeout(120_000)
  const { page, allow } = await newVisitor()
  allow(/favicon/)
  allow(/409 DELETE \/api\/identities/)
  allow(/403 POST \/api\/factors\/totp\/start/)
  const at = (path: string) => `${market.address}${path}`

  // Without the demonstration there is no page of caught emails.
  await page.goto(at('/dev/mail'))
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()

  // A user who refuses at the provider gets a message here, and can try again.
  await page.goto(at('/login?next=%2Foffers%2Fbuy'))
  await expect(through(page, 'Company')).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
  await through(page, 'Company').click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(at('/login?problem=provider_refused&next=%2Foffers%2Fbuy'))
  await expect(page.getByText('The other service didn’t confirm your identity. Please try again.')).toBeVisible()

  await through(page, 'Company').click()
  await agree(page).click()
  await expect(page).toHaveURL(at('/register?with=oidc&next=%2Foffers%2Fbuy'))
  await expect(page.getByText('You’re connected with Company.')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('olfa@company.example')
  await expect(page.getByText('This address is already confirmed. If you change it, we’ll send a code.')).toBeVisible()
  await page.getByLabel('Username').fill(uniqueName('olfa'))
  await page.getByRole('checkbox').click()
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(at('/offers/buy'))

  await page.goto(at('/settings?tab=security'))
  await linked(page).getByRole('button', { name: 'Unlink Company' }).click()
  const question = page.getByRole('alertdialog', { name: 'Unlink Company?' })
  await question.getByRole('button', { name: 'Unlink' }).click()
  await expect(question.getByText('This is your only sign-in method. Add another one first.')).toBeVisible()
  await page.keyboard.press('Escape')

  for (const [link, agreed] of [
    ['GitHub', 'GitHub is linked'],
    ['Office', 'Office is linked'],
  ] as const) {
    await linked(page)
      .getByRole('button', { name: `Link ${link}` })
      .click()
    await agree(page).click()
    await expect(page.getByText(agreed)).toBeVisible()
    await expect(page).toHaveURL(at('/settings?tab=security'))
    await expect(linked(page).getByRole('button', { name: `Unlink ${link}` })).toBeVisible()
  }
  await expectAccessible(page)
  await expectToFit(page)
  await linked(page).getByRole('button', { name: 'Unlink Company' }).click()
  await question.getByRole('button', { name: 'Unlink' }).click()
  await expect(linked(page).getByRole('button', { name: 'Link Company' })).toBeVisible()

  for (const name of ['GitHub', 'Office']) {
    await signOut(page)
    await expect(page).toHaveURL(at('/'))
    await page.goto(at('/fr/login?next=%2Ftrades'))
    await page.getByRole('button', { name: new RegExp(name) }).click()
    // GitHub remembers the linking, and does not ask again.
    if (name === 'Office') await agree(page).click()
    await expect(page).toHaveURL(at('/fr/trades'))
    await page.goto(at('/trades'))
  }

  // With a second factor on, the provider replaces the password only, also after a reload.
  // A sign-in with a provider is no re-authentication, so the page asks for one: a code by email, since there is no password.
  await openSecurity(page, market.address)
  await page.getByRole('button', { name: 'Set up' }).click()
  const reauthenticationDialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await reauthenticationDialog.getByRole('button', { name: 'Send the code' }).click()
  await expect(reauthenticationDialog.getByText('We’ve emailed you a code.')).toBeVisible()
  await reauthenticationDialog.getByLabel('Code from the email').fill(await market.codeFor('olfa@company.example'))
  await reauthenticationDialog.getByRole('button', { name: 'Continue' }).click()
  const { phone } = await completeTotpSetup(page)
  await signOut(page)
  await expect(page).toHaveURL(at('/'))
  await page.goto(at('/login?next=%2Ftrades'))
  await through(page, 'GitHub').click()
  await expect(page).toHaveURL(at('/login?step=second&next=%2Ftrades'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  await page.getByLabel('Code from your app').fill(phone())
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(at('/trades'))
})
