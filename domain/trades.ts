/**
 * The trade machine (spec section 4; decisions: Trades). One table says who may move a trade from where to
 * where. The server enforces it, the database holds the same rows in `trade_rules` (a test keeps them equal),
 * and the page draws its buttons, and the reason one is off, from `moveRefusal`.
 */
import type { ErrorCode } from './errors.ts'

export const TRADE_STATUSES = [
  'awaiting_payment',
  'payment_sent',
  'payment_confirmed',
  'completed',
  'cancelled',
] as const
export type TradeStatus = (typeof TRADE_STATUSES)[number]

export const OPEN_STATUSES = ['awaiting_payment', 'payment_sent', 'payment_confirmed'] as const

/** The specification's labels and descriptions (section 4). */
export const TRADE_STATUS_TEXTS: Readonly<Record<TradeStatus, { label: string; description: string }>> = {
  awaiting_payment: {
    label: /*i18n*/ 'Awaiting payment',
    description: /*i18n*/ 'Waiting for buyer to send fiat payment',
  },
  payment_sent: {
    label: /*i18n*/ 'Marked as paid',
    description: /*i18n*/ 'Marked as paid, waiting for the seller to confirm',
  },
  payment_confirmed: {
    label: /*i18n*/ 'Payment confirmed',
    description: /*i18n*/ 'Payment confirmed, USDT is being released',
  },
  completed: { label: /*i18n*/ 'Completed', description: /*i18n*/ 'USDT released to the buyer' },
  cancelled: { label: /*i18n*/ 'Cancelled', description: /*i18n*/ 'USDT returned to the seller' },
}

export const PARTY_ROLES = ['buyer', 'seller'] as const
export type PartyRole = (typeof PARTY_ROLES)[number]
export type ActorRole = PartyRole | 'system'

export const TRADE_ACTIONS = [
  'open',
  'mark_paid',
  'take_back_paid',
  'give_time',
  'cancel',
  'expire',
  'confirm_receipt',
  'settle',
] as const
export type TradeAction = (typeof TRADE_ACTIONS)[number]

export type TradeRule = { from: TradeStatus | 'none'; to: TradeStatus; action: TradeAction; by: ActorRole }

export const TRADE_RULES: readonly TradeRule[] = [
  { from: 'none', to: 'awaiting_payment', action: 'open', by: 'buyer' },
  { from: 'none', to: 'awaiting_payment', action: 'open', by: 'seller' },
  { from: 'awaiting_payment', to: 'payment_sent', action: 'mark_paid', by: 'buyer' },
  { from: 'awaiting_payment', to: 'awaiting_payment', action: 'give_time', by: 'seller' },
  { from: 'awaiting_payment', to: 'cancelled', action: 'cancel', by: 'buyer' },
  { from: 'awaiting_payment', to: 'cancelled', action: 'cancel', by: 'seller' },
  { from: 'awaiting_payment', to: 'cancelled', action: 'expire', by: 'system' },
  { from: 'payment_sent', to: 'awaiting_payment', action: 'take_back_paid', by: 'buyer' },
  { from: 'payment_sent', to: 'payment_confirmed', action: 'confirm_receipt', by: 'seller' },
  { from: 'payment_confirmed', to: 'completed', action: 'settle', by: 'system' },
]

/** Moves a trade may see once only, and what a second try is told. */
export const ONCE_ONLY: Readonly<Partial<Record<TradeAction, ErrorCode>>> = {
  give_time: 'time_already_given',
  take_back_paid: 'already_taken_back',
}

/** Taking "paid" back leaves at least this much of the payment window. */
export const TAKE_BACK_MINUTES_MIN = 5

/** The facts about a trade that decide what may happen next. */
export type TradeFacts = {
  status: TradeStatus
  /** Once-only moves that were made already. */
  usedOnce: readonly TradeAction[]
}

/** Where the move leads, or null when this role has no such move from here. */
export function statusAfter(from: TradeStatus | 'none', action: TradeAction, by: ActorRole): TradeStatus | null {
  return TRADE_RULES.find((rule) => rule.from === from && rule.action === action && rule.by === by)?.to ?? null
}

/** Why `by` cannot make this move now, as an error code; null when the move is open. */
export function moveRefusal(trade: TradeFacts, action: TradeAction, by: ActorRole): ErrorCode | null {
  if (!TRADE_RULES.some((rule) => rule.action === action && rule.by === by)) return 'not_your_move'
  if (statusAfter(trade.status, action, by) === null) return wrongMoment(trade.status, action)
  const onceOnly = ONCE_ONLY[action]
  return onceOnly && trade.usedOnce.includes(action) ? onceOnly : null
}

/** The person the trade waits for, or null when nobody can or need do anything. */
export function whoseTurn(status: TradeStatus): PartyRole | null {
  if (status === 'awaiting_payment') return 'buyer'
  return status === 'payment_sent' ? 'seller' : null
}

/** Payment reference and short name of a trade: the first 8 characters of its id (spec section 2). */
export function shortId(tradeId: string): string {
  return tradeId.slice(0, 8).toUpperCase()
}

export function paymentReference(tradeId: string): string {
  return `FP-${shortId(tradeId)}`
}

/** How far the escrow rail is drawn: opened, locked, paid, released. */
export const ESCROW_STATES = ['locked', 'released', 'refunded'] as const
export type EscrowState = (typeof ESCROW_STATES)[number]

export function escrowState(status: TradeStatus): EscrowState {
  if (status === 'completed') return 'released'
  return status === 'cancelled' ? 'refunded' : 'locked'
}

/** What a move from the wrong status is told; the specification words two of them (section 8). */
function wrongMoment(status: TradeStatus, action: TradeAction): ErrorCode {
  if (action === 'cancel') return 'cancel_too_late'
  if (action === 'confirm_receipt' && status === 'awaiting_payment') return 'payment_not_sent'
  if (status === 'completed' || status === 'cancelled') return 'trade_over'
  if (action === 'settle') return 'not_confirmed'
  if (action === 'take_back_paid') return status === 'awaiting_payment' ? 'payment_not_sent' : 'stale_screen'
  if (action === 'mark_paid' || action === 'give_time' || action === 'expire') return 'not_awaiting_payment'
  return 'stale_screen'
}
