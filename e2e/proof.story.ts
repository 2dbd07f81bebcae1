import { calmMoment } from '../server/testing/factors.ts'
import { expectAccessible, expectToFit } from './accessible.ts'
import { openSecurity, turnOnTotp } from './factors.ts'
import { ask, expect, test, type Person } from './people.ts'
import { enter, expectStatus, make } from './room.ts'
import { openTrade, postOffer } from './scene.ts'
import { letProofAge } from './time.ts'

test('a receipt above one’s own amount asks who is there, and goes on where it was', async ({ newPerson }) => {
  const [seller, buyer] = [await newPerson('seller'), await newPerson('buyer')]
  const { page, allow } = seller
  allow(/403 POST \/api\/(trades|prove)/)
  await openSecurity(page)
  await page.getByLabel('Ask me again above').fill('much')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Ask me again above')).toHaveAccessibleDescription(/Please enter a valid USDT amount/)
  await page.getByLabel('Ask me again above').fill('50')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

  const trade = await paidTrade(seller, buyer)
  await letProofAge(seller)
  await enter(seller, trade)
  await page.getByRole('main').getByRole('button', { name: 'Confirm Payment Received' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Confirm Payment Received' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it still you?' })
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
})

test('who closes the question leaves the act undone, and can do it later', async ({ newPerson }) => {
  const [seller, buyer] = [await newPerson('seller'), await newPerson('buyer')]
  const { page, allow } = seller
  allow(/403 POST \/api\/trades/)
  await ask(seller, 'POST', '/api/factors/confirm-above', { confirmAboveUsdt: '0' })
  const { phone } = await turnOnTotp(page)
  const trade = await paidTrade(seller, buyer)
  await letProofAge(seller)
  await enter(seller, trade)
  await page.getByRole('main').getByRole('button', { name: 'Confirm Payment Received' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Payment Received' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it still you?' })
  await expect(proof.getByLabel('Code from your app')).toBeVisible()
  await expect(proof.getByLabel('Password', { exact: true })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Please confirm first that it is you.')).toBeVisible()
  await expectStatus(page, 'Payment Sent')

  await page.getByRole('main').getByRole('button', { name: 'Confirm Payment Received' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm Payment Received' }).click()
  await calmMoment()
  await proof.getByLabel('Code from your app').fill(phone())
  await page.keyboard.press('Enter')
  await expectStatus(page, 'Completed')
})

test('a receipt below it does not', async ({ newPerson }) => {
  const [seller, buyer] = [await newPerson('seller'), await newPerson('buyer')]
  await ask(seller, 'POST', '/api/factors/confirm-above', { confirmAboveUsdt: '100000' })
  const trade = await paidTrade(seller, buyer)
  await letProofAge(seller)
  await enter(seller, trade)
  await make(seller.page, 'Confirm Payment Received', { isAsked: true })
  await expectStatus(seller.page, 'Completed')
})

async function paidTrade(seller: Person, buyer: Person): Promise<{ id: string }> {
  const trade = await openTrade(buyer, await postOffer(seller))
  await ask(buyer, 'POST', `/api/trades/${trade.id}/mark-paid`, { seenStatus: 'awaiting_payment' })
  return trade
}
