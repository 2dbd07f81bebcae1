/** Sign-in, verification and notifications by email: the demonstration captures it and shows it at /dev/mail. */
import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from './accessible.ts'
import { expect, fillSignIn, makeUnverified, test, uniqueName, type User } from './users.ts'
import { enableTotp } from './factors.ts'
import { openTrade, postOffer, saveAccount } from './fixtures.ts'
import { createButton, fillOffer } from './offer-form.ts'

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })

/** Opens the latest email with this subject to this address on the page. */
async function readMail(page: Page, to: string, subject: string): Promise<void> {
  await page.goto(`/dev/mail?to=${to}`)
  await main(page).getByRole('button', { name: subject }).first().click()
}

/** Follows its link. */
async function openLink(page: Page, to: string, subject: string): Promise<void> {
  await readMail(page, to, subject)
  await main(page)
    .getByRole('link', { name: /token=/ })
    .click()
}

/** The layout and the accessibility; the colours in the dark are those of other pages. */
async function expectUsable(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
}

test('a user with an unverified address is refused an offer, verifies the address by a link, and can post offers', async ({
  newUser,
}) => {
  const nadia = await newUser('nadia')
  const { page, email, allow } = nadia
  await saveAccount(nadia, 'sepa_instant')
  await makeUnverified(nadia)
  allow(/403 POST \/api\/offers/)
  const note = page.getByRole('region', { name: 'Confirm your email address' })
  await page.goto('/create-offer')
  await fillOffer(page, { min: '10', max: '100', terms: 'An offer of an unverified user.' })
  await createButton(page).click()
  await expect(page.getByText('Confirm your email address first. Use the link in the email we sent you.')).toBeVisible()
  await expect(note).toContainText(email)
  await expectUsable(page)
  await note.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('We’ve sent the link.')).toBeVisible()
  await note.getByRole('button', { name: 'Show the email' }).click()
  await note
    .getByRole('region', { name: 'Demo mailbox' })
    .getByRole('link', { name: /token=/ })
    .click()
  await expect(main(page).getByRole('status')).toHaveText(
    'Your email address is confirmed. You can now create offers and open trades.',
  )
  await expect(page).toHaveURL('/verify-email')
  await expectUsable(page)
  await main(page).getByRole('link', { name: 'Go to dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(note).toBeHidden()
  await page.goto('/account')
  await expect(page.getByText('Email confirmed', { exact: true })).toBeVisible()
})

test('an email announces an opened trade, and links to it', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const { id } = await openTrade(buyer, await postOffer(seller))
  await readMail(seller.page, seller.email, 'New trade on your offer')
  await expect(main(seller.page).getByText(`${buyer.username} opened a trade for`)).toBeVisible()
  await main(seller.page).getByRole('link', { name: id }).click()
  await expect(seller.page).toHaveURL(`/trade/${id}`)
})

test('a forgotten password is reset by a link, which ends the old session', async ({ newUser, newVisitor }) => {
  const user = await newUser('amina')
  const { page } = await newVisitor()
  await page.goto('/login')
  await main(page).getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible()
  await field(page, 'Email').fill(user.email)
  await press(page, 'Send the link')
  await expect(main(page).getByRole('status')).toContainText('we’ve sent it a link to set a new password')
  await openLink(page, user.email, 'Set a new password')
  await expect(page).toHaveURL('/reset-password')
  await expectUsable(page)
  await field(page, 'New password').fill('quite another password')
  await press(page, 'Set password')
  await expect(main(page).getByRole('status')).toContainText('Password set.')
  await main(page).getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, { email: user.email, password: 'quite another password' })
  await expect(page).toHaveURL('/dashboard')
  await user.page.goto('/dashboard')
  await expect(user.page.getByRole('heading', { name: 'Please sign in' })).toBeVisible()
})

test('a code from the email signs in', async ({ newUser, newVisitor }) => {
  const user = await newUser('amina')
  const { page, context } = await newVisitor()
  await page.goto('/login?next=/trades')
  await press(page, 'Email me a code')
  await field(page, 'Email').fill(user.email)
  await press(page, 'Send the code')
  await expect(main(page).getByRole('status')).toContainText('we’ve sent it a code')
  await expectToFit(page)
  const mailbox = await context.newPage()
  await readMail(mailbox, user.email, 'Your sign-in code')
  const mail = await main(mailbox)
    .getByText(/\b\d{6}\b/)
    .innerText()
  await field(page, 'Code from the email').fill(/\b\d{6}\b/.exec(mail)?.[0] ?? '')
  await press(page, 'Sign in')
  await expect(page).toHaveURL('/trades')
})

test('a press before the scripts have run is answered afterwards', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  const gate = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await press(page, 'Email me a code')
  gate.resolve()
  await expect(main(page).getByRole('button', { name: 'Send the code' })).toBeVisible()
})

test('a new email address is confirmed from the new mailbox, and reverted from the old one', async ({
  newUser,
  newVisitor,
}) => {
  const user = await newUser('amina')
  // The link ends the session while its page is open.
  user.allow(/^401 GET \/api\//)
  const { page, email } = user
  const newEmail = `${uniqueName('moved')}@example.org`
  await askForEmail(user, newEmail)
  await expect(main(page).getByText('Until then, your account keeps its current address.')).toBeVisible()
  await openLink(page, newEmail, 'Confirm your new email address')
  await press(page, 'Use this address')
  await expect(main(page).getByRole('status')).toContainText('Your email address has been changed.')
  await page.goto('/account')
  await expect(main(page).getByText(newEmail)).toBeVisible()

  const old = await newVisitor()
  await openLink(old.page, email, 'Your email address is about to change')
  await expectUsable(old.page)
  await press(old.page, 'Keep my address')
  await expect(main(old.page).getByRole('status')).toContainText('Your account keeps this address.')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Please sign in' })).toBeVisible()
})

async function askForEmail({ page }: User, newEmail: string): Promise<void> {
  await page.goto('/settings')
  await field(page, 'New email').fill(newEmail)
  await press(page, 'Change email')
}

test('the owner opens the link of an email and removes the authenticator app of a thief, then sets a new password', async ({
  newUser,
  newVisitor,
}) => {
  const amina = await newUser('amina')
  await enableTotp(amina)
  // The session of the thief ends while its page is open.
  amina.allow(/401 GET \/api\//)
  const { page } = await newVisitor()
  await openLink(page, amina.email, 'New two-factor method added')
  await expect(page).toHaveURL('/remove-addition')
  await expect(main(page).getByText('Authenticator app')).toBeVisible()
  await expectUsable(page)
  await main(page).getByRole('button', { name: 'Secure my account' }).focus()
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('status')).toContainText(
    'Removed: Authenticator app. Every device has been signed out.',
  )
  await expectUsable(page)
  await openLink(page, amina.email, 'Set a new password')
  await field(page, 'New password').fill('what only the owner knows')
  await press(page, 'Set password')
  await expect(main(page).getByRole('status')).toHaveText('Password set. Every device has been signed out.')
  await main(page).getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, { ...amina, password: 'what only the owner knows' })
  await expect(page).toHaveURL('/dashboard')
  await amina.page.goto('/dashboard')
  await expect(amina.page.getByRole('heading', { name: 'Please sign in' })).toBeVisible()
})
