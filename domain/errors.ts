/**
 * Every refusal the product gives, once: a stable code, its kind, and the text a person reads.
 * HTTP status codes are chosen from the kind in `server/http/errors.ts`.
 */
import { fill, type TextValues } from './texts.ts'

export const ERRORS = {
  invalid_input: { kind: 'invalid', text: /*i18n*/ 'Please check what you entered.' },
  invalid_json: { kind: 'invalid', text: /*i18n*/ 'The request could not be read.' },
  idempotency_key_missing: {
    kind: 'invalid',
    text: /*i18n*/ 'This call needs an Idempotency-Key header of 16 to 64 characters.',
  },
  idempotency_key_reused: { kind: 'mismatch', text: /*i18n*/ 'This Idempotency-Key was used for a different request.' },
  signed_out: { kind: 'signed_out', text: /*i18n*/ 'Please sign in to continue.' },
  credentials_wrong: { kind: 'signed_out', text: /*i18n*/ 'Invalid email or password.' },
  cross_site: { kind: 'forbidden', text: /*i18n*/ 'This request did not come from the product’s own pages.' },
  not_found: { kind: 'not_found', text: /*i18n*/ 'Not found.' },
  method_not_allowed: { kind: 'method', text: /*i18n*/ 'This address does not take that method.' },
  unsupported_type: { kind: 'media', text: /*i18n*/ 'This call takes {type}.' },
  too_large: { kind: 'too_large', text: /*i18n*/ 'The request is too large.' },
  rate_limited: { kind: 'limited', text: /*i18n*/ 'Too many requests. Please wait a moment and try again.' },
  contact_limit: {
    kind: 'limited',
    text: /*i18n*/ 'That is as many messages as one address can send in an hour. Please try again later.',
  },
  busy: { kind: 'busy', text: /*i18n*/ 'The service is busy. Please try again in a moment.' },
  internal: { kind: 'internal', text: /*i18n*/ 'An unexpected error occurred. Please try again.' },

  email_taken: { kind: 'conflict', text: /*i18n*/ 'An account with this email already exists.' },
  username_taken: { kind: 'conflict', text: /*i18n*/ 'This username is taken or too similar to another.' },
  username_too_soon: { kind: 'conflict', text: /*i18n*/ 'A username can be changed once per year.' },
  email_unverified: {
    kind: 'forbidden',
    text: /*i18n*/ 'Confirm your email address first: the link is in the mail we sent you.',
  },
  password_wrong: { kind: 'forbidden', text: /*i18n*/ 'This is not your current password.' },
  link_invalid: {
    kind: 'conflict',
    text: /*i18n*/ 'This link was used already or is too old. Please ask for a new one.',
  },

  proof_needed: { kind: 'forbidden', text: /*i18n*/ 'Please confirm first that it is you.' },
  registration_expired: {
    kind: 'conflict',
    text: /*i18n*/ 'This registration took too long, or its account was made already. Sign in, or fill in the form once more.',
  },
  code_wrong: { kind: 'forbidden', text: /*i18n*/ 'This code is wrong or was used already.' },
  totp_tries_used: {
    kind: 'limited',
    text: /*i18n*/ 'Too many wrong codes. Wait ten minutes, or use a passkey or a recovery code.',
  },
  totp_on: { kind: 'conflict', text: /*i18n*/ 'An authenticator app is on already. Remove it first.' },
  totp_not_started: { kind: 'conflict', text: /*i18n*/ 'This key is no longer valid. Please start again.' },
  passkey_refused: { kind: 'forbidden', text: /*i18n*/ 'This passkey was not accepted. Please try again.' },
  passkey_known: { kind: 'conflict', text: /*i18n*/ 'This passkey is saved already.' },
  passkeys_full: { kind: 'conflict', text: /*i18n*/ 'An account holds at most 10 passkeys. Remove one first.' },
  keys_full: { kind: 'conflict', text: /*i18n*/ 'An account holds at most 20 API keys. Remove one first.' },
  key_not_allowed: { kind: 'forbidden', text: /*i18n*/ 'This API key is not allowed to do that.' },
  second_factor_off: { kind: 'conflict', text: /*i18n*/ 'Turn on an authenticator app or a passkey first.' },
  sign_in_expired: {
    kind: 'signed_out',
    text: /*i18n*/ 'This sign-in took too long or too many tries. Please start again.',
  },

  provider_off: { kind: 'not_found', text: /*i18n*/ 'This way of signing in is not switched on here.' },
  provider_refused: {
    kind: 'forbidden',
    text: /*i18n*/ 'The other service did not confirm who you are. Please try again.',
  },
  provider_unavailable: {
    kind: 'busy',
    text: /*i18n*/ 'The other service cannot be reached at the moment. Please try again, or use another way.',
  },
  id_token_refused: { kind: 'forbidden', text: /*i18n*/ 'This ID token was not accepted.' },
  unsupported_chain: { kind: 'invalid', text: /*i18n*/ 'Unsupported chain. Switch your wallet to {chains}.' },
  wallet_refused: { kind: 'forbidden', text: /*i18n*/ 'This signature was not accepted. Please try again.' },
  identity_taken: { kind: 'conflict', text: /*i18n*/ 'It is linked to another account already.' },
  identity_linked: { kind: 'conflict', text: /*i18n*/ 'You have linked another one already. Remove that first.' },
  last_way_in: { kind: 'conflict', text: /*i18n*/ 'This is your only way in. Add another one first.' },

  own_account: { kind: 'conflict', text: /*i18n*/ 'Nobody acts on their own account here.' },
  message_answered: { kind: 'conflict', text: /*i18n*/ 'This message is marked as answered already.' },

  trades_open: {
    kind: 'conflict',
    text: /*i18n*/ 'Trades of yours are still open: {openTrades}. An account can be deleted when none is.',
  },
  demo_stays: {
    kind: 'conflict',
    text: /*i18n*/ 'The people of the demonstration stay. Register an account of your own to try this.',
  },

  own_offer: { kind: 'conflict', text: /*i18n*/ 'You cannot trade with your own offer' },
  offer_unavailable: { kind: 'conflict', text: /*i18n*/ 'This offer is no longer available.' },
  offer_busy: {
    kind: 'conflict',
    text: /*i18n*/ 'This offer has as many open trades as its owner allows. Try again later.',
  },
  offer_sold_out: { kind: 'conflict', text: /*i18n*/ 'The trader has less USDT left than this trade needs.' },
  offer_wrong_status: { kind: 'conflict', text: /*i18n*/ 'This offer has changed. Reload it and try again.' },

  offer_type_fixed: {
    kind: 'conflict',
    text: /*i18n*/ 'An offer goes on buying or selling. Post another one instead.',
  },
  offer_trades_open: { kind: 'conflict', text: /*i18n*/ '{openTrades} trades are open on this offer' },
  offer_usdt_reserved: { kind: 'conflict', text: /*i18n*/ 'Open trades on this offer hold {reservedUsdt} USDT' },

  amount_out_of_limits: { kind: 'invalid', text: /*i18n*/ 'Amount must be between {from} and {to} {currency}' },
  quote_unknown: { kind: 'conflict', text: /*i18n*/ 'This price was not made for you. Please ask for a new one.' },
  quote_expired: { kind: 'conflict', text: /*i18n*/ 'The price you were shown has expired. Please check the new one.' },
  quote_used: { kind: 'conflict', text: /*i18n*/ 'A trade was already opened with this price.' },
  quote_outdated: {
    kind: 'conflict',
    text: /*i18n*/ 'The offer or its price has changed. Please check the new price.',
  },

  not_your_move: { kind: 'forbidden', text: /*i18n*/ 'Only the other side of this trade can do that.' },
  stale_screen: { kind: 'conflict', text: /*i18n*/ 'The trade has moved on since this page was loaded.' },
  cancel_too_late: { kind: 'conflict', text: /*i18n*/ 'Trade can only be cancelled before payment is sent.' },
  payment_not_sent: { kind: 'conflict', text: /*i18n*/ 'Payment must be sent first before confirming receipt.' },
  not_awaiting_payment: { kind: 'conflict', text: /*i18n*/ 'This trade is not awaiting payment.' },
  payment_window_passed: {
    kind: 'conflict',
    text: /*i18n*/ 'The payment window has passed and the trade was cancelled. Do not pay now.',
  },
  time_already_given: { kind: 'conflict', text: /*i18n*/ 'More time was already given once on this trade.' },
  already_taken_back: { kind: 'conflict', text: /*i18n*/ '“Not paid after all” can be used once in a trade.' },
  trade_over: { kind: 'conflict', text: /*i18n*/ 'This trade is over.' },
  not_confirmed: { kind: 'conflict', text: /*i18n*/ 'The seller has not confirmed the receipt.' },

  chat_closed: { kind: 'conflict', text: /*i18n*/ 'This chat closed 24 hours after the trade ended.' },
  image_too_large: { kind: 'too_large', text: /*i18n*/ 'Image size must be less than 5MB.' },
  image_unreadable: {
    kind: 'invalid',
    text: /*i18n*/ 'This file is not a picture we can show. Use a JPEG, PNG or WebP image.',
  },
  image_quota: { kind: 'conflict', text: /*i18n*/ 'This trade’s chat holds as many images as it can.' },
} as const satisfies Record<string, { kind: ErrorKind; text: string }>

export type ErrorKind =
  | 'invalid'
  | 'mismatch'
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
  /** What the code's text has placeholders for. */
  values?: TextValues
  /** Facts the page needs to go on, for example the trade's present status. */
  details?: Record<string, unknown>
  /** What the command did before refusing stays done (a deadline that had passed, for one). */
  keepsWork?: boolean
}

/** The base of every refusal. Any other error is a fault and is answered as `internal`. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly values: TextValues | undefined
  readonly details: Record<string, unknown> | undefined
  readonly keepsWork: boolean

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(fill(ERRORS[code].text, extras.values))
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
    const [first] = Object.entries(fields)
    super('invalid_input', first ? { field: first[0] } : {})
    if (first) this.message = first[1]
    this.fields = fields
  }
}
