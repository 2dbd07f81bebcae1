/** Fields that several payment methods have. */
import { groupsOfFour } from './method.ts'
import type { MethodField } from './method.ts'

export const HOLDER: MethodField<'holder'> = {
  name: 'holder',
  label: /*i18n*/ 'Account holder',
  hint: /*i18n*/ 'Exactly as your bank or payment service shows it.',
  reads: 'name',
  refusal: (name, { holder }) => holder(name),
}

/** Mobile numbers begin with 2, 4, 5 or 9 (numbering plan of Tunisia, ITU-T E.164). */
export const TUNISIAN_PHONE: MethodField<'phone'> = {
  name: 'phone',
  label: /*i18n*/ 'Phone number',
  hint: /*i18n*/ '8 digits, for example 20 123 456',
  reads: 'phone',
  keyboard: 'tel',
  refusal: (number) => (/^[2459]\d{7}$/.test(number) ? null : /*i18n*/ 'Enter a Tunisian mobile number of 8 digits.'),
  grouped: (number) => number.replace(/^(..)(...)(...)$/, '+216 $1 $2 $3'),
}

export const SEPA_IBAN: MethodField<'iban'> = {
  name: 'iban',
  label: /*i18n*/ 'IBAN',
  hint: /*i18n*/ 'For example DE89 3704 0044 0532 0130 00',
  reads: 'iban',
  refusal: (iban, { sepaIban }) => sepaIban(iban),
  grouped: groupsOfFour,
}

/** The field of a wallet that knows its users by their email address. */
export function emailField(label: string, hint: string): MethodField<'email'> {
  return {
    name: 'email',
    label,
    hint,
    reads: 'email',
    keyboard: 'email',
    refusal: (address, { email }) => email(address),
    shownBefore: '@',
  }
}
