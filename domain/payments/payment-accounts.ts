/** Payment accounts: where a seller is paid, with typed details for each payment method (decisions: Trades). */
import { validateIBAN, ValidationErrorsIBAN } from 'ibantools'
import * as z from 'zod/mini'
import { EMAIL_INVALID, EMAIL_MAX, EMAIL_PATTERN } from '../accounts/accounts.ts'
import { nameText, reads } from '../reading/fields.ts'
import type { PaymentMethod } from '../market.ts'
import { hasMixedScripts, MIXED_SCRIPTS } from './names/mixed-scripts.ts'
import { METHOD_FIELDS } from './payment-fields.ts'
import { SEPA_COUNTRIES } from './sepa-countries.ts'
import type { PaymentDetail, PaymentField } from './payment-fields.ts'

export const HOLDER_MAX = 70
export const BANK_MAX = 70

/** A field that is read and then judged; the error is null when the value is right. */
/*@__NO_SIDE_EFFECTS__*/
function judged(schema: z.ZodMiniString, errorOf: (value: string) => string | null) {
  return schema.check((ctx) => {
    const message = errorOf(ctx.value)
    if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
  })
}

const holder = judged(nameText(), holderError)
const phone = judged(reads('phone'), phoneError)

const SCHEMAS = {
  flouci: z.strictObject({ method: z.literal('flouci'), holder, phone }),
  d17: z.strictObject({ method: z.literal('d17'), holder, phone }),
  tn_bank_transfer: z.strictObject({
    method: z.literal('tn_bank_transfer'),
    holder,
    rib: judged(reads('rib'), ribError),
  }),
  sepa_instant: z.strictObject({
    method: z.literal('sepa_instant'),
    holder,
    iban: judged(reads('iban'), sepaIbanError),
  }),
  revolut: z.strictObject({ method: z.literal('revolut'), holder, tag: judged(reads('tag'), tagError) }),
  paysera: z.strictObject({ method: z.literal('paysera'), holder, account: judged(reads('account'), payseraError) }),
  wire_transfer: z.strictObject({
    method: z.literal('wire_transfer'),
    holder,
    bank: nameText().check(
      z.minLength(2, /*i18n*/ 'Enter the name of the bank.'),
      z.maxLength(BANK_MAX, /*i18n*/ 'The name of the bank must be at most 70 characters long.'),
    ),
    routingNumber: judged(reads('account'), routingNumberError),
    accountNumber: judged(reads('account'), accountNumberError),
  }),
  paypal: z.strictObject({
    method: z.literal('paypal'),
    holder,
    email: judged(reads('email'), emailError),
  }),
} as const satisfies Record<PaymentMethod, z.ZodMiniType>

export const paymentDetailsSchema = z.discriminatedUnion('method', [
  SCHEMAS.flouci,
  SCHEMAS.d17,
  SCHEMAS.tn_bank_transfer,
  SCHEMAS.sepa_instant,
  SCHEMAS.revolut,
  SCHEMAS.paysera,
  SCHEMAS.wire_transfer,
  SCHEMAS.paypal,
])
export type PaymentDetails = z.infer<typeof paymentDetailsSchema>

/** The details as a list, in the order of the form. */
export function detailList(details: PaymentDetails): PaymentDetail[] {
  const values: Partial<Record<PaymentField, string>> = details
  return METHOD_FIELDS[details.method].map(({ name }) => ({ name, value: values[name] ?? '' }))
}

/** The last four characters of what identifies the account; of an email, those before the @. */
export function lastFour(details: PaymentDetails): string {
  const value = detailList(details).at(-1)?.value ?? ''
  const { endsBefore } = METHOD_FIELDS[details.method].at(-1)!
  return (endsBefore === undefined ? value : value.split(endsBefore)[0]!).slice(-4)
}

/** Whether two accounts are the same one; the holder's name may be written in another way. */
export function isSameAccount(a: PaymentDetails, b: PaymentDetails): boolean {
  const withoutHolder = (details: PaymentDetails) =>
    JSON.stringify(detailList(details).filter(({ name }) => name !== 'holder'))
  return a.method === b.method && withoutHolder(a) === withoutHolder(b)
}

/**
 * What identifies the account, the same for every method that reaches it: Flouci and D17 are one phone number, a RIB is a
 * Tunisian IBAN, and a Paysera account can be an IBAN. The names of the holder and of the bank identify nothing.
 */
export function accountIdentity(details: PaymentDetails): string {
  switch (details.method) {
    case 'flouci':
    case 'd17':
      return `phone +216${details.phone}`
    case 'tn_bank_transfer':
      return `iban TN59${details.rib}`
    case 'sepa_instant':
      return `iban ${details.iban}`
    case 'paysera':
      return details.account.startsWith('LT') ? `iban ${details.account}` : `paysera ${details.account}`
    case 'revolut':
      return `revolut ${details.tag}`
    case 'wire_transfer':
      return `aba ${details.routingNumber} ${details.accountNumber}`
    case 'paypal':
      return `paypal ${details.email}`
  }
}

function holderError(name: string): string | null {
  if (name === '') return /*i18n*/ 'Enter the account holder’s name.'
  if ([...name].length > HOLDER_MAX) return /*i18n*/ 'The account holder’s name must be at most 70 characters long.'
  if (hasMixedScripts(name)) return MIXED_SCRIPTS
  const isName = (name.match(/\p{L}/gu) ?? []).length >= 2 && !/[<>{}[\]@#\\]/.test(name)
  return isName ? null : /*i18n*/ 'Enter the name exactly as your bank or payment service shows it.'
}

/** Mobile numbers begin with 2, 4, 5 or 9 (numbering plan of Tunisia, ITU-T E.164). */
function phoneError(number: string): string | null {
  return /^[2459]\d{7}$/.test(number) ? null : /*i18n*/ 'Enter a Tunisian mobile number of 8 digits.'
}

/** Bank 2, branch 3, account 13, key 2 digits: the whole number is a multiple of 97. 10006035183598478831 is one. */
function ribError(rib: string): string | null {
  if (!/^\d{20}$/.test(rib)) return /*i18n*/ 'A RIB has 20 digits.'
  return BigInt(rib) > 0n && BigInt(rib) % 97n === 0n
    ? null
    : /*i18n*/ 'The check digits of this RIB don’t match. Check each digit.'
}

function sepaIbanError(iban: string): string | null {
  const wrong = ibanError(iban)
  if (wrong) return wrong
  return SEPA_COUNTRIES.has(iban.slice(0, 2)) ? null : /*i18n*/ 'This IBAN’s country isn’t part of SEPA.'
}

function ibanError(iban: string): string | null {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]+$/.test(iban))
    return /*i18n*/ 'Enter an IBAN: a country code, two check digits and the account.'
  const { valid, errorCodes } = validateIBAN(iban)
  if (valid) return null
  const is = (...codes: ValidationErrorsIBAN[]) => codes.some((code) => errorCodes.includes(code))
  if (is(ValidationErrorsIBAN.NoIBANCountry)) return /*i18n*/ 'No IBAN begins with this country code.'
  if (is(ValidationErrorsIBAN.WrongBBANLength)) return /*i18n*/ 'An IBAN of this country has another length.'
  return /*i18n*/ 'The check digits of this IBAN don’t match. Check each character.'
}

function tagError(tag: string): string | null {
  return /^@[a-z0-9]{3,16}$/.test(tag)
    ? null
    : /*i18n*/ 'A Revolut tag is @ and 3 to 16 characters from a to z and 0 to 9.'
}

function payseraError(account: string): string | null {
  if (account.startsWith('LT')) return ibanError(account)
  return /^EVP\d{13}$/.test(account) ? null : /*i18n*/ 'Enter EVP and 13 digits, or an IBAN that begins with LT.'
}

/** The sum of the digits, weighted 3, 7, 1, is a multiple of 10; the first two are of the Federal Reserve. 021000021 is one. */
function routingNumberError(number: string): string | null {
  if (!/^\d{9}$/.test(number)) return /*i18n*/ 'A routing number has 9 digits.'
  const sum = [...number].reduce((total, digit, at) => total + Number(digit) * [3, 7, 1][at % 3]!, 0)
  const isRegion = /^(0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/.test(number) && Number(number) > 0
  return isRegion && sum % 10 === 0
    ? null
    : /*i18n*/ 'The check digit of this routing number doesn’t match. Check each digit.'
}

function accountNumberError(number: string): string | null {
  return /^\d{4,17}$/.test(number) ? null : /*i18n*/ 'An account number has 4 to 17 digits.'
}

function emailError(email: string): string | null {
  return email.length <= EMAIL_MAX && EMAIL_PATTERN.test(email) ? null : EMAIL_INVALID
}
