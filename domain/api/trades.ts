/** Quotes and trades. Every move is a call of its own. */
import * as z from 'zod/mini'
import { FIAT_CURRENCIES, PAYMENT_METHODS } from '../market.ts'
import { ANCHORS } from '../quote.ts'
import { ESCROW_STATES, PARTY_ROLES, TRADE_ACTIONS, TRADE_STATUSES } from '../trades.ts'
import { decimal, endpointsOf, id, moment } from './endpoint.ts'
import { trader } from './offers.ts'

const endpoint = endpointsOf('Trades')

const quote = z.object({
  id,
  offerId: id,
  offerVersion: z.int(),
  role: z.enum(PARTY_ROLES),
  fiatCurrency: z.enum(FIAT_CURRENCIES),
  rate: decimal,
  pricePercentage: decimal,
  price: decimal,
  anchor: z.enum(ANCHORS),
  amountFiat: decimal,
  amountUsdt: decimal,
  fee: decimal,
  /** What the taker receives (buying: amount minus fee) or sends to escrow (selling: amount plus fee). */
  takerUsdt: decimal,
  expiresAt: moment,
  /** The database's clock when this was written, to count down by. */
  now: moment,
})
export type Quote = z.infer<typeof quote>

export const trade = z.object({
  id,
  version: z.int(),
  status: z.enum(TRADE_STATUSES),
  role: z.enum(PARTY_ROLES),
  taker: z.enum(PARTY_ROLES),
  buyer: trader,
  seller: trader,
  offerId: id,
  fiatCurrency: z.enum(FIAT_CURRENCIES),
  paymentMethod: z.enum(PAYMENT_METHODS),
  anchor: z.enum(ANCHORS),
  amountFiat: decimal,
  amountUsdt: decimal,
  rate: decimal,
  pricePercentage: decimal,
  price: decimal,
  fee: decimal,
  sellerLocks: decimal,
  buyerReceives: decimal,
  terms: z.string(),
  escrow: z.object({
    address: z.string(),
    chain: z.string(),
    state: z.enum(ESCROW_STATES),
    /** What the escrow account holds now, by the ledger. */
    holds: decimal,
  }),
  paymentWindowMinutes: z.int(),
  payDeadline: moment,
  createdAt: moment,
  paidAt: z.nullable(moment),
  closedAt: z.nullable(moment),
  /** Who ended a cancelled trade: a party, or the clock. */
  cancelledBy: z.nullable(z.enum(['buyer', 'seller', 'clock'])),
  usedOnce: z.array(z.enum(TRADE_ACTIONS)),
  chatOpen: z.boolean(),
  now: moment,
})
export type Trade = z.infer<typeof trade>

export const tradeParams = z.strictObject({ tradeId: id })

const seen = z.strictObject({
  /** The status the person saw when pressing the button: a stale screen gets a conflict, not a surprise. */
  seenStatus: z.enum(TRADE_STATUSES),
})

export const createQuote = endpoint({
  method: 'POST',
  path: '/api/quotes',
  summary: 'Create a quote: a price fixed for 60 seconds',
  description: 'The amount named by `anchor` is exact; the other one is computed.',
  scope: 'trades',
  needsKey: true,
  body: z.strictObject({ offerId: id, anchor: z.enum(ANCHORS), amount: z.string().check(z.maxLength(40)) }),
  response: quote,
  statuses: [201],
})

export const openTrade = endpoint({
  method: 'POST',
  path: '/api/trades',
  summary: 'Open a trade from a quote',
  description: 'Locks the seller’s USDT in escrow.',
  scope: 'trades',
  needsKey: true,
  body: z.strictObject({ quoteId: id }),
  response: trade,
  statuses: [201],
})

export const listTrades = endpoint({
  method: 'GET',
  path: '/api/trades',
  summary: 'List your trades, newest first, a hundred to a page',
  scope: 'read',
  query: z.strictObject({
    /** The trade the last answer ended with. */
    before: z.optional(id),
  }),
  response: z.object({ trades: z.array(trade), nextCursor: z.nullable(id) }),
})

export const getTrade = endpoint({
  method: 'GET',
  path: '/api/trades/:tradeId',
  summary: 'Get a trade',
  description: 'For its two parties only.',
  scope: 'read',
  params: tradeParams,
  response: trade,
})

const move = (name: string, summary: string, description?: string) =>
  endpoint({
    method: 'POST',
    path: `/api/trades/:tradeId/${name}`,
    summary,
    ...(description && { description }),
    scope: 'trades',
    needsKey: true,
    params: tradeParams,
    body: seen,
    response: trade,
  })
export const markPaid = move('mark-paid', 'Buyer: mark the trade as paid')
export const takeBackPaid = move('take-back-paid', 'Buyer: withdraw the payment mark, once')
export const giveTime = move('give-time', 'Seller: extend the payment window by its own length, once')
export const cancelTrade = move(
  'cancel',
  'Cancel a trade before it is marked as paid',
  'Either party may cancel; the escrow is refunded to the seller.',
)
export const confirmReceipt = move(
  'confirm-receipt',
  'Seller: confirm the receipt of the payment and release the USDT',
  'Irrevocable. Above the seller’s own limit it requires re-authentication, which a browser session can give and an API key cannot.',
)
