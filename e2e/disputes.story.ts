/** Trades that go wrong, with a seller, a buyer and arbiters. */
import type { Page } from '@playwright/test'
import { EVERY_WIDTH, expectAccessible, expectToFit } from './accessible.ts'
import { inLanguage, word } from './catalogue.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { appointArbiter, decide } from './staff-roles.ts'
import { ageTrade } from './time-travel.ts'
import { confirmReceipt, enter, expectStatus, make } from './trade-room.ts'
import { ask, expect, test } from './users.ts'

const HOURS = 60
const REASON = 'The bank statement does not show the payment.'

test('the seller is silent, the system opens a dispute, and an appeal turns the decision', async ({ newUser }) => {
  test.slow()
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  // The trade reads as disputed from its deadline on, the dispute from when the worker has opened it.
  for (const { allow } of [seller, buyer]) allow(/^404 GET \/api\/trades\/[^/]+\/dispute$/)
  const arbiters = [
    await appointArbiter(await newUser('arbiter')),
    await appointArbiter(await newUser('arbiter')),
  ] as const
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(buyer, trade)
  await make(buyer.page, 'I have sent the payment')
  await expect(buyer.page.getByRole('button', { name: 'Open a dispute', exact: true })).toBeDisabled()
  await enter(seller, trade)
  await ageTrade(trade, 25 * HOURS)
  for (const { page } of [buyer, seller]) {
    await expectStatus(page, 'Disputed')
    await expect(panel(page)).toContainText('Your turn: submit your statement')
  }
  await expectAccessible(buyer.page, { colours: ['light'] })
  await expectToFit(buyer.page, EVERY_WIDTH)
  await state(buyer.page, 'I paid at noon from my own account.')
  await expect(panel(buyer.page)).toContainText('Waiting for the seller’s statement')
  await ageTrade(trade, 25 * HOURS)
  await expect(panel(seller.page)).toContainText('Waiting for the arbiter’s decision')

  await decide(arbiters[0], trade, { outcome: 'refund', reason: REASON })
  await expect(panel(seller.page)).toContainText('Waiting for the buyer to accept or appeal')
  await expect(panel(buyer.page)).toContainText(REASON)
  await panel(buyer.page).getByRole('button', { name: 'Appeal' }).click()
  const appeal = buyer.page.getByRole('dialog', { name: 'Appeal the decision' })
  await expectAccessible(buyer.page, { colours: ['light'] })
  await expectToFit(buyer.page, EVERY_WIDTH)
  await appeal.getByLabel('Your statement').fill('Here is the second page of the statement.')
  await appeal.getByRole('button', { name: 'Submit appeal' }).click()
  await expect(appeal).toBeHidden()
  await state(seller.page, 'Nothing has arrived in my account.')

  await decide(arbiters[1], trade, { outcome: 'release', reason: REASON })
  for (const { page } of [buyer, seller]) {
    await expectStatus(page, 'Completed')
    await expect(panel(page)).toContainText('Closed: by decision, the USDT is released to the buyer.')
    await expect(panel(page).getByRole('button', { name: 'Concede' })).toBeHidden()
  }
})

test('a false “paid”: the seller opens a dispute, the arbiter refunds, and the buyer accepts the decision', async ({
  newUser,
}) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const arbiter = await appointArbiter(await newUser('arbiter'))
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(buyer, trade)
  await make(buyer.page, 'I have sent the payment')
  await enter(seller, trade)
  await ageTrade(trade, 11)
  await seller.page.reload()
  await seller.page.getByRole('button', { name: 'Open a dispute', exact: true }).click()
  const opening = seller.page.getByRole('dialog', { name: 'Open a dispute' })
  await opening.getByLabel('Reason').selectOption('The payment hasn’t arrived')
  await opening.getByLabel('Your statement').fill('My account shows no payment since yesterday.')
  await opening.getByRole('button', { name: 'Open dispute' }).click()
  await expectStatus(seller.page, 'Disputed')
  await state(buyer.page, 'The payment must be on its way.')

  await decide(arbiter, trade, { outcome: 'refund', reason: REASON })
  await expect(panel(buyer.page)).toContainText(REASON)
  await panel(buyer.page).getByRole('button', { name: 'Accept decision' }).click()
  await buyer.page.getByRole('alertdialog').getByRole('button', { name: 'Accept decision' }).click()
  for (const { page } of [buyer, seller]) await expectStatus(page, 'Cancelled')
})

test(
  'in Arabic: the seller cancels a trade that was paid, the buyer objects with a proof, and the seller confirms the payment',
  { tag: '@phone' },
  async ({ newUser }) => {
    const ar = (english: string) => word('ar', english)
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const trade = await openTrade(buyer, await postOffer(seller))
    for (const { page } of [buyer, seller]) {
      await page.goto(inLanguage('ar', `/trade/${trade.id}`))
      await expect(page.getByRole('main').getByText(ar('Awaiting payment'), { exact: true }).first()).toBeVisible()
    }
    const { page } = buyer
    await page.getByRole('button', { name: ar('Show payment details') }).click()
    await expect(page.getByRole('button', { name: ar('Show payment details') })).toBeHidden()
    await seller.page
      .getByRole('main')
      .getByRole('button', { name: ar('Cancel trade') })
      .click()
    await seller.page
      .getByRole('alertdialog')
      .getByRole('button', { name: ar('Cancel trade') })
      .click()
    await expect(seller.page.getByRole('heading', { name: ar('Why the refund is held') })).toBeVisible()

    await page.getByRole('button', { name: ar('I had already paid') }).click()
    await expect(page.getByRole('button', { name: ar('Object to the refund') })).toBeDisabled()
    await page.getByLabel(ar('File'), { exact: true }).setInputFiles({
      name: 'receipt.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n%%EOF\n'),
    })
    await page.getByLabel(ar('Your statement')).fill('دفعت من حسابي قبل إلغاء الصفقة بخمس دقائق.')
    await page.getByRole('button', { name: ar('Object to the refund') }).click()
    await expect(panel(page, ar)).toContainText(ar('Waiting for the seller’s statement'))
    await expectAccessible(page)
    await expectToFit(page)

    await expect(panel(seller.page, ar)).toContainText(ar('Your turn: submit your statement'))
    await expect(panel(seller.page, ar).getByRole('button', { name: ar('Concede') })).toBeHidden()
    await panel(seller.page, ar)
      .getByRole('button', { name: ar('Confirm payment received') })
      .click()
    const receipt = seller.page.getByRole('dialog')
    await expect(receipt).toContainText(
      ar('This ends the dispute. It isn’t a lost dispute: your record counts it separately.'),
    )
    await expectAccessible(seller.page, { colours: ['light'] })
    await expectToFit(seller.page, EVERY_WIDTH)
    // After an objection the buyer has declared no payer.
    await expect(receipt.getByRole('textbox')).toBeHidden()
    await receipt.getByRole('checkbox').check()
    await receipt.getByRole('button', { name: ar('Confirm payment received') }).click()
    for (const each of [buyer, seller]) {
      await expect(panel(each.page, ar)).toContainText(
        ar('Closed: the seller confirmed the payment, and the USDT is released to the buyer.'),
      )
    }
  },
)

test(
  'a buyer disputes the silence of a seller, whose money arrives: the seller confirms, and the record has no lost dispute',
  { tag: '@phone' },
  async ({ newUser }) => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const trade = await openTrade(buyer, await postOffer(seller))
    await enter(buyer, trade)
    await make(buyer.page, 'I have sent the payment')
    await ageTrade(trade, 11)
    const opening = { seenStatus: 'payment_sent', reason: 'seller_silent', statement: REASON }
    await ask(buyer, 'POST', `/api/trades/${trade.id}/open-dispute`, opening)
    await enter(seller, trade)
    const { page } = seller
    await panel(page).getByRole('button', { name: 'Confirm payment received' }).click()
    await expect(page.getByRole('dialog')).toContainText('This ends the dispute.')
    await confirmReceipt(page)
    for (const each of [buyer, seller]) {
      await expectStatus(each.page, 'Completed')
      await expect(panel(each.page)).toContainText('Closed: the seller confirmed the payment')
    }
    await expectAccessible(page, { colours: ['light'] })
    await expectToFit(page, EVERY_WIDTH)
    await page.goto(`/trader/${seller.username}`)
    const record = (name: string) =>
      page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
    await expect(record('Disputes lost')).toHaveText('0')
    await expect(record('Payments confirmed in a dispute')).toHaveText('1')
  },
)

function panel(page: Page, words = (english: string) => english) {
  return page.getByRole('region', { name: words('Dispute'), exact: true })
}

async function state(page: Page, statement: string): Promise<void> {
  await panel(page).getByLabel('Your statement').fill(statement)
  await panel(page).getByRole('button', { name: 'Submit statement' }).click()
  await expect(panel(page).getByRole('article').filter({ hasText: statement })).toBeVisible()
}
