/**
 * Every refusal of the product: a stable code, its kind, and the text that the user reads.
 * HTTP status codes are chosen from the kind in `server/http/errors.ts`.
 */
import { ACCOUNT_ERRORS } from './accounts/account-errors.ts'
import { inAsset } from './asset.ts'
import { inProduct } from './operator/product.ts'
import { TAKING_ERRORS } from './offers/taking-errors.ts'
import { STAFF_ERRORS } from './staff/staff-errors.ts'
import { fill, type TextValues } from './texts.ts'
import { UPLOAD_ERRORS } from './uploads/upload-errors.ts'

export const ERRORS = {
  invalid_input: { kind: 'invalid', text: /*i18n*/ 'Please check what you entered.' },
  invalid_json: { kind: 'invalid', text: /*i18n*/ 'The request couldn’t be read.' },
  idempotency_key_missing: {
    kind: 'invalid',
    text: /*i18n*/ 'This call needs an Idempotency-Key header of 16 to 64 characters.',
  },
  idempotency_key_reused: {
    kind: 'mismatch',
    text: /*i18n*/ 'This Idempotency-Key has already been used for a different request.',
  },
  signed_out: { kind: 'signed_out', text: /*i18n*/ 'Please sign in to continue.' },
  credentials_wrong: { kind: 'signed_out', text: /*i18n*/ 'Invalid email or password.' },
  cross_site: { kind: 'forbidden', text: /*i18n*/ 'Request blocked: it came from another site.' },
  misdirected: {
    kind: 'misdirected',
    text: /*i18n*/ 'This server doesn’t answer for the name in your request. Please use {url}.',
  },
  not_found: { kind: 'not_found', text: /*i18n*/ 'Not found.' },
  method_not_allowed: { kind: 'method', text: /*i18n*/ 'This endpoint doesn’t support that method.' },
  unsupported_type: { kind: 'media', text: /*i18n*/ 'This call expects {type}.' },
  too_large: { kind: 'too_large', text: /*i18n*/ 'The request is too large.' },
  rate_limited: { kind: 'limited', text: /*i18n*/ 'Too many requests. Please wait a moment and try again.' },
  contact_limit: {
    kind: 'limited',
    text: /*i18n*/ 'You’ve reached the hourly message limit. Please try again later.',
  },
  busy: { kind: 'busy', text: /*i18n*/ 'The service is busy. Please try again in a moment.' },
  timed_out: { kind: 'busy', text: /*i18n*/ 'This took too long. Please try again in a moment.' },
  internal: { kind: 'internal', text: /*i18n*/ 'An unexpected error occurred. Please try again.' },

  ...ACCOUNT_ERRORS,
  ...STAFF_ERRORS,
  ...UPLOAD_ERRORS,

  report_about_yourself: { kind: 'conflict', text: /*i18n*/ 'You can’t report yourself.' },
  report_open: { kind: 'conflict', text: /*i18n*/ 'You have already reported this. Our staff will look at it.' },
  reports_limit: {
    kind: 'limited',
    text: /*i18n*/ 'You can send {limit} reports a day. Please try again tomorrow, or write to support.',
  },
  account_suspended: {
    kind: 'forbidden',
    text: /*i18n*/ 'Your account is suspended: “{reason}” You can finish your open trades in a browser, but you can’t open trades, create or activate offers, use API keys or invite team members. If this is a mistake, write to us with the contact form.',
  },
  arbiter_may_not_trade: {
    kind: 'forbidden',
    text: /*i18n*/ 'Arbiters can’t open trades and have no active offers, so that they have no interest in a dispute.',
  },
  email_suspended: {
    kind: 'conflict',
    text: /*i18n*/ 'This email address belonged to a suspended account, so no other account can have it. If this is a mistake, write to us with the contact form.',
  },
  offer_hidden: {
    kind: 'forbidden',
    text: /*i18n*/ 'Our staff have hidden this offer: “{reason}” If this is a mistake, write to us with the contact form.',
  },
  currency_unavailable: {
    kind: 'conflict',
    text: /*i18n*/ 'Trading in {currency} is switched off for now. Open trades continue, and you can trade in the other currencies.',
  },
  rate_unavailable: {
    kind: 'conflict',
    text: /*i18n*/ 'There’s no current reference rate for {currency}, so new trades in it have to wait. Our staff have been notified. Open trades continue.',
  },
  outage: {
    kind: 'conflict',
    text: /*i18n*/ 'There’s an outage. You can open new trades once it’s resolved.',
  },
  already_done: { kind: 'conflict', text: /*i18n*/ 'This has already been done. Reload the page.' },
  relation_with_yourself: { kind: 'conflict', text: /*i18n*/ 'You can’t trust or block yourself.' },
  relations_limit: {
    kind: 'conflict',
    text: /*i18n*/ 'You can trust or block up to {limit} traders. Remove one first.',
  },
  note_about_yourself: { kind: 'conflict', text: /*i18n*/ 'You can’t write a note about yourself.' },
  trader_notes_limit: {
    kind: 'conflict',
    text: /*i18n*/ 'You can have notes on up to {limit} traders. Delete one first.',
  },
  saved_searches_limit: {
    kind: 'conflict',
    text: /*i18n*/ 'You can save up to {limit} searches. Delete one first.',
  },
  quick_replies_limit: {
    kind: 'conflict',
    text: /*i18n*/ 'You can have up to {limit} quick replies. Delete one first.',
  },
  offer_templates_limit: {
    kind: 'conflict',
    text: /*i18n*/ 'You can save up to {limit} templates. Delete one first.',
  },
  saved_search_exists: { kind: 'conflict', text: /*i18n*/ 'You have already saved this search.' },
  search_of_yourself: { kind: 'conflict', text: /*i18n*/ 'You aren’t notified of your own offers.' },
  notification_required: {
    kind: 'conflict',
    text: /*i18n*/ 'These notifications always appear in your alerts.',
  },

  trades_too_many: {
    kind: 'conflict',
    text: /*i18n*/ 'This period has more than {limit} trades. Choose a shorter one.',
  },
  trades_open: {
    kind: 'conflict',
    text: /*i18n*/ 'You still have {openTrades, plural, one {# open trade} other {# open trades}}. Close them before you delete your account.',
  },
  demo_account_protected: {
    kind: 'conflict',
    text: /*i18n*/ 'Demo accounts can’t be deleted. Create your own account to try this.',
  },

  ...TAKING_ERRORS,

  rehearsal_moved_on: {
    kind: 'conflict',
    text: /*i18n*/ 'This rehearsal has changed. Check it before you choose.',
  },
  opening_paused: {
    kind: 'limited',
    text: /*i18n*/ 'You cancelled or didn’t pay {failures, plural, one {# trade} other {# trades}} within {hours, plural, one {# hour} other {# hours}}. You can open a trade again in {minutes, plural, one {# minute} other {# minutes}}.',
  },
  quote_limit: {
    kind: 'limited',
    text: /*i18n*/ 'You can ask for {limit} quotes a minute. Try again in {seconds, plural, one {# second} other {# seconds}}.',
  },
  active_offers_limit: {
    kind: 'conflict',
    text: /*i18n*/ 'You can have up to {limit} active offers. Pause or delete one first.',
  },
  offers_limit: {
    kind: 'conflict',
    text: /*i18n*/ 'You can have up to {limit} offers. Delete one first.',
  },
  payment_accounts_full: {
    kind: 'conflict',
    text: /*i18n*/ 'You can have up to {limit} payment accounts. Remove one first.',
  },
  payment_account_in_use: {
    kind: 'conflict',
    text: /*i18n*/ 'An offer uses this payment account. Choose another account for the offer first, or delete the offer.',
  },
  payment_account_required: { kind: 'invalid', text: /*i18n*/ 'Choose the account you want to be paid into.' },
  payment_account_mismatch: {
    kind: 'conflict',
    text: /*i18n*/ 'This account isn’t available for this payment method. Choose another one.',
  },
  offer_sold_out: { kind: 'conflict', text: /*i18n*/ 'This offer doesn’t have enough USDT left for this amount.' },
  offer_wrong_status: { kind: 'conflict', text: /*i18n*/ 'This offer has changed. Reload the page and try again.' },

  offers_unchanged: {
    kind: 'conflict',
    text: /*i18n*/ 'No offer was changed, because {count, plural, one {# offer} other {# offers}} can’t be changed this way.',
  },
  offer_type_fixed: {
    kind: 'conflict',
    text: /*i18n*/ 'You can’t switch an offer between buying and selling. Create a new offer instead.',
  },
  offer_trades_open: {
    kind: 'conflict',
    text: /*i18n*/ 'This offer has {openTrades, plural, one {# open trade} other {# open trades}}. Choose a higher limit.',
  },
  offer_usdt_reserved: {
    kind: 'conflict',
    text: /*i18n*/ 'Open trades already use {reservedUsdt} USDT of this offer. Enter at least that amount.',
  },

  amount_out_of_limits: { kind: 'invalid', text: /*i18n*/ 'Amount must be between {from} and {to} {currency}' },
  quote_unknown: { kind: 'conflict', text: /*i18n*/ 'This quote isn’t yours. Request a new one.' },
  quote_expired: { kind: 'conflict', text: /*i18n*/ 'Your quote has expired. Check the new price.' },
  quote_used: { kind: 'conflict', text: /*i18n*/ 'A trade has already been opened with this quote.' },
  quote_outdated: {
    kind: 'conflict',
    text: /*i18n*/ 'The offer or its price has changed. Check the new price.',
  },

  not_your_move: { kind: 'forbidden', text: /*i18n*/ 'Only the other party can do this.' },
  stale_screen: { kind: 'conflict', text: /*i18n*/ 'This trade has changed. Check its current status.' },
  cancel_too_late: { kind: 'conflict', text: /*i18n*/ 'Trade can only be cancelled before payment is sent.' },
  payment_not_sent: { kind: 'conflict', text: /*i18n*/ 'Payment must be sent first before confirming receipt.' },
  not_awaiting_payment: { kind: 'conflict', text: /*i18n*/ 'This trade isn’t awaiting payment.' },
  payment_window_passed: {
    kind: 'conflict',
    text: /*i18n*/ 'The payment window expired and the trade was cancelled. Don’t pay.',
  },
  payment_window_already_extended: {
    kind: 'conflict',
    text: /*i18n*/ 'The payment window has already been extended once.',
  },
  payment_mark_already_withdrawn: { kind: 'conflict', text: /*i18n*/ '“Paid” can be undone only once in a trade.' },
  payment_mark_stands: {
    kind: 'conflict',
    text: /*i18n*/ '“Paid” can be undone within {minutes, plural, one {# minute} other {# minutes}} only. If you haven’t paid, open a dispute and concede it.',
  },
  payer_name_differs: {
    kind: 'conflict',
    text: /*i18n*/ 'The sender’s name differs from the payer’s name that the buyer declared. Payments from third parties are the most common fraud.',
  },
  meeting_code_wrong: {
    kind: 'conflict',
    text: /*i18n*/ 'This isn’t the code on the seller’s page. {left, plural, =0 {It was the last attempt.} one {You have # attempt left.} other {You have # attempts left.}}',
  },
  meeting_code_attempts_used: {
    kind: 'limited',
    text: /*i18n*/ 'Too many wrong codes were typed in this trade. If the seller has your cash, don’t cancel: object once the payment window has expired, within {minutes} minutes.',
  },
  release_code_wrong: {
    kind: 'conflict',
    text: /*i18n*/ 'This isn’t the code on the buyer’s page. {left, plural, =0 {It was the last attempt: open a dispute.} one {You have # attempt left.} other {You have # attempts left.}}',
  },
  release_code_attempts_used: {
    kind: 'limited',
    text: /*i18n*/ 'Too many wrong codes were typed in this trade. Open a dispute: you can confirm there that you have the cash.',
  },
  no_meeting_code: {
    kind: 'conflict',
    text: /*i18n*/ 'You have no code to show now: in a trade in person the seller has one until the trade is marked as paid, and then the buyer.',
  },
  code_in_message: {
    kind: 'conflict',
    text: /*i18n*/ 'This message contains your code, so it wasn’t sent. Show the code on your screen at the meeting only: it proves that you both are there.',
  },
  payee_no_match: {
    kind: 'conflict',
    text: /*i18n*/ 'You recorded that the recipient’s name doesn’t match the account. Don’t pay. If your bank says otherwise now, change the answer first.',
  },
  payee_not_checked: {
    kind: 'conflict',
    text: /*i18n*/ 'The bank’s answer can be recorded once you have seen the account, and only for payments whose banks check the name.',
  },
  payee_answers_limit: {
    kind: 'limited',
    text: /*i18n*/ 'You can record up to {limit} answers in a trade. Ask the seller in the chat, or cancel the trade.',
  },
  trade_not_completed: { kind: 'conflict', text: /*i18n*/ 'The receipt is available once the trade is completed.' },
  trade_over: { kind: 'conflict', text: /*i18n*/ 'This trade is closed.' },
  objection_window_passed: {
    kind: 'conflict',
    text: /*i18n*/ 'It’s too late to object: the USDT was returned to the seller.',
  },
  confirmation_window_passed: {
    kind: 'conflict',
    text: /*i18n*/ 'The payment was not confirmed in time, so a dispute is open now.',
  },
  refund_not_held: { kind: 'conflict', text: /*i18n*/ 'No refund is held in this trade.' },
  dispute_too_early: {
    kind: 'conflict',
    text: /*i18n*/ 'You can open a dispute in {minutes, plural, one {# minute} other {# minutes}}. Give the payment time to arrive.',
  },
  payment_not_due: {
    kind: 'conflict',
    text: /*i18n*/ 'The payment can still arrive: banks have {hours, plural, one {# hour} other {# hours}} left for it. Until then you can open a dispute for another reason only.',
  },
  already_disputed: { kind: 'conflict', text: /*i18n*/ 'This trade is already disputed.' },
  disputes_limit: {
    kind: 'limited',
    text: /*i18n*/ 'You can open up to {limit} disputes a day. A paid trade that isn’t confirmed in time becomes disputed automatically.',
  },
  dispute_waits: {
    kind: 'conflict',
    text: /*i18n*/ 'Until your first completed trade, you can have one open dispute at a time. Your dispute about trade {trade} must be closed first. This trade becomes disputed automatically if the payment isn’t confirmed in time.',
  },
  not_disputed: { kind: 'conflict', text: /*i18n*/ 'This trade is not disputed.' },
  dispute_closed: { kind: 'conflict', text: /*i18n*/ 'This dispute is closed.' },
  statement_given: { kind: 'conflict', text: /*i18n*/ 'You have already submitted your statement.' },
  statements_closed: { kind: 'conflict', text: /*i18n*/ 'It’s too late to submit a statement.' },
  case_taken: { kind: 'conflict', text: /*i18n*/ 'Another arbiter has taken this case.' },
  case_conflict: {
    kind: 'forbidden',
    text: /*i18n*/ 'You can’t take this case: you are a party, traded with a party or were in the same team in the last {days, plural, one {# day} other {# days}}, or have already handled it.',
  },
  case_not_yours: { kind: 'forbidden', text: /*i18n*/ 'This case isn’t yours. Take it first.' },
  not_deciding: { kind: 'conflict', text: /*i18n*/ 'This case can’t be decided now.' },
  not_decided: { kind: 'conflict', text: /*i18n*/ 'There is no decision yet.' },
  already_decided: { kind: 'conflict', text: /*i18n*/ 'An arbiter has already decided this dispute.' },
  decision_final: { kind: 'conflict', text: /*i18n*/ 'This decision is final.' },
  decision_accepted: { kind: 'conflict', text: /*i18n*/ 'You have already accepted this decision.' },
  split_amount_wrong: {
    kind: 'invalid',
    text: /*i18n*/ 'Enter more than 0 and less than {amountUsdt} USDT.',
  },
  rating_too_early: { kind: 'conflict', text: /*i18n*/ 'You can rate this trade once it is completed.' },
  already_rated: { kind: 'conflict', text: /*i18n*/ 'You have already rated this trade.' },
  rating_time_over: {
    kind: 'conflict',
    text: /*i18n*/ 'A trade can be rated for {days, plural, one {# day} other {# days}} after it was completed.',
  },
  already_replied: { kind: 'conflict', text: /*i18n*/ 'You have already replied to this rating.' },
  reply_time_over: {
    kind: 'conflict',
    text: /*i18n*/ 'You can reply to a rating for {days, plural, one {# day} other {# days}}.',
  },
  not_confirmed: { kind: 'conflict', text: /*i18n*/ 'The seller hasn’t confirmed the payment.' },
  chat_closed: {
    kind: 'conflict',
    text: /*i18n*/ 'This chat closed {hours, plural, one {# hour} other {# hours}} after the trade.',
  },
  image_quota: { kind: 'conflict', text: /*i18n*/ 'This chat has reached its image limit.' },

  file_not_expected: { kind: 'conflict', text: /*i18n*/ 'You can’t add this type of file right now.' },
  proof_required: { kind: 'invalid', text: /*i18n*/ 'Until your first completed trade, add a proof of payment.' },
  proof_unknown: { kind: 'invalid', text: /*i18n*/ 'Add the proof of payment again.' },
  file_quota: { kind: 'conflict', text: /*i18n*/ 'You can add up to {limit} files.' },
  file_limit: {
    kind: 'limited',
    text: /*i18n*/ 'You can add {limit} files an hour. Please try again later.',
  },
} as const satisfies Record<string, { kind: ErrorKind; text: string }>

export type ErrorKind =
  | 'invalid'
  | 'mismatch'
  | 'misdirected'
  | 'signed_out'
  | 'forbidden'
  | 'not_found'
  | 'method'
  | 'media'
  | 'too_large'
  | 'limited'
  | 'busy'
  | 'conflict'
  | 'internal'

export type ErrorCode = keyof typeof ERRORS

export type ErrorExtras = {
  /** The input field the refusal is about. */
  field?: string
  /** The values of the text's placeholders. */
  values?: TextValues
  /** Data that the page needs to continue, for example the trade's present status. */
  details?: Record<string, unknown>
  /** Whether what the command did before the refusal is committed (for example an expiry). */
  keepsWork?: boolean
  /** What the log says about it. */
  cause?: unknown
}

/** The base class of refusals. Any other error is a fault, answered as `internal`. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly values: TextValues | undefined
  readonly details: Record<string, unknown> | undefined
  readonly keepsWork: boolean

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(fill(ERRORS[code].text, extras.values), extras.cause === undefined ? {} : { cause: extras.cause })
    this.name = 'DomainError'
    this.code = code
    this.field = extras.field
    this.values = extras.values
    this.details = extras.details
    this.keepsWork = extras.keepsWork ?? false
  }

  get kind(): ErrorKind {
    return ERRORS[this.code].kind
  }
}

/** One or more fields were refused: `field` and the message are those of the first, `fields` has one message for each. */
export class InvalidInput extends DomainError {
  readonly fields: Record<string, string>

  constructor(fields: Record<string, string>) {
    const texts = Object.entries(fields).map(([field, text]): [string, string] => [field, inProduct(inAsset(text))])
    const [first] = texts
    super('invalid_input', first ? { field: first[0] } : {})
    if (first) this.message = first[1]
    this.fields = Object.fromEntries(texts)
  }
}
