/** Every mail that the product sends, and the values of its placeholders. */
import { CONTACT_SUBJECTS } from '../../domain/staff/contact.ts'
import type { ContactSubject } from '../../domain/staff/contact.ts'
import { DISPUTE_OUTCOMES } from '../../domain/disputes/disputes.ts'
import type { DisputeOutcome } from '../../domain/disputes/disputes.ts'
import { IDENTITY_KINDS } from '../../domain/accounts/sign-in-methods.ts'
import type { IdentityKind } from '../../domain/accounts/sign-in-methods.ts'
import type { Language } from '../../domain/languages.ts'
import { PAYMENT_METHODS } from '../../domain/market.ts'
import type { PaymentMethod } from '../../domain/market.ts'
import { PARTY_ROLES } from '../../domain/trades/trades.ts'
import type { PartyRole } from '../../domain/trades/trades.ts'

const TRADE = ['link', 'trader', 'fiatMilli', 'currency'] as const
/** Of a trade that waits for one of its parties. */
const DUE = ['until', 'timeZone'] as const

/**
 * The kinds, each with the names of its values. `registration_code` is sent to an address that has no account yet.
 * `account_exists` is sent to the account of an address that was registered again; its link leads to recovery.
 * `contact_message` is sent to support, `contact_answer` to the address in the message.
 */
export const MAIL_KINDS = {
  verify_email: ['link'],
  reset_password: ['link'],
  /** The same link, valid for longer, where many emails were requested for the mailbox. */
  reset_password_long: ['link'],
  password_changed: ['link'],
  confirm_new_email: ['link'],
  email_change_started: ['newEmail', 'link'],
  email_changed: ['newEmail', 'link'],
  email_change_undone: ['newEmail'],
  sign_in_code: ['code'],
  registration_code: ['code'],
  reauthentication_code: ['code'],
  new_device: ['browser', 'system', 'at', 'link'],
  second_factor_added: ['factor', 'link'],
  second_factor_removed: ['factor'],
  /** Wrong codes after a right first factor. */
  second_factor_wrong: [],
  recovery_code_used: ['left'],
  recovery_codes_renewed: ['link'],
  account_exists: ['link'],
  account_deleted: [],
  prior_access_revoked: [],
  api_key_added: ['name', 'link'],
  webhook_set: ['name', 'link'],
  /** To the owner of a team: a user was invited to it, or was given a role. */
  team_access_given: ['trader', 'link'],
  team_invitation: ['trader'],
  team_joined: ['trader'],
  team_roles_changed: ['trader'],
  team_ended: ['trader'],
  payment_account_added: ['paymentMethod'],
  payment_account_changed: ['paymentMethod'],
  sessions_ended_by_staff: [],
  sign_in_method_added: ['method', 'link'],
  sign_in_method_removed: ['method'],
  trade_opened: [...TRADE, ...DUE, 'role'],
  trade_paid: [...TRADE, ...DUE],
  trade_payment_mark_withdrawn: [...TRADE, ...DUE],
  trade_payment_window_extended: [...TRADE, ...DUE],
  trade_cancelled: [...TRADE, 'role'],
  trade_expired: [...TRADE, 'role'],
  trade_completed: TRADE,
  trade_refund_held: [...TRADE, ...DUE, 'role'],
  dispute_opened: [...TRADE, ...DUE],
  dispute_opened_by_system: [...TRADE, ...DUE],
  dispute_decided: [...TRADE, ...DUE],
  dispute_appealed: [...TRADE, ...DUE],
  dispute_decided_finally: TRADE,
  dispute_closed: [...TRADE, 'outcome'],
  message_received: TRADE,
  statement_wanted: [...TRADE, ...DUE],
  rating_received: TRADE,
  offer_expired: [],
  offer_sold_out: [],
  saved_search_matched: ['link'],
  outage_started: [],
  outage_ended: [],
  webhook_paused: ['name'],
  announcement: ['message'],
  currency_switched_off: ['currency'],
  currency_switched_on: ['currency'],
  contact_message: ['reference', 'topic', 'name', 'email', 'message'],
  contact_answer: ['reference', 'answer', 'message'],
  account_suspended: ['message'],
  account_restored: ['message'],
  offer_hidden: ['message'],
  offer_unhidden: ['message'],
  staff_limit_reached: ['name'],
  user_warned: ['message'],
  rating_removed: ['message'],
} as const satisfies Record<string, readonly (keyof MailValues)[]>

export type MailKind = keyof typeof MAIL_KINDS

/** What a value is; all are strings, since they wait in the outbox as JSON. */
type MailValues = {
  /** An address of ours from its slash on, without a language: "/reset-password?token=…". */
  link: string
  newEmail: string
  code: string
  /** "Firefox"; empty where the user agent does not say. */
  browser: string
  /** "Windows"; empty likewise. */
  system: string
  /** An ISO moment. */
  at: string
  /** An ISO moment: the deadline of the trade or of its dispute when the notification was written. */
  until: string
  /** The user's time zone, in which `until` is written: "Africa/Tunis". */
  timeZone: string
  /** Of the recipient in the trade. */
  role: PartyRole
  factor: SecondFactor
  method: IdentityKind
  paymentMethod: PaymentMethod
  /** Of an API key, of the sender of a contact message, or the username of an admin. */
  name: string
  /** The other side's username. */
  trader: string
  /** Thousandths of the currency, as a whole number. */
  fiatMilli: string
  currency: string
  outcome: DisputeOutcome
  /** A whole number: the recovery codes that are left. */
  left: string
  /** Of a contact message: "C-1B9D6BCD". */
  reference: string
  topic: ContactSubject
  /** Where its sender is answered. */
  email: string
  /** Several lines, quoted: a contact message, a reason of staff, or an announcement. */
  message: string
  /** Several lines of staff, which answer a contact message. */
  answer: string
}

/**
 * Values that a message chooses a sentence by (`{method, select, …}`), each with all it can be. They reach the message as they
 * are: isolation characters around one would make every choice fall through to `other`.
 */
export const SELECT_VALUES = {
  factor: ['totp', 'passkey'],
  method: IDENTITY_KINDS,
  paymentMethod: PAYMENT_METHODS,
  topic: CONTACT_SUBJECTS,
  outcome: DISPUTE_OUTCOMES,
  role: PARTY_ROLES,
} as const

export type SecondFactor = (typeof SELECT_VALUES.factor)[number]

/** A mail as it is queued: its values are those of its kind. */
export type Mail = {
  [Kind in MailKind]: Addressed<Kind> & About<Kind> & { kind: Kind; values: ValuesOf<Kind> }
}[MailKind]

/** `to` may differ from the user's address, where that is about to change. */
type Addressed<Kind> = {
  userId: Kind extends 'registration_code' | 'contact_message' | 'contact_answer' ? null : string
  to: string
  language: Language
}

/** The mails about a contact message are deleted with it. */
type About<Kind> = Kind extends 'contact_message' | 'contact_answer' ? { contactMessageId: string } : unknown

type ValuesOf<Kind extends MailKind> = Pick<MailValues, (typeof MAIL_KINDS)[Kind][number]>
