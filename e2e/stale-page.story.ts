import type { Visitor } from './users.ts'
import { expect, test } from './users.ts'
import { enter, expectStatus, make } from './trade-room.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { ageTrade } from './time-travel.ts'

test('cancelling a trade that was marked as paid in another tab is refused, with the reason', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await cutEvents(buyer)
  await enter(buyer, trade)
  const other = await buyer.context.newPage()
  await other.goto(`/trade/${trade.id}`)
  await make(other, 'I have sent the payment')
  await expectStatus(other, 'Marked as paid')

  buyer.allow(/409 POST .*\/cancel/)
  await expectStatus(buyer.page, 'Awaiting payment')
  await make(buyer.page, 'Cancel trade', { isAsked: true })
  await expect(buyer.page.getByRole('alert')).toContainText('Trade can only be cancelled before payment is sent.')
  await expectStatus(buyer.page, 'Marked as paid')
})

test('confirming a payment whose mark the buyer has withdrawn releases nothing', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await enter(buyer, trade)
  await make(buyer.page, 'I have sent the payment')
  await expectStatus(buyer.page, 'Marked as paid')
  await cutEvents(seller)
  await enter(seller, trade)
  await make(buyer.page, 'Withdraw “paid”', { isAsked: true })
  await expectStatus(buyer.page, 'Awaiting payment')

  seller.allow(/409 POST .*\/confirm-receipt/)
  await make(seller.page, 'Confirm payment received', { isAsked: true })
  await expect(seller.page.getByRole('alert')).toContainText(
    /Payment must be sent first before confirming receipt|This trade has changed/,
  )
  await expectStatus(seller.page, 'Awaiting payment')
  await expectStatus(buyer.page, 'Awaiting payment')
})

test('marking as paid after the window has passed is refused, with a warning not to pay', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await cutEvents(buyer)
  await enter(buyer, trade)
  await ageTrade(trade, 31)
  buyer.allow(/409 POST .*\/mark-paid/)
  await make(buyer.page, 'I have sent the payment')
  await expect(buyer.page.getByRole('alert')).toBeVisible()
  await expectStatus(buyer.page, 'Cancelled')
  await expect(buyer.page.getByText(/not paid in time.*Do not pay now/)).toBeVisible()
})

/** This page receives no events, neither pushed nor polled; the user's other tabs do. */
async function cutEvents({ page, allow }: Visitor): Promise<void> {
  allow(/ERR_FAILED GET \/api\/events/)
  await page.route(/\/api\/events/, (route) => route.abort())
}
