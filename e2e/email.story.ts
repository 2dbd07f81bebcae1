/** Sign-in, verification and notifications by email: the demonstration captures it and shows it at /dev/mail. */
import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from './accessible.ts'
import { ask, expect, fillSignIn, makeUnverified, PASSWORD, test, uniqueName, type User } from './users.ts'
import { openTrade, postOffer } from './fixtures.ts'

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

async function expectUsable(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
}

test('a user with an unverified address verifies it by a link, and can then post an offer', async ({ newUser }) => {
  const nadia = await newUser('nadia')
  const { page, email } = nadia
  await makeUnverified(nadia)
  const note = page.getByRole('region', { name: 'Confirm your email address' })
  await page.goto('/dashboard')
  await expect(note).toContainText(email)
  await expectUsable(page)
  await page.goto('/profile')
  await expect(page.getByText('Email not confirmed')).toBeVisible()
  await page.goto('/create-offer')
  await note.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('We’ve sent the link.')).toBeVisible()
  await note.getByRole('link', { name: 'Read them here' }).click()
  await main(page).getByRole('button', { name: 'Confirm your email address' }).click()
  await main(page)
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
  await page.goto('/profile')
  await expect(page.getByText('Email confirmed', { exact: true })).toBeVisible()
})

test('an offer is refused before verification, and the link is sent again', async ({ newUser }) => {
  const nadia = await newUser('nadia')
  const { page, email, allow } = nadia
  await makeUnverified(nadia)
  allow(/403 POST \/api\/offers/)
  await page.goto('/create-offer')
  await field(page, 'Minimum amount').fill('10')
  await field(page, 'Maximum amount').fill('100')
  await field(page, 'Offer terms').fill('An offer of an unverified user.')
  await press(page, 'Create offer')
  await expect(page.getByText('Confirm your email address first. Use the link in the email we sent you.')).toBeVisible()
  await press(page, 'Send the link again')
  await expect(page.getByText('We’ve sent the link.')).toBeVisible()
  await openLink(page, email, 'Confirm your email address')
  await expect(main(page).getByRole('status')).toContainText('is confirmed')
})

test('a used link says so', async ({ newUser, newVisitor }) => {
  const nadia = await newUser('nadia')
  await makeUnverified(nadia)
  await ask(nadia, 'POST', '/api/verify-email/resend')
  const visitor = await newVisitor()
  const { page, allow } = visitor
  allow(/409 POST \/api\/verify-email/)
  await openLink(page, nadia.email, 'Confirm your email address')
  await expect(main(page).getByRole('status')).toContainText('is confirmed')
  await openLink(page, nadia.email, 'Confirm your email address')
  await expect(main(page).getByRole('alert')).toHaveText(
    'This link has expired or has already been used. Request a new one.',
  )
  await expectUsable(page)
})

test('an email announces an opened trade, and links to it', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const { id } = await openTrade(buyer, await postOffer(seller))
  await readMail(seller.page, seller.email, 'New trade on your offer')
  await expect(main(seller.page).getByText(`${buyer.username} opened a trade for`)).toBeVisible()
  await main(seller.page).getByRole('link', { name: id }).click()
  await expect(seller.page).toHaveURL(`/trade/${id}`)
  await expect(seller.page.getByText(buyer.username).first()).toBeVisible()
})

test('a forgotten password is reset by a link, which ends the old session', async ({ newUser, newVisitor }) => {
  const user = await newUser('amina')
  const { page, allow } = await newVisitor()
  allow(/400 POST \/api\/reset-password/)
  await page.goto('/login')
  await main(page).getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible()
  await expectUsable(page)
  await field(page, 'Email').fill(user.email)
  await press(page, 'Send the link')
  await expect(main(page).getByRole('status')).toContainText('we’ve sent it a link to set a new password')
  await openLink(page, user.email, 'Set a new password')
  await expect(page).toHaveURL('/reset-password')
  await expectUsable(page)
  await field(page, 'New password').fill('password123')
  await press(page, 'Set password')
  await expect(page.getByText('This password is too common.')).toBeVisible()
  await field(page, 'New password').fill('quite another password')
  await press(page, 'Set password')
  await expect(main(page).getByRole('status')).toContainText('Password set.')
  await main(page).getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, { email: user.email, password: 'quite another password' })
  await expect(page).toHaveURL('/dashboard')
  await user.page.goto('/dashboard')
  await expect(user.page.getByRole('heading', { name: 'Please sign in' })).toBeVisible()
})

test('an unknown address gets the same message', async ({ newVisitor }) => {
  const { page } = await newVisitor()
  await page.goto('/forgot-password')
  await field(page, 'Email').fill(`${uniqueName('unknown')}@example.org`)
  await press(page, 'Send the link')
  await expect(main(page).getByRole('status')).toContainText('we’ve sent it a link to set a new password')
})

test('a code from the email signs in, a wrong one does not', { tag: '@phone' }, async ({ newUser, newVisitor }) => {
  const user = await newUser('amina')
  const { page, context, allow } = await newVisitor()
  allow(/403 POST \/api\/sign-in\/code/)
  await page.goto('/login?next=/trades')
  await press(page, 'Email me a code')
  await field(page, 'Email').fill(user.email)
  await press(page, 'Send the code')
  await expect(main(page).getByRole('status')).toContainText('we’ve sent it a code')
  await expectUsable(page)
  await field(page, 'Code from the email').fill('12345')
  await press(page, 'Sign in')
  await expect(page.getByText('Enter the 6-digit code from the email')).toBeVisible()

  const mailbox = await context.newPage()
  await readMail(mailbox, user.email, 'Your sign-in code')
  const code =
    /\b\d{6}\b/.exec(
      await main(mailbox)
        .getByText(/\b\d{6}\b/)
        .innerText(),
    )?.[0] ?? ''
  await field(page, 'Code from the email').fill(code === '000000' ? '111111' : '000000')
  await press(page, 'Sign in')
  await expect(page.getByText('This code is wrong or has already been used.')).toBeVisible()
  await field(page, 'Code from the email').fill(code)
  await press(page, 'Sign in')
  await expect(page).toHaveURL('/trades')
})

test('a new email address is confirmed from the new mailbox, and reverted from the old one', async ({
  newUser,
  newVisitor,
}) => {
  const user = await newUser('amina')
  const { page, email, allow } = user
  allow(/401 POST \/api\/sign-in/)
  const newEmail = `${uniqueName('moved')}@example.org`
  await askForEmail(user, newEmail)
  await expect(main(page).getByText('Until then, your account keeps its current address.')).toBeVisible()
  await openLink(page, newEmail, 'Confirm your new email address')
  await press(page, 'Use this address')
  await expect(main(page).getByRole('status')).toContainText('Your email address has been changed.')
  await page.goto('/profile')
  await expect(main(page).getByText(newEmail)).toBeVisible()

  const old = await newVisitor()
  await openLink(old.page, email, 'Your email address is about to change')
  await expectUsable(old.page)
  await press(old.page, 'Keep my address')
  await expect(main(old.page).getByRole('status')).toContainText('Your account keeps this address.')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Please sign in' })).toBeVisible()
  await page.goto('/login')
  await fillSignIn(page, { email, password: PASSWORD })
  await expect(page.getByText('Invalid email or password.')).toBeVisible()
  await openLink(old.page, email, 'Set a new password')
  await field(old.page, 'New password').fill('quite another password')
  await press(old.page, 'Set password')
  await expect(main(old.page).getByRole('status')).toContainText('Password set.')
  await fillSignIn(page, { email, password: 'quite another password' })
  await expect(page).toHaveURL('/dashboard')
})

test('the history lists successful and refused sign-ins, and an email reports a new device', async ({
  newUser,
  newVisitor,
}) => {
  const user = await newUser('amina')
  const other = await newVisitor()
  other.allow(/401 POST \/api\/sign-in/)
  await other.page.goto('/login')
  await fillSignIn(other.page, { email: user.email, password: 'not this one' })
  await expect(other.page.getByText('Invalid email or password.')).toBeVisible()
  await fillSignIn(other.page, user)
  await expect(other.page).toHaveURL('/dashboard')

  const { page } = user
  await page.goto('/dashboard?tab=security')
  const lines = page.getByRole('list', { name: 'Sign-in history' }).getByRole('listitem')
  await expect(lines).toHaveCount(3)
  await expect(lines.nth(0)).toContainText('New device')
  await expect(lines.nth(1)).toContainText('Refused')
  await expect(lines.nth(2)).toContainText('Registration')
  await expectUsable(page)
  await readMail(page, user.email, 'New device signed in')
  await expect(main(page).getByText('Your account was used to sign in from a new device')).toBeVisible()
})

async function askForEmail({ page }: User, newEmail: string): Promise<void> {
  await page.goto('/dashboard?tab=security')
  await field(page, 'New email').fill(newEmail)
  await press(page, 'Change email')
}
