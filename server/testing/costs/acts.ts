/** The acts whose cost is counted, by users of their own, each as often as asked. */
import { move, postOffer, signUp, openTradeBetween } from '../accounts/users.ts'
import type { Caller } from '../accounts/users.ts'
import { liftTierLimits } from '../accounts/tiers.ts'
import { call } from '../app.ts'
import type { TestApp } from '../app.ts'
import { STATEMENT, disputeMove, disputedTrade, paidTrade } from '../disputes.ts'
import { moveBody } from '../move-body.ts'
import { inTransaction } from '../../db/pool.ts'
import { expireOffers } from '../../offers/expire-offers.ts'
import { notify } from '../../notifications/notify.ts'

/** Prepares what the act needs, and returns the act. */
export type Act = () => Promise<() => Promise<unknown>>

/** After so many in an hour a user gets no email of trades. */
const EMAILED_TRADES = 10

const LIST = '/api/offers?type=sell&currency=EUR&method=sepa_instant&sort=best_price'

export async function openActs(testApp: TestApp) {
  await liftTierLimits(testApp.owner)
  const [seller, buyer] = [await signUp(testApp.app, 'seller'), await signUp(testApp.app, 'buyer')]
  const { id: offerId } = await postOffer(seller)
  // The first payment mark needs a proof, which `move` adds.
  await tradeFirst(seller, buyer, offerId)
  for (let n = 1; n < EMAILED_TRADES; n++) await tradeWhole(seller, buyer, offerId)
  const chat = await openTradeBetween(buyer, (await postOffer(seller)).id)
  return {
    'a whole trade': async () => () => tradeWhole(seller, buyer, offerId),
    'a chat message': async () => () =>
      send(buyer, `/api/trades/${chat.id}/messages`, { text: 'I have just paid.', clientId: crypto.randomUUID() }),
    'the market for a visitor': async () => () => call(testApp.app, 'GET', LIST),
    'the market for a user': async () => () => call(testApp.app, 'GET', LIST, { cookie: buyer.cookie }),
    'opening a dispute': async () => {
      const { seller: opener, trade } = await paidTrade(testApp)
      const body = { seenStatus: 'payment_sent', reason: 'not_received', statement: STATEMENT }
      return () => send(opener, `/api/trades/${trade.id}/open-dispute`, body)
    },
    'a statement in a dispute': async () => {
      const disputed = await disputedTrade(testApp)
      return () => disputeMove(disputed.buyer, disputed.trade, 'statement', { statement: STATEMENT })
    },
    'a notification': async () => {
      const { id: userId } = await signUp(testApp.app, 'notified')
      return () => inTransaction(testApp.context.db, (tx) => notify(tx, { userId, event: 'offer_expired' }))
    },
    'a round that expires no offer': async () => () => expireOffers(testApp.context.db),
    'the list of notifications': async () => () =>
      call(testApp.app, 'GET', '/api/notifications', { cookie: seller.cookie }),
  } satisfies Record<string, Act>
}

export type ActName = keyof Awaited<ReturnType<typeof openActs>>

async function tradeFirst(seller: Caller, buyer: Caller, offerId: string): Promise<void> {
  const trade = await openTradeBetween(buyer, offerId)
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
}

/** Quote, open, mark paid, confirm and settle. */
async function tradeWhole(seller: Caller, buyer: Caller, offerId: string): Promise<void> {
  const quote = await send(buyer, '/api/quotes', { offerId, anchor: 'fiat', amount: '150' })
  const { id } = await send(buyer, '/api/trades', { quoteId: quote.id })
  await send(buyer, `/api/trades/${id}/mark-paid`, moveBody('mark-paid', 'awaiting_payment'))
  const done = await send(seller, `/api/trades/${id}/confirm-receipt`, moveBody('confirm-receipt', 'payment_sent'))
  if (done.status !== 'completed') throw new Error(`the trade is ${done.status} and not completed`)
}

/** Sends once and asks the database nothing itself. */
async function send({ app, cookie }: Caller, url: string, body: object) {
  const reply = await call(app, 'POST', url, { cookie, body })
  if (reply.status >= 300) throw new Error(`refused: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}
