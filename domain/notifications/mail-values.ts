/** The values of mails, by the names that their texts use. */
import { CONTACT_SUBJECTS } from '../staff/contact.ts'
import type { ContactSubject } from '../staff/contact.ts'
import { NOTIFIED_OUTCOMES } from '../disputes/disputes.ts'
import type { DisputeOutcome } from '../disputes/disputes.ts'
import { IDENTITY_KINDS } from '../accounts/sign-in-methods.ts'
import type { IdentityKind } from '../accounts/sign-in-methods.ts'
import type { PaymentMethod } from '../payments/methods.ts'
import type { BondOutcome } from '../trades/bonds.ts'
import { PARTY_ROLES } from '../trades/trades.ts'
import type { PartyRole } from '../trades/trades.ts'

/** What a value is; all are strings, since they wait in the outbox as JSON. */
export type MailValues = {
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
  /** Millionths of a USDT, as a whole number. */
  usdtMicro: string
  /** Millionths of a USDT, as a whole number: the bond of the trade; 0 without one. */
  bondMicro: string
  /** What becomes of the bond as the trade has gone so far. */
  bondOutcome: BondOutcome
  outcome: DisputeOutcome
  /** A whole number: the recovery codes that are left. */
  left: string
  /** A whole number: the trades of a summary. */
  count: string
  /** The trades that a summary lists, as JSON (`SummarisedTrade[]`, summaries.ts). */
  trades: string
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

export type MailValueName = keyof MailValues

/**
 * Values that a message chooses a sentence by (`{method, select, …}`), each with all it can be. They reach the message as they
 * are: isolation characters around one would make every choice fall through to `other`.
 */
export const SELECT_VALUES = {
  factor: ['totp', 'passkey'],
  method: IDENTITY_KINDS,
  topic: CONTACT_SUBJECTS,
  outcome: NOTIFIED_OUTCOMES,
  role: PARTY_ROLES,
} as const

export type SecondFactor = (typeof SELECT_VALUES.factor)[number]
