/** Trades in person, as both parties make them at their meeting. */
import type { FastifyInstance } from 'fastify'
import type { OfferInput } from '../../domain/offers/offer-form.ts'
import type { Reply } from './app.ts'
import { move, tradingPair } from './accounts/users.ts'
import type { Caller } from './accounts/users.ts'

export const CASH = {
  fiatCurrency: 'TND',
  paymentMethods: ['cash_tnd'],
  paymentWindowMinutes: 120,
} satisfies Partial<OfferInput>

type Named = { id: string }

export const readCode = (user: Caller, { id }: Named): Promise<Reply> => user.get(`/api/trades/${id}/meeting-code`)

/** What the buyer sends who has read the seller's screen. */
export const markMet = (buyer: Caller, { id }: Named, meetingCode?: string, changes: object = {}): Promise<Reply> =>
  buyer.post(`/api/trades/${id}/mark-paid`, { seenStatus: 'awaiting_payment', meetingCode, ...changes })

export const confirmCash = (
  seller: Caller,
  { id }: Named,
  releaseCode?: string,
  changes: object = {},
): Promise<Reply> =>
  seller.post(`/api/trades/${id}/confirm-receipt`, {
    seenStatus: 'payment_sent',
    seenInAccount: true,
    releaseCode,
    ...changes,
  })

/** Another code of six digits. */
export const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** An open trade in person, with the code that its seller shows. */
export async function appointment(app: FastifyInstance, changes: Partial<OfferInput> = {}, taker?: Caller) {
  const pair = await tradingPair(app, { ...CASH, ...changes }, taker)
  return { ...pair, meetingCode: await codeOf(pair.seller, pair.trade) }
}

/** The same, marked as paid with that code, and with the code that its buyer shows. */
export async function meeting(app: FastifyInstance, taker?: Caller) {
  const pair = await appointment(app, {}, taker)
  const marked = await markMet(pair.buyer, pair.trade, pair.meetingCode)
  if (marked.status !== 200) throw new Error(`refused: ${JSON.stringify(marked.body)}`)
  return { ...pair, releaseCode: await codeOf(pair.buyer, pair.trade) }
}

/** The buyer withdraws the mark, as at a meeting where the notes were false. */
export const withdraw = (buyer: Caller, trade: Named): Promise<Reply> =>
  move(buyer, trade, 'withdraw-payment-mark', 'payment_sent')

async function codeOf(user: Caller, trade: Named): Promise<string> {
  const { body } = await readCode(user, trade)
  if (!/^\d{6}$/.test(body.code)) throw new Error(`no code of six digits: ${JSON.stringify(body)}`)
  return body.code
}
