/** Payment accounts: where a seller is paid, with typed details for each payment method (decisions: Trades). */
import { validateIBAN, ValidationErrorsIBAN } from 'ibantools'
import * as z from 'zod/mini'
import { EMAIL_INVALID, EMAIL_MAX, EMAIL_PATTERN } from '../accounts/accounts.ts'
import { nameText, reads } from '../reading/fields.ts'
import { meetingPlaceError, meetingTimesError } from './meeting-texts.ts'
import { METHODS, PAYMENT_METHODS } from './methods.ts'
import type { AnyMethod } from './methods.ts'
import { hasMixedScripts, MIXED_SCRIPTS } from './names/mixed-scripts.ts'
import type { FieldChecks, MethodDefinition } from './methods/method.ts'
import { fieldsOf } from './payment-fields.ts'
import type { PaymentDetail, PaymentField } from './payment-fields.ts'
import { SEPA_COUNTRIES } from './sepa-countries.ts'

export const HOLDER_MAX = 70
const DIGITS_OF_NAME_MAX = 4

/** A field that is read and then judged; the error is null when the value is right. */
/*@__NO_SIDE_EFFECTS__*/
function judged(schema: z.ZodMiniString, errorOf: (value: string) => string | null) {
  return schema.check((ctx) => {
    const message = errorOf(ctx.value)
    if (message) ctx.issues.push({ code: 'custom', input: ctx.value, message })
  })
}

const CHECKS: FieldChecks = {
  holder: holderError,
  iban: ibanError,
  sepaIban: sepaIbanError,
  email: emailError,
  meetingTimes: meetingTimesError,
  meetingPlace: meetingPlaceError,
}

type DetailsOf<Method> =
  Method extends MethodDefinition<infer Code, infer Name>
    ? { [Key in 'method' | Name]: Key extends 'method' ? Code : string }
    : never
export type PaymentDetails = DetailsOf<AnyMethod>

/** The details of each method, with its own fields and their rules. The compiler cannot see that one schema is made for each. */
export const paymentDetailsSchema = z.discriminatedUnion(
  'method',
  PAYMENT_METHODS.map((method) =>
    z.strictObject({
      method: z.literal(method),
      ...Object.fromEntries(
        fieldsOf(method).map((field) => [
          field.name,
          judged(field.reads === 'name' ? nameText() : reads(field.reads), (value) => field.refusal(value, CHECKS)),
        ]),
      ),
    }),
  ) as never,
) as unknown as z.ZodMiniType<PaymentDetails, PaymentDetails>

/** The details as a list, in the order of the form. */
export function detailList(details: PaymentDetails): PaymentDetail[] {
  const values: Partial<Record<PaymentField, string>> = details
  return fieldsOf(details.method).map(({ name }) => ({ name, value: values[name] ?? '' }))
}

/** The name of the account's holder; null where cash is handed over. */
export function holderOf(details: PaymentDetails): string | null {
  return 'holder' in details ? details.holder : null
}

/** The last four characters of what identifies the account; of an email, those before the @. Nothing of a meeting place, which identifies none. */
export function lastFour(details: PaymentDetails): string {
  const value = detailList(details).at(-1)?.value ?? ''
  if (METHODS[details.method].isInPerson) return ''
  const { shownBefore } = fieldsOf(details.method).at(-1)!
  return (shownBefore === undefined ? value : value.split(shownBefore)[0]!).slice(-4)
}

/** Whether two accounts are the same one; the holder's name may be written in another way. */
export function isSameAccount(a: PaymentDetails, b: PaymentDetails): boolean {
  const withoutHolder = (details: PaymentDetails) =>
    JSON.stringify(detailList(details).filter(({ name }) => name !== 'holder'))
  return a.method === b.method && withoutHolder(a) === withoutHolder(b)
}

/**
 * What identifies the account, the same for every method that reaches it: Flouci and D17 are one phone number. Null of a meeting place,
 * where strangers meet too: it identifies no user.
 */
export function accountIdentity(details: PaymentDetails): string | null {
  return METHODS[details.method].identity?.(details) ?? null
}

function holderError(name: string): string | null {
  if (name === '') return /*i18n*/ 'Enter the account holder’s name.'
  if ([...name].length > HOLDER_MAX) return /*i18n*/ 'The account holder’s name must be at most 70 characters long.'
  if (hasMixedScripts(name)) return MIXED_SCRIPTS
  // A number of an account in the name would be taken for the account by what reads the details.
  const hasNumber = (name.match(/\p{Nd}/gu) ?? []).length > DIGITS_OF_NAME_MAX
  const isName = (name.match(/\p{L}/gu) ?? []).length >= 2 && !hasNumber && !/[<>{}[\]@#\\]/.test(name)
  return isName ? null : /*i18n*/ 'Enter the name exactly as your bank or payment service shows it.'
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

function emailError(email: string): string | null {
  return email.length <= EMAIL_MAX && EMAIL_PATTERN.test(email) ? null : EMAIL_INVALID
}
