import type { Visitor } from './users.ts'
import { expect, test } from './users.ts'
import { enter, expectStatus, make } from './trade-room.ts'
import { holdCalls } from './faults.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { ageTrade } from './time-travel.ts'

test('a page that missed a move or the end of the window refuses the next move with the reason, and shows the trade', async ({
  newUser,
}) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await cutEvents(buyer)
  await enter(buyer, trade)
  const other = await buyer.context.newPage()
  await other.goto(`/trade/${trade.id}`)
  await make(other, 'I have sent the payment')
  await expectStatus(other, 'Marked as paid')

  buyer.allow(/409 POST .*\/(cancel|mark-paid)/)
  await expectStatus(buyer.page, 'Awaiting payment')
  await make(buyer.page, 'Cancel trade', { isAsked: true })
  await expect(buyer.page.getByRole('alert')).toContainText('Trade can only be cancelled before payment is sent.')
  await expectStatus(buyer.page, 'Marked as paid')

  // The page reads the trade again after a move: read late, it would show the end of the window before the next press.
  const letGo = await holdCalls(buyer, 'GET', `/trades/${trade.id}`)
  await make(buyer.page, 'Undo “paid”', { isAsked: true })
  await expectStatus(buyer.page, 'Awaiting payment')
  await ageTrade(trade, 31)
  await make(buyer.page, 'I have sent the payment')
  await letGo()
  await expect(buyer.page.getByRole('alert')).toBeVisible()
  await expectStatus(buyer.page, 'Cancelled')
  await expect(buyer.page.getByText(/not paid in time.*Don’t pay/)).toBeVisible()
})

/** This page receives no events, neither pushed nor polled; the user's other tabs do. */
async function cutEvents({ page, allow }: Visitor): Promise<void> {
  allow(/ERR_FAILED GET \/api\/events/)
  await page.route(/\/api\/events/, (route) => route.abort())
}
