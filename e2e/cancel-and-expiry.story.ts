import { expect, test } from './users.ts'
import { closeChat, enter, expectStatus, fact, make, openChat } from './trade-room.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { ageTrade } from './time-travel.ts'

const QUESTION = 'Are you sure you want to cancel this trade? This action cannot be undone.'

test(
  'the buyer cancels after a confirmation question, and both parties see it',
  { tag: '@phone' },
  async ({ newUser }) => {
    const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
    const trade = await openTrade(buyer, await postOffer(seller))
    await enter(seller, trade)
    await enter(buyer, trade)
    await buyer.page.getByRole('button', { name: 'Cancel trade' }).click()
    await expect(buyer.page.getByRole('alertdialog')).toContainText(QUESTION)
    await buyer.page.getByRole('button', { name: 'Go back' }).click()
    await expectStatus(buyer.page, 'Awaiting payment')

    await make(buyer.page, 'Cancel trade', { isAsked: true })
    for (const { page } of [buyer, seller]) {
      await expectStatus(page, 'Cancelled')
      await expect(page.getByText('Cancelled by the buyer. The USDT was returned to the seller.')).toBeVisible()
      await expect(fact(page, 'State')).toHaveText('Returned to the seller')
      await expect(fact(page, 'Current balance')).toHaveText('0.000000 USDT')
      await expect(page.getByText('Trade actions')).toBeHidden()
      await expect(await openChat(page)).toContainText('The buyer cancelled the trade.')
    }
  },
)

test('the seller cancels, and the buyer’s page says not to pay', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(buyer, trade)
  await enter(seller, trade)
  await make(seller.page, 'Cancel trade', { isAsked: true })
  await expect(buyer.page.getByText(/Cancelled by the seller.*Do not pay now/)).toBeVisible()
  await expect(buyer.page.getByText('Payment instructions')).toBeHidden()
  await expect(await openChat(buyer.page)).toContainText('The seller cancelled the trade.')
})

test('the payment window passes, and the buyer’s page says not to pay', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(buyer, trade)
  await enter(seller, trade)
  await ageTrade(trade, 31)
  for (const { page } of [buyer, seller]) {
    await expectStatus(page, 'Cancelled')
    await expect(page.getByText(/not paid in time.*Do not pay now/)).toBeVisible()
    await expect(fact(page, 'State')).toHaveText('Returned to the seller')
    await expect(page.getByRole('timer')).toBeHidden()
    const log = await openChat(page)
    await expect(log).toContainText('The payment window expired and the trade was cancelled.')
    await closeChat(page)
  }
  await expect(buyer.page.getByText('Payment instructions')).toBeHidden()
  await expect(buyer.page.getByRole('button', { name: 'I have sent the payment' })).toBeHidden()
})

test('the seller extends the payment window, and the buyer withdraws the payment mark, once each', async ({
  newUser,
}) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(buyer, trade)
  await enter(seller, trade)
  await make(seller.page, 'Extend payment window')
  await expect(buyer.page.getByRole('timer')).toHaveText(/^(1:00:00|59:\d\d)$/)
  await expect(seller.page.getByText('The payment window has already been extended once.')).toBeVisible()

  await make(buyer.page, 'I have sent the payment')
  await expectStatus(seller.page, 'Marked as paid')
  await make(buyer.page, 'Withdraw “paid”', { isAsked: true })
  await expectStatus(seller.page, 'Awaiting payment')
  await make(buyer.page, 'I have sent the payment')
  await expect(buyer.page.getByRole('button', { name: 'Withdraw “paid”' })).toBeDisabled()
})
