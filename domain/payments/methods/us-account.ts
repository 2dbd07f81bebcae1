/** An account at a bank of the United States. */
import { BOOKED, HOLDER, noted } from './fields.ts'

export const BANK_MAX = 70

type UsDetails = Readonly<Record<'routingNumber' | 'accountNumber', string>>

export const US_ACCOUNT = {
  fields: [
    HOLDER,
    { name: 'bank', label: /*i18n*/ 'Bank', reads: 'name', refusal: bankError },
    {
      name: 'routingNumber',
      label: /*i18n*/ 'Routing number (ABA)',
      hint: /*i18n*/ '9 digits',
      reads: 'account',
      keyboard: 'numeric',
      refusal: routingNumberError,
    },
    {
      name: 'accountNumber',
      label: /*i18n*/ 'Account number',
      reads: 'account',
      keyboard: 'numeric',
      refusal: (number: string) =>
        /^\d{4,17}$/.test(number) ? null : /*i18n*/ 'An account number has 4 to 17 digits.',
    },
  ],
  notes: noted(BOOKED),
  identity: ({ routingNumber, accountNumber }: UsDetails) => `aba ${routingNumber} ${accountNumber}`,
} as const

function bankError(name: string): string | null {
  if ([...name].length < 2) return /*i18n*/ 'Enter the name of the bank.'
  return [...name].length <= BANK_MAX ? null : /*i18n*/ 'The name of the bank must be at most 70 characters long.'
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
