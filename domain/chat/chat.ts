/** A trade's chat: limits, and the messages the server writes for every move (spec-coverage 2, 4, 5; decisions: Trades). */
import { APPEAL_HOURS, DECISION_HOURS, DISPUTE_ROUNDS } from '../disputes/disputes.ts'
import type { DisputeAction, DisputeRole } from '../disputes/disputes.ts'
import { REFUND_HOLD_MINUTES } from '../trades/trades.ts'
import type { PartyRole, TradeAction } from '../trades/trades.ts'

export const MESSAGE_MAX = 4000
export const IMAGES_PER_TRADE = 50
/** The text of a message that is only a picture (spec-coverage 5). */
export const IMAGE_CAPTION = /*i18n*/ 'Image'
/** The chat stays open this long after the trade has ended; afterwards it is read-only. */
export const CHAT_OPEN_HOURS = 24
export const CHAT_POLL_SECONDS = 3
/** The most messages that one read returns; a client that receives as many reads again from the last number. */
export const MESSAGES_LISTED = 500
/** Messages and pictures that one user may send in a minute. */
export const MESSAGES_PER_MINUTE = 60
export const IMAGES_PER_MINUTE = 12
/** Types of pictures that a chat accepts. */
export const CHAT_IMAGE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
/** While a user types, the page says so at most once in this time. */
export const TYPING_SENT_SECONDS = 4
/** The counterparty's page shows "typing" for this long after the last signal. */
export const TYPING_SHOWN_SECONDS = 6
/** Typing signals and read marks that one user may send in a minute, in all chats. */
export const TYPING_PER_MINUTE = 30
export const READ_MARKS_PER_MINUTE = 60

/** When a trade opens, the offer's owner posts its terms (`terms`), and its first message where there is one (`automatic`). */
export const MESSAGE_KINDS = ['text', 'image', 'terms', 'automatic', 'system'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** Who writes messages: the parties, and the arbiter of their dispute. */
export const SENDER_ROLES = ['buyer', 'seller', 'arbiter'] as const
export type SenderRole = (typeof SENDER_ROLES)[number]

/** System messages have a code, so that they can be shown in any language. */
export const SYSTEM_CODES = [
  'opened',
  'paid',
  'payment_mark_withdrawn',
  'payee_match',
  'payee_close_match',
  'payee_no_match',
  'payee_no_answer',
  'payment_window_extended',
  'cancelled_by_buyer',
  'cancelled_by_seller',
  'expired',
  'confirmed',
  'completed',
  'released',
  'refund_held_by_seller',
  'refund_held_by_expiry',
  'refunded',
  'objected',
  'dispute_opened_by_buyer',
  'dispute_opened_by_seller',
  'dispute_opened_by_system',
  'statement_by_buyer',
  'statement_by_seller',
  'statements_closed',
  'arbiter_assigned',
  'decision_made',
  'final_decision_made',
  'decision_late',
  'appealed_by_buyer',
  'appealed_by_seller',
  'decision_accepted_by_buyer',
  'decision_accepted_by_seller',
  'conceded_by_buyer',
  'conceded_by_seller',
  'released_by_decision',
  'refunded_by_decision',
  'split_by_decision',
  'deadlines_stopped',
  'deadlines_moved',
] as const
export type SystemCode = (typeof SYSTEM_CODES)[number]

/** The values of the texts of system messages. */
export const SYSTEM_TEXT_VALUES = {
  refundHoldMinutes: REFUND_HOLD_MINUTES,
  decisionHours: DECISION_HOURS,
  appealHours: APPEAL_HOURS,
}

/** The texts of the system messages: they contain no word of a user's, so that no user can speak as the platform. */
export const SYSTEM_TEXTS: Readonly<Record<SystemCode, string>> = {
  opened: /*i18n*/ 'The trade is open. Please follow the trade instructions and ask here if anything is unclear.',
  paid: /*i18n*/ 'The buyer marked this trade as paid. Seller: confirm only once you have checked that the money is there.',
  payment_mark_withdrawn: /*i18n*/ 'The buyer undid “paid”: the payment wasn’t sent. The payment window resumes.',
  payee_match: /*i18n*/ 'The buyer recorded the bank’s answer: the name matches the account.',
  payee_close_match: /*i18n*/ 'The buyer recorded the bank’s answer: the name nearly matches the account.',
  payee_no_match:
    /*i18n*/ 'The buyer recorded the bank’s answer: the name doesn’t match the account. Buyer: don’t pay. Seller: please explain.',
  payee_no_answer: /*i18n*/ 'The buyer recorded that the bank said nothing about the name.',
  payment_window_extended: /*i18n*/ 'The seller extended the payment window.',
  cancelled_by_buyer: /*i18n*/ 'The buyer cancelled the trade.',
  cancelled_by_seller: /*i18n*/ 'The seller cancelled the trade.',
  expired: /*i18n*/ 'The payment window expired and the trade was cancelled. Don’t pay.',
  confirmed: /*i18n*/ 'The seller confirmed the payment. The USDT is being released.',
  completed: /*i18n*/ 'Payment confirmed! Trade completed successfully.',
  released: /*i18n*/ 'The USDT was released to the buyer.',
  refund_held_by_seller:
    /*i18n*/ 'The seller cancelled the trade. The refund is held for {refundHoldMinutes, plural, one {# minute} other {# minutes}}. Buyer: don’t pay. If you have already paid, object within that time.',
  refund_held_by_expiry:
    /*i18n*/ 'The payment window expired and the trade was cancelled. The refund is held for {refundHoldMinutes, plural, one {# minute} other {# minutes}}. Buyer: don’t pay. If you have already paid, object within that time.',
  refunded: /*i18n*/ 'The USDT was returned to the seller.',
  objected:
    /*i18n*/ 'The buyer objected: the payment had already been sent. A dispute is open and the USDT stays locked.',
  dispute_opened_by_buyer: /*i18n*/ 'The buyer opened a dispute. The USDT stays locked until it is closed.',
  dispute_opened_by_seller: /*i18n*/ 'The seller opened a dispute. The USDT stays locked until it is closed.',
  dispute_opened_by_system:
    /*i18n*/ 'The seller didn’t confirm in time, so a dispute was opened. The USDT stays locked until it is closed.',
  statement_by_buyer: /*i18n*/ 'The buyer submitted a statement.',
  statement_by_seller: /*i18n*/ 'The seller submitted a statement.',
  statements_closed:
    /*i18n*/ 'Statements are closed. An arbiter decides within {decisionHours, plural, one {# hour} other {# hours}}.',
  arbiter_assigned:
    /*i18n*/ 'An arbiter has taken the case. To prove it, the arbiter quotes the verification phrase of this dispute.',
  decision_made:
    /*i18n*/ 'The arbiter decided. A party that did not get everything can appeal within {appealHours, plural, one {# hour} other {# hours}}.',
  final_decision_made: /*i18n*/ 'The second arbiter decided. This decision is final.',
  decision_late: /*i18n*/ 'The decision is late. The case goes to another arbiter.',
  appealed_by_buyer: /*i18n*/ 'The buyer appealed. Another arbiter decides; that decision is final.',
  appealed_by_seller: /*i18n*/ 'The seller appealed. Another arbiter decides; that decision is final.',
  decision_accepted_by_buyer: /*i18n*/ 'The buyer accepted the decision.',
  decision_accepted_by_seller: /*i18n*/ 'The seller accepted the decision.',
  conceded_by_buyer: /*i18n*/ 'The buyer conceded. The USDT was returned to the seller.',
  conceded_by_seller: /*i18n*/ 'The seller conceded. The USDT is being released to the buyer.',
  released_by_decision: /*i18n*/ 'By decision, the USDT was released to the buyer.',
  refunded_by_decision: /*i18n*/ 'By decision, the USDT was returned to the seller.',
  split_by_decision: /*i18n*/ 'By decision, the USDT was split between buyer and seller.',
  deadlines_stopped:
    /*i18n*/ 'There’s an outage: the deadline of this trade is suspended until it ends. You can continue the trade.',
  deadlines_moved:
    /*i18n*/ 'The outage has ended. The deadline of this trade was extended by the length of the outage.',
}

/** The system message that announces a move. Where the seller conceded, no payment was confirmed. */
export function systemCodeOf(action: TradeAction, by: PartyRole | 'system', isConceded = false): SystemCode {
  if (action === 'settle' && isConceded) return 'released'
  const code = ACTION_CODES[action]
  return typeof code === 'string' ? code : code[by]!
}

const ACTION_CODES: Readonly<Record<TradeAction, SystemCode | Partial<Record<PartyRole | 'system', SystemCode>>>> = {
  open: 'opened',
  mark_paid: 'paid',
  withdraw_payment_mark: 'payment_mark_withdrawn',
  extend_payment_window: 'payment_window_extended',
  cancel: { buyer: 'cancelled_by_buyer', seller: 'cancelled_by_seller' },
  cancel_after_details: 'refund_held_by_seller',
  expire: 'expired',
  expire_after_details: 'refund_held_by_expiry',
  refund: 'refunded',
  object: 'objected',
  confirm_receipt: 'confirmed',
  settle: 'completed',
  open_dispute: { buyer: 'dispute_opened_by_buyer', seller: 'dispute_opened_by_seller' },
  escalate: 'dispute_opened_by_system',
  concede: { buyer: 'conceded_by_buyer', seller: 'conceded_by_seller' },
  release_decided: 'released_by_decision',
  refund_decided: 'refunded_by_decision',
  split_decided: 'split_by_decision',
  extend_for_outage: 'deadlines_moved',
}

/** The system message that announces a move of a dispute; null where the trade's move that goes with it is announced. */
export function disputeCodeOf(action: DisputeAction, by: DisputeRole, round: number): SystemCode | null {
  const code = DISPUTE_CODES[action]
  if (action === 'decide' && round === DISPUTE_ROUNDS) return 'final_decision_made'
  return code === null || typeof code === 'string' ? code : code[by]!
}

const DISPUTE_CODES: Readonly<Record<DisputeAction, SystemCode | null | Partial<Record<DisputeRole, SystemCode>>>> = {
  open: null,
  state: { buyer: 'statement_by_buyer', seller: 'statement_by_seller' },
  close_statements: 'statements_closed',
  take: 'arbiter_assigned',
  decide: 'decision_made',
  reassign: 'decision_late',
  appeal: { buyer: 'appealed_by_buyer', seller: 'appealed_by_seller' },
  accept: { buyer: 'decision_accepted_by_buyer', seller: 'decision_accepted_by_seller' },
  execute: null,
  confirm_receipt: null,
  concede: null,
  extend_for_outage: 'deadlines_moved',
}
