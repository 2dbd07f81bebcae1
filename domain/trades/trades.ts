/**
 * The trade's state machine (spec-coverage 4; decisions: Trades): which statuses there are, and who may move a trade from
 * where to where. The server enforces it, the database holds the same rows in `trade_statuses` and `trade_rules` (a test
 * compares them), and the page draws its buttons, and the reason why one is disabled, from `moveRefusal`.
 */
import type { ErrorCode } from '../errors.ts'

export const TRADE_STATUSES = [
  'awaiting_payment',
  'refund_held',
  'payment_sent',
  'payment_confirmed',
  'disputed',
  'completed',
  'cancelled',
] as const
export type TradeStatus = (typeof TRADE_STATUSES)[number]

/** The specification's labels and descriptions (spec-coverage 4), and those of the two statuses it lacks (decisions: Trades). */
export const TRADE_STATUS_TEXTS: Readonly<Record<TradeStatus, { label: string; description: string }>> = {
  awaiting_payment: {
    label: /*i18n*/ 'Awaiting payment',
    description: /*i18n*/ 'Waiting for buyer to send fiat payment',
  },
  refund_held: {
    label: /*i18n*/ 'Refund held',
    description: /*i18n*/ 'Cancelled. The USDT returns to the seller unless the buyer has already paid',
  },
  payment_sent: {
    label: /*i18n*/ 'Marked as paid',
    description: /*i18n*/ 'Marked as paid, waiting for the seller to confirm',
  },
  payment_confirmed: {
    label: /*i18n*/ 'Payment confirmed',
    description: /*i18n*/ 'Payment confirmed, USDT is being released',
  },
  disputed: {
    label: /*i18n*/ 'Disputed',
    description: /*i18n*/ 'Disputed. The USDT stays locked until the dispute is closed',
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
  'cancel_after_details',
  'expire',
  'expire_after_details',
  'refund',
  'object',
  'confirm_receipt',
  'settle',
  'open_dispute',
  'escalate',
  'concede',
  'release_decided',
  'refund_decided',
  'split_decided',
  'extend_for_outage',
] as const
export type TradeAction = (typeof TRADE_ACTIONS)[number]

/** Where the seller's USDT is. */
const ESCROW_STATES = ['locked', 'released', 'refunded'] as const
export type EscrowState = (typeof ESCROW_STATES)[number]
/** What became of it, with the division that a dispute may end with. */
export const ESCROW_OUTCOMES = [...ESCROW_STATES, 'split'] as const

export type Deadline = {
  /** The system's move after the deadline. */
  action: TradeAction
  /** Its move where the buyer has been shown the seller's payment details. */
  actionAfterDetails?: TradeAction
  /** The refusal of a party who comes too late. */
  refusal: ErrorCode
}

/**
 * A paid trade that the seller has not confirmed is disputed by the system this long after it was opened, later where its payment
 * cannot have arrived by then (domain/payments/arrival.ts).
 */
export const ESCALATION_HOURS = 24
export const ESCALATION_HOURS_MAX = 240

export type TradeState = {
  /** An open trade counts against its offer's limits, and neither party can delete the account. */
  isOpen: boolean
  escrow: EscrowState
  /** The party that has to act; null where neither can, where both can, or where the dispute says who. */
  waitsFor: PartyRole | null
  deadline: Deadline | null
}

export const TRADE_STATES: Readonly<Record<TradeStatus, TradeState>> = {
  awaiting_payment: {
    isOpen: true,
    escrow: 'locked',
    waitsFor: 'buyer',
    deadline: { action: 'expire', actionAfterDetails: 'expire_after_details', refusal: 'payment_window_passed' },
  },
  refund_held: {
    isOpen: true,
    escrow: 'locked',
    waitsFor: 'buyer',
    deadline: { action: 'refund', refusal: 'objection_window_passed' },
  },
  payment_sent: {
    isOpen: true,
    escrow: 'locked',
    waitsFor: 'seller',
    deadline: { action: 'escalate', refusal: 'confirmation_window_passed' },
  },
  payment_confirmed: { isOpen: true, escrow: 'locked', waitsFor: null, deadline: null },
  disputed: { isOpen: true, escrow: 'locked', waitsFor: null, deadline: null },
  completed: { isOpen: false, escrow: 'released', waitsFor: null, deadline: null },
  cancelled: { isOpen: false, escrow: 'refunded', waitsFor: null, deadline: null },
}

export const OPEN_STATUSES: readonly TradeStatus[] = TRADE_STATUSES.filter((status) => TRADE_STATES[status].isOpen)

/** The states by which a list of trades can be filtered, with the statuses of each. */
export const TRADE_LIST_STATES = ['open', 'completed', 'cancelled'] as const
export type TradeListState = (typeof TRADE_LIST_STATES)[number]

export function statusesIn(state: TradeListState): readonly TradeStatus[] {
  return state === 'open' ? OPEN_STATUSES : [state]
}

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
  { from: 'awaiting_payment', to: 'refund_held', action: 'cancel_after_details', by: 'seller' },
  { from: 'awaiting_payment', to: 'cancelled', action: 'expire', by: 'system' },
  { from: 'awaiting_payment', to: 'refund_held', action: 'expire_after_details', by: 'system' },
  { from: 'refund_held', to: 'cancelled', action: 'refund', by: 'system' },
  { from: 'refund_held', to: 'disputed', action: 'object', by: 'buyer' },
  {
    from: 'payment_sent',
    to: 'awaiting_payment',
    action: 'withdraw_payment_mark',
    by: 'buyer',
    onceOnly: 'payment_mark_already_withdrawn',
  },
  { from: 'payment_sent', to: 'payment_confirmed', action: 'confirm_receipt', by: 'seller' },
  { from: 'payment_confirmed', to: 'completed', action: 'settle', by: 'system' },
  { from: 'payment_sent', to: 'disputed', action: 'open_dispute', by: 'buyer' },
  { from: 'payment_sent', to: 'disputed', action: 'open_dispute', by: 'seller' },
  { from: 'payment_sent', to: 'disputed', action: 'escalate', by: 'system' },
  // Before the first decision the seller confirms, afterwards concedes (domain/disputes/disputes.ts).
  { from: 'disputed', to: 'payment_confirmed', action: 'confirm_receipt', by: 'seller' },
  { from: 'disputed', to: 'payment_confirmed', action: 'concede', by: 'seller' },
  { from: 'disputed', to: 'cancelled', action: 'concede', by: 'buyer' },
  { from: 'disputed', to: 'completed', action: 'release_decided', by: 'system' },
  { from: 'disputed', to: 'cancelled', action: 'refund_decided', by: 'system' },
  { from: 'disputed', to: 'completed', action: 'split_decided', by: 'system' },
  // The end of an outage returns the time that it took.
  { from: 'awaiting_payment', to: 'awaiting_payment', action: 'extend_for_outage', by: 'system' },
  { from: 'refund_held', to: 'refund_held', action: 'extend_for_outage', by: 'system' },
  { from: 'payment_sent', to: 'payment_sent', action: 'extend_for_outage', by: 'system' },
]

/** A late payment mark still leaves the seller this long before that. */
export const CONFIRMATION_MINUTES_MIN = 60
/** A refund is held this long after a cancellation, where the buyer has been shown the payment details. */
export const REFUND_HOLD_MINUTES = 15
/** Either party can open a dispute from this long after the payment mark. */
export const DISPUTE_AFTER_MINUTES = 10

/** Withdrawing the payment mark leaves at least this much of the payment window. */
export const WITHDRAWAL_MINUTES_MIN = 5
/**
 * The payment mark can be withdrawn until this long after it: a mark made by mistake is noticed within minutes, and one withdrawn later
 * would have kept the seller's USDT locked for days without a payment.
 */
export const WITHDRAWAL_MINUTES_MAX = 15

/** The data of a trade that decides which moves are allowed. */
export type TradeProgress = {
  status: TradeStatus
  /** Once-only moves that were made already. */
  usedOnce: readonly TradeAction[]
}

/** The status after the move, or null when this role cannot make it from this status. */
export function statusAfter(from: TradeStatus | 'none', action: TradeAction, by: ActorRole): TradeStatus | null {
  return ruleFor(from, action, by)?.to ?? null
}

/** Why `by` cannot make this move now, as an error code; null when the move is allowed. */
export function moveRefusal(trade: TradeProgress, action: TradeAction, by: ActorRole): ErrorCode | null {
  if (!TRADE_RULES.some((rule) => rule.action === action && rule.by === by)) return 'not_your_move'
  const rule = ruleFor(trade.status, action, by)
  if (!rule) return wrongStatus(trade.status, action)
  return (trade.usedOnce.includes(action) && rule.onceOnly) || null
}

/** Whether the time for withdrawing the payment mark is not over; the constraint trade_events_mark_withdrawn_in_time judges. */
export function isMarkWithdrawable({ markFinalAt, now, stoppedAt }: MarkTimes): boolean {
  return markFinalAt !== null && Date.parse(stoppedAt ?? now) <= Date.parse(markFinalAt)
}

/** Moments of a trade: until when its payment mark can be withdrawn, of its reading, and from when an outage stops its deadlines. */
type MarkTimes = { markFinalAt: string | null; now: string; stoppedAt: string | null }

function ruleFor(from: TradeStatus | 'none', action: TradeAction, by: ActorRole): TradeRule | undefined {
  return TRADE_RULES.find((rule) => rule.from === from && rule.action === action && rule.by === by)
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
  if (action === 'cancel' || action === 'cancel_after_details') return 'cancel_too_late'
  if (action === 'confirm_receipt' && status === 'awaiting_payment') return 'payment_not_sent'
  if (!TRADE_STATES[status].isOpen) return 'trade_over'
  if (action === 'settle') return 'not_confirmed'
  if (action === 'object') return 'refund_not_held'
  if (action === 'concede') return 'not_disputed'
  if (action === 'open_dispute') return status === 'disputed' ? 'already_disputed' : 'payment_not_sent'
  if (action === 'withdraw_payment_mark') return status === 'awaiting_payment' ? 'payment_not_sent' : 'stale_screen'
  if (action === 'mark_paid' || action === 'extend_payment_window' || action === 'expire') return 'not_awaiting_payment'
  return 'stale_screen'
}
