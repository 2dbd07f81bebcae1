/**
 * The trade's state machine (spec-coverage 4; decisions: Trades): which statuses there are, and who may move a trade from
 * where to where. The server enforces it, the database holds the same rows in `trade_statuses` and `trade_rules` (a test
 * compares them), and the page draws its buttons, and the reason why one is disabled, from `moveRefusal`.
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

/** The specification's labels and descriptions (spec-coverage 4). */
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
  'withdraw_payment_mark',
  'extend_payment_window',
  'cancel',
  'expire',
  'confirm_receipt',
  'settle',
] as const
export type TradeAction = (typeof TRADE_ACTIONS)[number]

/** Where the seller's USDT is. */
export const ESCROW_STATES = ['locked', 'released', 'refunded'] as const
export type EscrowState = (typeof ESCROW_STATES)[number]

export type TradeState = {
  /** An open trade counts against its offer's limits, and neither party can delete the account. */
  isOpen: boolean
  escrow: EscrowState
  /** The party that has to act, or null when neither can or need do anything. */
  waitsFor: PartyRole | null
  /** The deadline of this status: a column of `trades`, the system's move after it, and the refusal of a late party. */
  deadline: { column: 'pay_deadline'; action: TradeAction; refusal: ErrorCode } | null
}

export const TRADE_STATES: Readonly<Record<TradeStatus, TradeState>> = {
  awaiting_payment: {
    isOpen: true,
    escrow: 'locked',
    waitsFor: 'buyer',
    deadline: { column: 'pay_deadline', action: 'expire', refusal: 'payment_window_passed' },
  },
  payment_sent: { isOpen: true, escrow: 'locked', waitsFor: 'seller', deadline: null },
  payment_confirmed: { isOpen: true, escrow: 'locked', waitsFor: null, deadline: null },
  completed: { isOpen: false, escrow: 'released', waitsFor: null, deadline: null },
  cancelled: { isOpen: false, escrow: 'refunded', waitsFor: null, deadline: null },
}

export const OPEN_STATUSES: readonly TradeStatus[] = TRADE_STATUSES.filter((status) => TRADE_STATES[status].isOpen)

export type TradeRule = {
  from: TradeStatus | 'none'
  to: TradeStatus
  action: TradeAction
  by: ActorRole
  /** A trade sees the move once at most; the code refuses a second attempt. */
  onceOnly?: ErrorCode
}

export const TRADE_RULES: readonly TradeRule[] = [
  { from: 'none', to: 'awaiting_payment', action: 'open', by: 'buyer' },
  { from: 'none', to: 'awaiting_payment', action: 'open', by: 'seller' },
  { from: 'awaiting_payment', to: 'payment_sent', action: 'mark_paid', by: 'buyer' },
  {
    from: 'awaiting_payment',
    to: 'awaiting_payment',
    action: 'extend_payment_window',
    by: 'seller',
    onceOnly: 'payment_window_already_extended',
  },
  { from: 'awaiting_payment', to: 'cancelled', action: 'cancel', by: 'buyer' },
  { from: 'awaiting_payment', to: 'cancelled', action: 'cancel', by: 'seller' },
  { from: 'awaiting_payment', to: 'cancelled', action: 'expire', by: 'system' },
  {
    from: 'payment_sent',
    to: 'awaiting_payment',
    action: 'withdraw_payment_mark',
    by: 'buyer',
    onceOnly: 'payment_mark_already_withdrawn',
  },
  { from: 'payment_sent', to: 'payment_confirmed', action: 'confirm_receipt', by: 'seller' },
  { from: 'payment_confirmed', to: 'completed', action: 'settle', by: 'system' },
]

/** Withdrawing the payment mark leaves at least this much of the payment window. */
export const WITHDRAWAL_MINUTES_MIN = 5

/** The data of a trade that decides which moves are allowed. */
export type TradeFacts = {
  status: TradeStatus
  /** Once-only moves that were made already. */
  usedOnce: readonly TradeAction[]
}

/** The status after the move, or null when this role cannot make it from this status. */
export function statusAfter(from: TradeStatus | 'none', action: TradeAction, by: ActorRole): TradeStatus | null {
  return ruleFor(from, action, by)?.to ?? null
}

/** Why `by` cannot make this move now, as an error code; null when the move is allowed. */
export function moveRefusal(trade: TradeFacts, action: TradeAction, by: ActorRole): ErrorCode | null {
  if (!TRADE_RULES.some((rule) => rule.action === action && rule.by === by)) return 'not_your_move'
  const rule = ruleFor(trade.status, action, by)
  if (!rule) return wrongStatus(trade.status, action)
  return (trade.usedOnce.includes(action) && rule.onceOnly) || null
}

function ruleFor(from: TradeStatus | 'none', action: TradeAction, by: ActorRole): TradeRule | undefined {
  return TRADE_RULES.find((rule) => rule.from === from && rule.action === action && rule.by === by)
}

/** The party the trade waits for, or null when neither can or need do anything. */
export function whoseTurn(status: TradeStatus): PartyRole | null {
  return TRADE_STATES[status].waitsFor
}

/** Payment reference and short name of a trade: the first 8 characters of its id (spec-coverage 2). */
export function shortId(tradeId: string): string {
  return tradeId.slice(0, 8).toUpperCase()
}

export function paymentReference(tradeId: string): string {
  return `FP-${shortId(tradeId)}`
}

/** The refusal of a move from the wrong status; the specification has its own text for two of them (spec-coverage 8). */
function wrongStatus(status: TradeStatus, action: TradeAction): ErrorCode {
  if (action === 'cancel') return 'cancel_too_late'
  if (action === 'confirm_receipt' && status === 'awaiting_payment') return 'payment_not_sent'
  if (!TRADE_STATES[status].isOpen) return 'trade_over'
  if (action === 'settle') return 'not_confirmed'
  if (action === 'withdraw_payment_mark') return status === 'awaiting_payment' ? 'payment_not_sent' : 'stale_screen'
  if (action === 'mark_paid' || action === 'extend_payment_window' || action === 'expire') return 'not_awaiting_payment'
  return 'stale_screen'
}
