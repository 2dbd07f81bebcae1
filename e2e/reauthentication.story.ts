import type { Page } from '@playwright/test'
import { waitForStableTotp } from '../server/testing/factors.ts'
import { expectAccessible, expectToFit } from './accessible.ts'
import { removePassword, keepCodes, openSecurity, enableTotp } from './factors.ts'
import { ask, expect, fillSignIn, test, type User } from './users.ts'
import { enter, expectStatus, make } from './trade-room.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { ageReauthentication } from './time-travel.ts'

test(
  'a receipt above the seller’s limit requires re-authentication, and then continues',
  { tag: '@phone' },
  async ({ newUser }) => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const { page, allow } = seller
    allow(/403 POST \/api\/(trades|reauthenticate)/)
    await openSecurity(page)
    await page.getByLabel('Confirm my identity above').fill('much')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('Confirm my identity above')).toHaveAccessibleDescription(
      /Write it without a thousands separator: 1500\.5/,
    )
    await page.getByLabel('Confirm my identity above').fill('50')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

    const trade = await paidTrade(seller, buyer)
    await ageReauthentication(seller)
    await enter(seller, trade)
    await page.getByRole('main').getByRole('button', { name: 'Confirm payment received' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Confirm payment received' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await expect(proof).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
    await proof.getByLabel('Password', { exact: true }).fill('not it')
    await page.keyboard.press('Enter')
    await expect(proof.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/not your current password/)
    await proof.getByLabel('Password', { exact: true }).fill(seller.password)
    await page.keyboard.press('Enter')
    await expect(proof).toBeHidden()
    await expect(question).toBeHidden()
    await expectStatus(page, 'Completed')
  },
)

test('closing the dialog leaves the action undone, and it can be repeated later', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const { page, allow } = seller
  allow(/403 POST \/api\/(trades|reauthenticate)/)
  await ask(seller, 'POST', '/api/factors/confirm-above', { confirmAboveUsdt: '0' })
  const { phone } = await enableTotp(seller)
  const trade = await paidTrade(seller, buyer)
  await ageReauthentication(seller)
  await enter(seller, trade)
  await page.getByRole('main').getByRole('button', { name: 'Confirm payment received' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm payment received' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(proof.getByLabel('Code from your app')).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Confirm your identity to continue.')).toBeVisible()
  await expectStatus(page, 'Marked as paid')

  await page.getByRole('main').getByRole('button', { name: 'Confirm payment received' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm payment received' }).click()
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Password is required/)
  await expect(proof.getByLabel('Code from your app')).toHaveAccessibleDescription(/Enter the 6-digit code/)
  await proof.getByLabel('Password', { exact: true }).fill(seller.password)
  await proof.getByLabel('Code from your app').fill('000000')
  await page.keyboard.press('Enter')
  await expect(proof.getByLabel('Code from your app')).toHaveAccessibleDescription(/wrong or has already been used/)
  await waitForStableTotp()
  await proof.getByLabel('Code from your app').fill(phone())
  await page.keyboard.press('Enter')
  await expectStatus(page, 'Completed')
})

test('a recovery code is entered beside the password, and the password stays as typed', async ({ newUser }) => {
  const amina = await newUser('amina')
  const { page, allow } = amina
  allow(/403 POST \/api\/factors\/recovery-codes/)
  const { codes } = await enableTotp(amina)
  await ageReauthentication(amina)
  await page.getByRole('button', { name: 'Generate new codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Generate new codes' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Password', { exact: true }).fill(amina.password)
  await proof.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await proof.getByLabel('Recovery code').fill(codes[0]!)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await keepCodes(page)
  await expect(page.getByText('10 codes left')).toBeVisible()
})

test('a user without a password enters a code from an email, and sets a password by a link', async ({
  newUser,
  newVisitor,
}) => {
  const [amina, mailbox] = [await newUser('amina'), await newVisitor()]
  const { page, allow, email } = amina
  allow(/40[13] (POST|GET) \/api\//)
  await removePassword(amina)
  await ageReauthentication(amina)
  await openSecurity(page)
  await page.getByRole('button', { name: 'Set up' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(proof).toContainText(email)
  await expectAccessible(page)
  await expectToFit(page)
  await proof.getByRole('button', { name: 'Send the code' }).click()
  await proof.getByLabel('Code from the email').fill('000000')
  await page.keyboard.press('Enter')
  await expect(proof.getByLabel('Code from the email')).toHaveAccessibleDescription(/wrong or has already been used/)
  await expectAccessible(page)
  await readMail(mailbox.page, email, 'Your confirmation code')
  const mailed = mailbox.page.getByRole('main').getByText(/\b\d{6}\b/)
  const [code = ''] = /\b\d{6}\b/.exec(await mailed.innerText()) ?? []
  await proof.getByLabel('Code from the email').fill(code)
  await page.keyboard.press('Enter')
  const setup = page.getByRole('dialog', { name: 'Authenticator app' })
  await setup.getByRole('button', { name: 'Close' }).click()

  await expect(page.getByText('You don’t have a password yet.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeHidden()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`We’ve sent a link to ${email}.`)).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
  await readMail(mailbox.page, email, 'Set a new password')
  await mailbox.page.getByRole('link', { name: /token=/ }).click()
  await mailbox.page.getByLabel('New password').fill('a password at last')
  await mailbox.page.getByRole('main').getByRole('button', { name: 'Set password' }).click()
  await expect(mailbox.page.getByText('Password set.')).toBeVisible()
  await mailbox.page.goto('/login?next=%2Fdashboard%3Ftab%3Dsecurity')
  await fillSignIn(mailbox.page, { email, password: 'a password at last' })
  await expect(mailbox.page.getByLabel('Current password')).toBeVisible()
})

test('a receipt below the seller’s limit requires none', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  await ask(seller, 'POST', '/api/factors/confirm-above', { confirmAboveUsdt: '100000' })
  const trade = await paidTrade(seller, buyer)
  await ageReauthentication(seller)
  await enter(seller, trade)
  await make(seller.page, 'Confirm payment received', { isAsked: true })
  await expectStatus(seller.page, 'Completed')
})

/** Opens the latest email with this subject to this address. */
async function readMail(page: Page, to: string, subject: string): Promise<void> {
  await page.goto(`/dev/mail?to=${to}`)
  await page.getByRole('main').getByRole('button', { name: subject }).first().click()
}

async function paidTrade(seller: User, buyer: User): Promise<{ id: string }> {
  const trade = await openTrade(buyer, await postOffer(seller))
  await ask(buyer, 'POST', `/api/trades/${trade.id}/mark-paid`, { seenStatus: 'awaiting_payment' })
  return trade
}
