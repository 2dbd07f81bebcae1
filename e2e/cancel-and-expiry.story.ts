import { expect, test } from './users.ts'
import { closeChat, enter, expectStatus, fact, make, openChat, openEscrow } from './trade-room.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { ageTrade } from './time-travel.ts'

test('the seller cancels after a confirmation question, both parties see it, and the buyer is asked not to pay', async ({
  newUser,
}) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(buyer, trade)
  await enter(seller, trade)
  await make(seller.page, 'Cancel trade', { isAsked: true })
  await expect(buyer.page.getByText(/Cancelled by the seller.*Don’t pay/)).toBeVisible()
  await expect(buyer.page.getByText('Payment instructions')).toBeHidden()
  for (const { page } of [buyer, seller]) {
    await expectStatus(page, 'Cancelled')
    await openEscrow(page)
    await expect(fact(page, 'State')).toHaveText(page === seller.page ? 'Returned to you' : 'Returned to the seller')
    await expect(fact(page, 'Current balance')).toHaveText('0.000000 USDT')
    await expect(page.getByText('Trade actions')).toBeHidden()
    await expect(await openChat(page)).toContainText('The seller cancelled the trade.')
  }
})

test('the seller extends the payment window, the buyer withdraws the payment mark, and the window passes', async ({
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
  await make(buyer.page, 'Undo “paid”', { isAsked: true })
  await expectStatus(seller.page, 'Awaiting payment')
  await expect(buyer.page.getByRole('button', { name: 'I have sent the payment' })).toBeEnabled()

  await ageTrade(trade, 61)
  for (const { page } of [buyer, seller]) {
    await expectStatus(page, 'Cancelled')
    await openEscrow(page)
    await expect(fact(page, 'State')).toHaveText(page === seller.page ? 'Returned to you' : 'Returned to the seller')
    await expect(page.getByRole('timer')).toBeHidden()
    await expect(await openChat(page)).toContainText('The payment window expired and the trade was cancelled.')
    await closeChat(page)
  }
  await expect(buyer.page.getByText(/not paid in time.*Don’t pay/)).toBeVisible()
  await expect(seller.page.getByText('Cancelled: the buyer did not pay in time.')).toBeVisible()
  await expect(buyer.page.getByText('Payment instructions')).toBeHidden()
  await expect(buyer.page.getByRole('button', { name: 'I have sent the payment' })).toBeHidden()
})
