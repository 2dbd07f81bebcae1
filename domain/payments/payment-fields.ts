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

type MethodField = {
  name: PaymentField
  label: string
  /** Of a value that identifies the account, only what is before this character tells accounts apart. */
  endsBefore?: string
}

const HOLDER = { name: 'holder', label: /*i18n*/ 'Account holder' } as const
const PHONE = { name: 'phone', label: /*i18n*/ 'Phone number' } as const

/** The fields of each method, in the order of the form; the last one identifies the account. */
export const METHOD_FIELDS: Readonly<Record<PaymentMethod, readonly MethodField[]>> = {
  flouci: [HOLDER, PHONE],
  d17: [HOLDER, PHONE],
  tn_bank_transfer: [HOLDER, { name: 'rib', label: /*i18n*/ 'RIB' }],
  sepa_instant: [HOLDER, { name: 'iban', label: /*i18n*/ 'IBAN' }],
  revolut: [HOLDER, { name: 'tag', label: /*i18n*/ 'Revolut tag' }],
  paysera: [HOLDER, { name: 'account', label: /*i18n*/ 'Paysera account' }],
  wire_transfer: [
    HOLDER,
    { name: 'bank', label: /*i18n*/ 'Bank' },
    { name: 'routingNumber', label: /*i18n*/ 'Routing number (ABA)' },
    { name: 'accountNumber', label: /*i18n*/ 'Account number' },
  ],
  paypal: [HOLDER, { name: 'email', label: /*i18n*/ 'PayPal email', endsBefore: '@' }],
}

/** The label of a field of the method; the field's own name where the method has no such field. */
export function fieldLabel(method: PaymentMethod, name: PaymentField): string {
  return METHOD_FIELDS[method].find((field) => field.name === name)?.label ?? name
}

export type PaymentDetail = { name: PaymentField; value: string }

/** An IBAN, RIB or phone number in groups, as it is read aloud. */
export function inGroups({ name, value }: PaymentDetail): string {
  if (name === 'iban' || (name === 'account' && !value.startsWith('EVP')))
    return value.replaceAll(/(.{4})(?=.)/g, '$1 ')
  if (name === 'rib') return value.replace(/^(..)(...)(.{13})(..)$/, '$1 $2 $3 $4')
  return name === 'phone' ? value.replace(/^(..)(...)(...)$/, '+216 $1 $2 $3') : value
}
