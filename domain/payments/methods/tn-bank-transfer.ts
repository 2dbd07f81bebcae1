import { TUNISIA } from '../rails/tunisia.ts'
import { BOOKED, HOLDER, noted } from './fields.ts'
import { isMultipleOf97, paymentMethod } from './method.ts'

/** A RIB is the Tunisian IBAN without its country code and check digits. */
export const tnBankTransfer = paymentMethod({
  code: 'tn_bank_transfer',
  name: /*i18n*/ 'Tunisian bank transfer',
  risk: 'final',
  arrival: 'oneDay',
  rail: { calendar: TUNISIA, workingDays: 1 },
  fields: [
    HOLDER,
    {
      name: 'rib',
      label: /*i18n*/ 'RIB',
      hint: /*i18n*/ '20 digits, as on your bank statement',
      reads: 'rib',
      keyboard: 'numeric',
      refusal: ribError,
      grouped: (rib) => rib.replace(/^(..)(...)(.{13})(..)$/, '$1 $2 $3 $4'),
    },
  ],
  notes: noted(BOOKED),
  identity: ({ rib }) => `iban TN59${rib}`,
})

/** Bank 2, branch 3, account 13, key 2 digits: the whole number is a multiple of 97. 10006035183598478831 is one. */
function ribError(rib: string): string | null {
  if (!/^\d{20}$/.test(rib)) return /*i18n*/ 'A RIB has 20 digits.'
  return isMultipleOf97(rib) ? null : /*i18n*/ 'The check digits of this RIB don’t match. Check each digit.'
}
