/** Quotes and trades. Every move has its own endpoint. */
import * as z from 'zod/mini'
import { QUOTE_SECONDS } from '../../trades/quote.ts'
import { readsNumber } from '../../reading/fields.ts'
import type { KeyScope } from '../../accounts/api-keys.ts'
import { TEAM_MOVES } from '../../accounts/team-roles.ts'
import type { TeamRole } from '../../accounts/team-roles.ts'
import type { ErrorCode } from '../../errors.ts'
import { RECOVERY_HOLD_HOURS, RELEASE_FACTOR_ABOVE_USDT } from '../../accounts/factors.ts'
import { LISTED } from '../../limits.ts'
import { PAYEE_ANSWERS } from '../../payments/payee-check.ts'
import { payerName } from '../../payments/payer-check.ts'
import { MEETING_CODE_INVALID, RELEASE_CODE_INVALID, shownCode } from '../../payments/meeting-codes.ts'
import { RECENT_CHANGE_MINUTES } from '../../payments/payment-fields.ts'
import { BOND_STATES } from '../../trades/bonds.ts'
import { REFUND_HOLD_MINUTES, TRADE_ACTIONS, TRADE_LIST_STATES, WITHDRAWAL_MINUTES_MAX } from '../../trades/trades.ts'
import { decimal, described, endpointsOf, id, listOf, moment, named, nothing } from '../endpoint.ts'
import type { Answered } from '../endpoint.ts'
import { trader } from '../offers/offers.ts'
import { chosenMethod, fiatCurrency, paymentMethod, referencePolicy } from '../offers/market-values.ts'
import { paymentDetails } from '../payments/payment-accounts.ts'
import {
  TAKING_REFUSALS,
  anchor,
  disputeRole,
  escrowState,
  partyRole,
  tradeAction,
  tradeStatus,
} from './trade-values.ts'

const endpoint = endpointsOf('Trades')

const quote = named(
  'Quote',
  z.object({
    id,
    offerId: id,
    offerVersion: z.int(),
    role: described(partyRole, 'Your role in the trade that the quote opens.'),
    fiatCurrency,
    paymentMethod,
    rate: described(decimal, 'The market rate: fiat for 1 USDT.'),
    pricePercentage: described(decimal, 'How far the price is from the market rate, in percent.'),
    price: described(decimal, 'Fiat for 1 USDT, with all its decimals.'),
    anchor,
    amountFiat: decimal,
    amountUsdt: decimal,
    amountTail: described(
      decimal,
      'What the offer’s amount tail added to the sum you asked for, or took from it near a limit; 0.00 without one.',
    ),
    fee: described(decimal, 'In USDT; the taker pays it.'),
    takerUsdt: described(
      decimal,
      'What you receive (buying: amount minus fee) or send to the escrow (selling: amount plus fee).',
    ),
    bond: described(
      decimal,
      'In USDT: what you lock beside the trade, as a buyer without a completed trade where the operator asks for it; otherwise 0.',
    ),
    expiresAt: moment,
    now: described(moment, 'When this was written, for a countdown.'),
  }),
)
export type Quote = z.infer<typeof quote>

export const trade = named(
  'Trade',
  z.object({
    id,
    version: described(z.int(), 'Counts the changes of the trade.'),
    status: tradeStatus,
    role: described(partyRole, 'Your role.'),
    turn: described(listOf(disputeRole, 2), 'Who has to act now; empty once the trade is closed.'),
    taker: described(partyRole, 'The role of the party who opened the trade.'),
    buyer: trader,
    seller: trader,
    offerId: id,
    fiatCurrency,
    paymentMethod,
    anchor,
    amountFiat: decimal,
    amountUsdt: decimal,
    rate: described(decimal, 'The market rate when the trade was opened: fiat for 1 USDT.'),
    pricePercentage: described(decimal, 'How far the price is from that rate, in percent.'),
    price: described(decimal, 'Fiat for 1 USDT, with all its decimals.'),
    fee: described(decimal, 'In USDT; the taker pays it on completion.'),
    sellerLocks: described(decimal, 'The USDT that the seller sends to the escrow.'),
    buyerReceives: described(decimal, 'The USDT that the buyer gets on completion.'),
    bond: described(
      z.nullable(z.object({ amount: decimal, state: z.enum(BOND_STATES) })),
      'The USDT that the buyer locked as a bond, and where it is: still locked, returned to the buyer, awarded to the seller or burned. Null without one.',
    ),
    terms: described(z.string(), 'The terms of the offer when the trade was opened.'),
    referencePolicy,
    escrow: z.object({
      address: z.string(),
      chain: z.string(),
      state: escrowState,
      holds: described(decimal, 'The USDT that the escrow account holds now, by the ledger.'),
    }),
    split: described(
      z.nullable(z.object({ toBuyer: decimal, fee: decimal, toSeller: decimal })),
      'How a dispute’s decision divided the USDT; null unless it did.',
    ),
    paymentWindowMinutes: z.int(),
    hasDispute: described(z.boolean(), 'Whether a dispute is open, or was.'),
    deadline: described(
      z.nullable(moment),
      'When the present status ends by itself; null where it does not, and while a dispute has its own deadline.',
    ),
    payDeadline: described(moment, 'When the payment window ends.'),
    stoppedAt: described(
      z.nullable(moment),
      'Since when an outage stops the deadlines: when it ends, they move by its length. Null while they run.',
    ),
    createdAt: moment,
    detailsShown: described(z.boolean(), 'Whether the buyer was shown the payment details.'),
    bankAnswer: described(
      z.nullable(z.object({ answer: z.enum(PAYEE_ANSWERS), at: moment })),
      'What the buyer’s bank said of the seller’s name before the payment, as the buyer recorded it last; null where nothing was recorded.',
    ),
    paidAt: z.nullable(moment),
    markFinalAt: described(
      z.nullable(moment),
      'Until when the buyer can withdraw the payment mark, once; like a deadline it stands still in an outage. Null without a mark.',
    ),
    arrivesBy: described(
      z.nullable(moment),
      'By when a payment made at the payment mark arrives; the seller cannot open a dispute as `not_received` before. Null without a mark.',
    ),
    closedAt: z.nullable(moment),
    cancelledBy: described(
      z.nullable(z.enum(['buyer', 'seller', 'clock', 'dispute'])),
      'What cancelled the trade: a party, the end of the payment window, or a dispute; null unless it is cancelled or its refund is held.',
    ),
    usedOnce: described(listOf(tradeAction, TRADE_ACTIONS.length), 'The moves that are possible once and were made.'),
    chatOpen: described(z.boolean(), 'Whether messages can be sent.'),
    now: described(moment, 'When this was written, for a countdown.'),
  }),
)
export type Trade = z.infer<typeof trade>

export const tradeParams = z.strictObject({ tradeId: id })

const seenStatus = described(tradeStatus, 'The status you know: if the trade has another one by now, it is not moved.')
const seen = named('Move', z.strictObject({ seenStatus }))
const paid = named(
  'PaymentMark',
  z.strictObject({
    seenStatus,
    payerName: described(
      z.optional(payerName()),
      'The name of the holder of the account that the money leaves, as the bank writes it. Required, except in person, where it is refused.',
    ),
    meetingCode: described(
      z.optional(shownCode(MEETING_CODE_INVALID)),
      'In person, and required there: the code that the seller’s page shows.',
    ),
    proofId: described(
      z.optional(id),
      'A proof of payment that you added to the trade; the seller can then see it. Required until your first completed trade, unless the seller has seen one.',
    ),
  }),
)
/** What a seller says who confirms a payment. */
export const receiptFields = {
  seenInAccount: described(
    z.literal(true),
    'That you have seen the money in your own account, or in person have counted the cash: an announcement of the payment is no receipt.',
  ),
  senderName: described(
    z.optional(payerName()),
    'The sender’s name, as your account shows it. Required, except in a dispute without a payment mark, and in person, where it is refused.',
  ),
  statedSamePerson: described(
    z.optional(z.boolean()),
    'True where the names differ and you state that the sender is the declared payer. It is recorded.',
  ),
}
const received = named(
  'Receipt',
  z.strictObject({
    seenStatus,
    ...receiptFields,
    releaseCode: described(
      z.optional(shownCode(RELEASE_CODE_INVALID)),
      'In person, and required there: the code that the buyer’s page shows.',
    ),
  }),
)

export const createQuote = endpoint({
  method: 'POST',
  path: '/api/quotes',
  summary: `Create a quote: a price fixed for ${QUOTE_SECONDS} seconds`,
  description: 'The amount named by `anchor` is exact; the other one is computed.',
  scope: 'trades',
  needsIdempotencyKey: true,
  body: z.strictObject({
    offerId: id,
    anchor,
    amount: described(
      readsNumber('amount').check(z.maxLength(40)),
      'A decimal number in the unit of the anchor, above 0.',
    ),
    paymentMethod: chosenMethod,
  }),
  response: quote,
  statuses: [201],
  errors: [...TAKING_REFUSALS, 'quote_limit'],
})

export const openTrade = endpoint({
  method: 'POST',
  path: '/api/trades',
  summary: 'Open a trade from a quote',
  description: 'Locks the seller’s USDT in escrow.',
  scope: 'trades',
  needsVerifiedEmail: true,
  needsIdempotencyKey: true,
  body: z.strictObject({
    quoteId: id,
    paymentAccountId: described(
      z.optional(id),
      'Selling: the account on which you want to be paid. Buying: left out; the offer names the seller’s account.',
    ),
  }),
  response: trade,
  statuses: [201],
  errors: [
    ...TAKING_REFUSALS,
    'quote_unknown',
    'quote_expired',
    'quote_used',
    'quote_outdated',
    'bond_needed',
    'payment_account_required',
    'payment_account_mismatch',
  ],
})

export const listTrades = endpoint({
  method: 'GET',
  path: '/api/trades',
  summary: 'List your trades, newest first, a hundred to a page',
  team: ['chat', 'release'],
  scope: 'read',
  query: z.strictObject({
    before: described(z.optional(id), 'The `nextCursor` of the page before.'),
    state: described(z.optional(z.enum(TRADE_LIST_STATES)), 'Only trades in this state.'),
  }),
  response: z.object({ trades: listOf(trade, LISTED.trades), nextCursor: z.nullable(id) }),
})

export const getTrade = endpoint({
  method: 'GET',
  path: '/api/trades/:tradeId',
  summary: 'Get a trade',
  team: ['chat', 'release'],
  description: 'For its two parties only.',
  scope: 'read',
  params: tradeParams,
  response: trade,
  errors: ['not_found'],
})

export const readPaymentDetails = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/payment-details',
  summary: 'Get the payment details of an open trade',
  description:
    'Where the buyer pays, as it was when the trade was opened. For the two parties while the trade is open; each reading by the buyer is recorded. An API key cannot read them.',
  params: tradeParams,
  body: nothing,
  response: z.object({
    method: paymentMethod,
    details: paymentDetails,
    isRecent: described(
      z.boolean(),
      `Whether the seller added or changed the account less than ${RECENT_CHANGE_MINUTES} minutes before the trade was opened.`,
    ),
    amountFiat: described(decimal, 'The exact amount to pay.'),
    fiatCurrency,
    reference: described(z.nullable(z.string()), 'What the payment names; null where the offer wants no reference.'),
    referencePolicy,
  }),
  errors: ['not_found', 'trade_over', 'payment_window_passed'],
})
export type TradePaymentDetails = Answered<typeof readPaymentDetails>

type MoveTexts = {
  summary: string
  description?: string
  team?: readonly TeamRole[]
  /** Left out: `trades`. Null: no API key may. */
  scope?: KeyScope | null
  errors: readonly ErrorCode[]
}
const move = (name: string, texts: MoveTexts) => moveWith(name, seen, texts)
const moveWith = <Body extends z.ZodMiniType>(
  name: string,
  body: Body,
  { errors, scope = 'trades', ...texts }: MoveTexts,
) =>
  endpoint({
    method: 'POST',
    path: `/api/trades/:tradeId/${name}`,
    ...texts,
    ...(scope !== null && { scope }),
    needsIdempotencyKey: true,
    params: tradeParams,
    body,
    response: trade,
    errors: [
      'not_found',
      'not_your_move',
      'stale_screen',
      'trade_over',
      'payment_window_passed',
      'objection_window_passed',
      'confirmation_window_passed',
      ...errors,
    ],
  })
export const markPaid = moveWith('mark-paid', paid, {
  summary: 'Buyer: mark the trade as paid',
  description:
    'Declares whose account the money leaves. The seller compares that name with the sender’s name. In person it compares the code of the seller’s page instead, which shows that both have met, and makes the code that the seller types after counting. An API key cannot do that.',
  errors: [
    'not_awaiting_payment',
    'payee_no_match',
    'proof_unknown',
    'proof_required',
    'meeting_code_wrong',
    'meeting_code_attempts_used',
    'code_by_key',
  ],
})
export const recordPayeeAnswer = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/payee-check',
  summary: 'Buyer: record what the bank said of the seller’s name',
  description:
    'Before the payment mark; the last answer counts, and both parties see it. After `no_match` the trade cannot be marked as paid. An API key cannot: it has seen no bank.',
  needsIdempotencyKey: true,
  params: tradeParams,
  body: z.strictObject({ answer: z.enum(PAYEE_ANSWERS) }),
  response: trade,
  errors: [
    'not_found',
    'not_your_move',
    'not_awaiting_payment',
    'payment_window_passed',
    'payee_not_checked',
    'payee_answers_limit',
  ],
})

export const withdrawPaymentMark = move('withdraw-payment-mark', {
  summary: 'Buyer: withdraw the payment mark, once',
  description: `Possible until ${WITHDRAWAL_MINUTES_MAX} minutes after it. An API key cannot: a payment that was sent would be given up.`,
  scope: null,
  errors: ['payment_not_sent', 'payment_mark_already_withdrawn', 'payment_mark_stands'],
})
export const extendPaymentWindow = move('extend-payment-window', {
  summary: 'Seller: extend the payment window by its own length, once',
  team: [TEAM_MOVES.extend_payment_window],
  errors: ['not_awaiting_payment', 'payment_window_already_extended'],
})
export const cancelTrade = move('cancel', {
  summary: 'Cancel a trade before it is marked as paid',
  description: `Either party may cancel; the escrow is refunded to the seller. Once the buyer has been shown the payment details, a refund after the seller’s cancellation is held for ${REFUND_HOLD_MINUTES} minutes, in which the buyer can object.`,
  errors: ['cancel_too_late'],
})
export const confirmReceipt = moveWith('confirm-receipt', received, {
  summary: 'Seller: confirm the receipt of the payment and release the USDT',
  team: [TEAM_MOVES.confirm_receipt],
  scope: 'release',
  description: `Irrevocable; in a dispute it has an endpoint of its own. Compares the sender’s name with the one that the buyer declared, and refuses with \`payer_name_differs\` where they are not one person’s, unless you state that they are. In person it compares the code of the buyer’s page instead, and requires re-authentication of any amount. An API key states nothing about a person: it is refused with \`statement_by_key\`, with \`code_by_key\` where the parties meet, and above the limits that its owner has set with \`key_release_limit\`. Above the seller’s own limit, ${Number(RELEASE_FACTOR_ABOVE_USDT)} USDT by default, it requires re-authentication, which a browser session can give and an API key cannot. The first release above ${Number(RELEASE_FACTOR_ABOVE_USDT)} USDT requires a second factor. For ${RECOVERY_HOLD_HOURS} hours after an account recovery it is refused to sessions and keys that began after it, unless the session has shown an older second factor.`,
  errors: [
    'payment_not_sent',
    'already_disputed',
    'payer_name_differs',
    'statement_by_key',
    'release_code_wrong',
    'release_code_attempts_used',
    'code_by_key',
    'key_release_limit',
    'reauthentication_required',
    'release_held',
    'release_factor_off',
    'release_role_new',
    'release_factor_new',
  ],
})
