/** Trades that went wrong, made through the product's own calls. */
import type { Dispute } from '../../domain/api/disputes/disputes.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import type { OfferInput } from '../../domain/offers/offer-form.ts'
import { DISPUTE_AFTER_MINUTES } from '../../domain/trades/trades.ts'
import type { TestApp } from './app.ts'
import { createStaffUser } from './accounts/staff.ts'
import { ageTrade } from './time-travel.ts'
import { move, tradingPair } from './accounts/users.ts'
import type { Caller } from './accounts/users.ts'

export const STATEMENT = 'I waited for half an hour and saw nothing.'
export const DECISION_REASON = 'The bank statement shows the payment.'

export type Disputed = { testApp: TestApp; seller: Caller; buyer: Caller; trade: Trade }

/** A trade that was marked as paid long enough ago for a dispute. */
export async function paidTrade(testApp: TestApp, changes: Partial<OfferInput> = {}): Promise<Disputed> {
  const { seller, buyer, trade } = await tradingPair(testApp.app, changes)
  const payer = trade.role === 'buyer' ? buyer : seller
  await move(payer, trade, 'mark-paid', 'awaiting_payment')
  await ageTrade(testApp.owner, trade.id, DISPUTE_AFTER_MINUTES + 1)
  // The taker of an offer to buy is the seller.
  return trade.role === 'buyer' ? { testApp, seller, buyer, trade } : { testApp, seller: buyer, buyer: seller, trade }
}

/** A dispute that the seller opened, with the seller's statement. */
export async function disputedTrade(testApp: TestApp, changes: Partial<OfferInput> = {}): Promise<Disputed> {
  const disputed = await paidTrade(testApp, changes)
  const { seller, trade } = disputed
  const opened = await seller.post(`/api/trades/${trade.id}/open-dispute`, {
    seenStatus: 'payment_sent',
    reason: 'not_received',
    statement: STATEMENT,
  })
  if (opened.status !== 200) throw new Error(`refused: ${JSON.stringify(opened.body)}`)
  return disputed
}

/** The same with both statements and an arbiter who has taken the case. */
export async function takenCase(
  testApp: TestApp,
  changes: Partial<OfferInput> = {},
): Promise<Disputed & { arbiter: Caller }> {
  const disputed = await disputedTrade(testApp, changes)
  await disputeMove(disputed.buyer, disputed.trade, 'statement', { statement: STATEMENT })
  const arbiter = await createStaffUser(testApp, 'arbiter')
  await arbiter.post(`/api/staff/disputes/${disputed.trade.id}/take`, {})
  return { ...disputed, arbiter }
}

export function disputeMove(user: Caller, trade: { id: string }, verb: string, body: unknown = {}) {
  return user.post(`/api/trades/${trade.id}/dispute/${verb}`, body)
}

export function decide(arbiter: Caller, trade: { id: string }, outcome: string, releasedUsdt?: string) {
  return arbiter.post(`/api/staff/disputes/${trade.id}/decide`, {
    outcome,
    reason: DECISION_REASON,
    ...(releasedUsdt !== undefined && { releasedUsdt }),
  })
}

export async function readDispute(user: Caller, trade: { id: string }): Promise<Dispute> {
  return (await user.get(`/api/trades/${trade.id}/dispute`)).body
}

/** An image in the chat, as a party's upload leaves it, without its message; returns its id. */
export async function insertImage(owner: TestApp['owner'], tradeId: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    "insert into trade_images (trade_id, width, height, bytes) values ($1, 1, 1, 'RIFF') returning id",
    [tradeId],
  )
  return rows[0]!.id
}
