/** What a file of this folder says about a payment method. `domain/payments/methods.ts` lists the methods of each currency. */
import type { Rail } from '../rails/rail.ts'

/** Why a typed value is refused, by what needs a library or other rules of the product; null: it is right. */
export type FieldChecks = Readonly<
  Record<'holder' | 'iban' | 'sepaIban' | 'email' | 'meetingTimes' | 'meetingPlace', (value: string) => string | null>
>

export type MethodField<Name extends string = string> = {
  name: Name
  label: string
  hint?: string
  /** How a typed value is read (`domain/reading/`); a name is shown in its own direction, all else from left to right. */
  reads: 'name' | 'phone' | 'rib' | 'iban' | 'account' | 'tag' | 'email'
  /** Why a value that was read is refused; null: it is right. */
  refusal(value: string, checks: FieldChecks): string | null
  keyboard?: 'numeric' | 'tel' | 'email'
  /** As it is read aloud; the value itself by default. */
  grouped?(value: string): string
  /** Of a value that identifies the account, only what is before this character tells accounts apart. */
  shownBefore?: string
}

/** What a payment code names beside the account; the amount has a point and two decimals, and the reference is empty where none is wanted. */
export type PaymentCodeInput = { amount: string; reference: string }

/** When a payment usually arrives. */
export const ARRIVALS = {
  seconds: /*i18n*/ 'Usually arrives in seconds',
  minutes: /*i18n*/ 'Usually arrives in minutes',
  sameDay: /*i18n*/ 'Usually arrives the same working day',
  oneDay: /*i18n*/ 'Usually arrives in one working day',
  threeDays: /*i18n*/ 'Usually arrives in up to three working days',
  meeting: /*i18n*/ 'Handed over when you meet',
} as const

export type MethodNotes = Readonly<Record<'buyer' | 'seller', readonly string[]>>

export type MethodDefinition<Code extends string = string, Name extends string = string> = {
  /** Kept in the database and in the API: it never changes. */
  code: Code
  name: string
  /** What a trader can lose by: a payment that the sender can have returned after the release, or a meeting (domain/accounts/tiers.ts). */
  risk: 'final' | 'reversible' | 'in_person'
  arrival: keyof typeof ARRIVALS
  /** Where banks book payments on their working days only, and how many later the recipient has one. */
  rail?: { calendar: Rail; workingDays: number }
  /** Whether the payer’s bank compares the name of the holder with the account before a transfer (domain/payments/payee-check.ts). */
  hasPayeeCheck?: true
  /** In the order of the form; the last one identifies the account. */
  fields: readonly MethodField<Name>[]
  /** The text of a QR code that the payer’s banking app fills its form from; null where these details do not fit. */
  paymentCode?(details: Readonly<Record<Name, string>>, payment: PaymentCodeInput): string | null
  /** What the code cannot say to the app. */
  paymentCodeHint?: string
  /** The address of the recipient’s page at the wallet, where the payer types the amount. */
  walletPage?(details: Readonly<Record<Name, string>>): string
  /** What identifies the account, the same for every method that reaches it. The names of holder and bank identify nothing. Left out where nothing does. */
  identity?(details: Readonly<Record<Name, string>>): string
  /** What each party reads beside the details, and in the dialogs of the payment mark and of the confirmation. */
  notes: MethodNotes
}

/** The definition with its code and the names of its fields as types. */
/*@__NO_SIDE_EFFECTS__*/
export function paymentMethod<const Code extends string, const Name extends string>(
  definition: MethodDefinition<Code, Name>,
): MethodDefinition<Code, Name> {
  return definition
}

/** The check of a bank's account numbers; zeros alone are none. */
export function isMultipleOf97(digits: string): boolean {
  return BigInt(digits) > 0n && BigInt(digits) % 97n === 0n
}

/** "DE89370400440532013000" is "DE89 3704 0044 0532 0130 00". */
export function groupsOfFour(value: string): string {
  return value.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
