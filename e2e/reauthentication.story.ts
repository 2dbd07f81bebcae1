import type { Page } from '@playwright/test'
import { waitForStableTotp } from '../server/testing/accounts/factors.ts'
import { expectAccessible, expectToFit } from './accessible.ts'
import { removePassword, openSecurity, enableTotp } from './factors.ts'
import { expect, test, type User } from './users.ts'
import { enter, expectStatus, fillReceipt } from './trade-room.ts'
import { markPaid, openTrade, postOffer } from './fixtures.ts'
import { ageReauthentication } from './time-travel.ts'

test('a receipt above the seller’s limit requires re-authentication; closing the dialog leaves it undone, and it can be repeated', async ({
  newUser,
}) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const { page, allow } = seller
  allow(/403 POST \/api\/(trades|reauthenticate)/)
  const { phone } = await enableTotp(seller)
  await page.getByLabel('Confirm my identity above').fill('50')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

  const trade = await paidTrade(seller, buyer)
  await ageReauthentication(seller)
  await enter(seller, trade)
  await page.getByRole('main').getByRole('button', { name: 'Confirm payment received' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm payment received' })
  await fillReceipt(page)
  await question.getByRole('button', { name: 'Confirm payment received' }).click()
  const reauthenticationDialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(reauthenticationDialog.getByLabel('Code from your app')).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Confirm your identity to continue.')).toBeVisible()
  await expectStatus(page, 'Marked as paid')

  await page.getByRole('main').getByRole('button', { name: 'Confirm payment received' }).click()
  await fillReceipt(page)
  await question.getByRole('button', { name: 'Confirm payment received' }).click()
  await reauthenticationDialog.getByLabel('Password', { exact: true }).fill(seller.password)
  await reauthenticationDialog.getByLabel('Code from your app').fill('000000')
  await page.keyboard.press('Enter')
  await expect(reauthenticationDialog.getByLabel('Code from your app')).toHaveAccessibleDescription(
    /wrong or has already been used/,
  )
  await waitForStableTotp()
  await reauthenticationDialog.getByLabel('Code from your app').fill(phone())
  await page.keyboard.press('Enter')
  await expect(reauthenticationDialog).toBeHidden()
  await expect(question).toBeHidden()
  await expectStatus(page, 'Completed')
})

test('a user without a password enters a code from an email, and is sent a link to set one', async ({
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
  const reauthenticationDialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(reauthenticationDialog).toContainText(email)
  await expectAccessible(page)
  await expectToFit(page)
  await reauthenticationDialog.getByRole('button', { name: 'Send the code' }).click()
  await reauthenticationDialog.getByLabel('Code from the email').fill('000000')
  await page.keyboard.press('Enter')
  await expect(reauthenticationDialog.getByLabel('Code from the email')).toHaveAccessibleDescription(
    /wrong or has already been used/,
  )
  await readMail(mailbox.page, email, 'Your confirmation code')
  const mailed = mailbox.page.getByRole('main').getByText(/\b\d{6}\b/)
  const [code = ''] = /\b\d{6}\b/.exec(await mailed.innerText()) ?? []
  await reauthenticationDialog.getByLabel('Code from the email').fill(code)
  await page.keyboard.press('Enter')
  const setup = page.getByRole('dialog', { name: 'Authenticator app' })
  await setup.getByRole('button', { name: 'Close' }).click()

  await expect(page.getByRole('heading', { name: 'Set a password' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Change password' })).toBeHidden()
  await expect(page.getByText('You don’t have a password yet.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeHidden()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`We’ve sent a link to ${email}.`)).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
})

/** Opens the latest email with this subject to this address. */
async function readMail(page: Page, to: string, subject: string): Promise<void> {
  await page.goto(`/dev/mail?to=${to}`)
  await page.getByRole('main').getByRole('button', { name: subject }).first().click()
}

async function paidTrade(seller: User, buyer: User): Promise<{ id: string }> {
  const trade = await openTrade(buyer, await postOffer(seller))
  await markPaid(buyer, trade)
  return trade
}
