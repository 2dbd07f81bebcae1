/** A trade's chat: limits, and the messages the server writes for every move (spec-coverage 2, 4, 5; decisions: Trades). */
import type { PartyRole, TradeAction } from './trades.ts'

export const MESSAGE_MAX = 4000
/** The longer side of a stored picture. */
export const IMAGE_SIDE_MAX = 2048
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
export const UNREAD_CAP = 99

/** `terms` is the offer's terms, which their writer posts when a trade opens. */
export const MESSAGE_KINDS = ['text', 'image', 'terms', 'system'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** System messages have a code, so that they can be shown in any language. */
export const SYSTEM_CODES = [
  'opened',
  'paid',
  'payment_mark_withdrawn',
  'payment_window_extended',
  'cancelled_by_buyer',
  'cancelled_by_seller',
  'expired',
  'confirmed',
  'completed',
] as const
export type SystemCode = (typeof SYSTEM_CODES)[number]

/** The texts of the system messages: they contain no word of a user's, so that no user can speak as the platform. */
export const SYSTEM_TEXTS: Readonly<Record<SystemCode, string>> = {
  opened: /*i18n*/ 'The trade is open. Please follow the trade instructions and ask here if anything is unclear.',
  paid: /*i18n*/ 'The buyer marked this trade as paid. Seller: check your account before you confirm.',
  payment_mark_withdrawn: /*i18n*/ 'The buyer withdrew “paid”: the payment was not sent. The payment window resumes.',
  payment_window_extended: /*i18n*/ 'The seller extended the payment window.',
  cancelled_by_buyer: /*i18n*/ 'The buyer cancelled the trade.',
  cancelled_by_seller: /*i18n*/ 'The seller cancelled the trade.',
  expired: /*i18n*/ 'The payment window expired and the trade was cancelled. Do not pay now.',
  confirmed: /*i18n*/ 'The seller confirmed the payment. The USDT is being released.',
  completed: /*i18n*/ 'Payment confirmed! Trade completed successfully.',
}

/** The system message that announces a move. */
export function systemCodeOf(action: TradeAction, by: PartyRole | 'system'): SystemCode {
  if (action === 'cancel') return by === 'buyer' ? 'cancelled_by_buyer' : 'cancelled_by_seller'
  return ACTION_CODES[action]
}

const ACTION_CODES: Readonly<Record<Exclude<TradeAction, 'cancel'>, SystemCode>> = {
  open: 'opened',
  mark_paid: 'paid',
  withdraw_payment_mark: 'payment_mark_withdrawn',
  extend_payment_window: 'payment_window_extended',
  expire: 'expired',
  confirm_receipt: 'confirmed',
  settle: 'completed',
}
