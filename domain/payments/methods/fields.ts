/** Fields that several payment methods have. */
import { groupsOfFour } from './method.ts'
import type { MethodField, MethodNotes } from './method.ts'

const NO_CRYPTO_WORDS =
  /*i18n*/ 'Write nothing in the payment except the reference, if there is one: never USDT, crypto, Bitcoin, Binance or the name of this site. Banks stop such payments and close accounts.'

/** @returns what the parties read of a payment that a bank or a wallet carries, with how the seller recognises it. */
export const noted = (recognised: string, ...more: string[]): MethodNotes => ({
  buyer: [NO_CRYPTO_WORDS],
  seller: [recognised, ...more],
})

export const BOOKED =
  /*i18n*/ 'Open your bank account yourself: the payment is booked as a credit, with the sender’s name and the reference where one is used. A pending entry, a message or a screenshot is no receipt.'

export const IN_APP =
  /*i18n*/ 'Open the app yourself: the payment is in the list of transactions as completed, with the sender’s name. Emails, text messages and screenshots are easily forged.'

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
