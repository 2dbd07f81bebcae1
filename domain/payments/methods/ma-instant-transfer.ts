import { BOOKED, HOLDER, noted } from './fields.ts'
import { groupsOfFour, isMultipleOf97, paymentMethod } from './method.ts'

const NOTES = noted(BOOKED)

/** Between accounts of Moroccan banks at any hour. A RIB is the Moroccan IBAN without its country code and check digits. */
export const maInstantTransfer = paymentMethod({
  code: 'ma_instant_transfer',
  name: /*i18n*/ 'Moroccan instant transfer',
  risk: 'final',
  arrival: 'seconds',
  fields: [
    HOLDER,
    {
      name: 'rib',
      label: /*i18n*/ 'RIB',
      hint: /*i18n*/ '24 digits, as on your bank statement',
      reads: 'rib',
      keyboard: 'numeric',
      refusal: ribError,
      grouped: groupsOfFour,
    },
  ],
  notes: {
    ...NOTES,
    buyer: [
      ...NOTES.buyer,
      /*i18n*/ 'One instant transfer carries up to 20,000 MAD. Pay more in several, each with the reference if there is one.',
    ],
  },
  identity: ({ rib }) => `rib MA ${rib}`,
})

/** Bank 3, town 3, account 16, key 2 digits: the whole number is a multiple of 97. 011519000001205000534921 is one. */
function ribError(rib: string): string | null {
  if (!/^\d{24}$/.test(rib)) return /*i18n*/ 'A Moroccan RIB has 24 digits.'
  return isMultipleOf97(rib) ? null : /*i18n*/ 'The check digits of this RIB don’t match. Check each digit.'
}
