/** The fields of payment accounts, without their rules: what pages show of them. */
import type { PaymentMethod } from '../market.ts'

/** Details that were added or changed so recently before the trade was opened are marked to the buyer. */
export const RECENT_CHANGE_MINUTES = 60
/** The payment details of a trade are erased so long after its end. */
export const PAYMENT_DETAILS_DAYS = 30

export const PAYMENT_FIELDS = [
  'holder',
  'phone',
  'bank',
  'rib',
  'iban',
  'tag',
  'account',
  'routingNumber',
  'accountNumber',
  'email',
] as const
export type PaymentField = (typeof PAYMENT_FIELDS)[number]

export const PAYMENT_FIELD_NAMES: Readonly<Record<PaymentField, string>> = {
  holder: /*i18n*/ 'Account holder',
  phone: /*i18n*/ 'Phone number',
  bank: /*i18n*/ 'Bank',
  rib: /*i18n*/ 'RIB',
  iban: /*i18n*/ 'IBAN',
  tag: /*i18n*/ 'Revolut tag',
  account: /*i18n*/ 'Paysera account',
  routingNumber: /*i18n*/ 'Routing number (ABA)',
  accountNumber: /*i18n*/ 'Account number',
  email: /*i18n*/ 'PayPal email',
}

/** The fields of each method, in the order of the form; the last one identifies the account. */
export const METHOD_FIELDS = {
  flouci: ['holder', 'phone'],
  d17: ['holder', 'phone'],
  tn_bank_transfer: ['holder', 'rib'],
  sepa_instant: ['holder', 'iban'],
  revolut: ['holder', 'tag'],
  paysera: ['holder', 'account'],
  wire_transfer: ['holder', 'bank', 'routingNumber', 'accountNumber'],
  paypal: ['holder', 'email'],
} as const satisfies Record<PaymentMethod, readonly PaymentField[]>

export type PaymentDetail = { name: PaymentField; value: string }

/** An IBAN, RIB or phone number in groups, as it is read aloud. */
export function inGroups({ name, value }: PaymentDetail): string {
  if (name === 'iban' || (name === 'account' && !value.startsWith('EVP')))
    return value.replaceAll(/(.{4})(?=.)/g, '$1 ')
  if (name === 'rib') return value.replace(/^(..)(...)(.{13})(..)$/, '$1 $2 $3 $4')
  return name === 'phone' ? value.replace(/^(..)(...)(...)$/, '+216 $1 $2 $3') : value
}
