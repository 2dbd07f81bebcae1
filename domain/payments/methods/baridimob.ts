import { HOLDER, IN_APP, noted } from './fields.ts'
import { groupsOfFour, isMultipleOf97, paymentMethod } from './method.ts'

/** Between accounts of Algérie Poste, by its app. */
export const baridimob = paymentMethod({
  code: 'baridimob',
  name: /*i18n*/ 'BaridiMob',
  risk: 'final',
  arrival: 'seconds',
  fields: [
    HOLDER,
    {
      name: 'rib',
      label: /*i18n*/ 'RIP',
      hint: /*i18n*/ '20 digits that begin with 00799999',
      reads: 'rib',
      keyboard: 'numeric',
      refusal: ripError,
      grouped: groupsOfFour,
    },
  ],
  notes: noted(IN_APP),
  identity: ({ rib }) => `rip DZ ${rib}`,
})

/**
 * Bank 3, branch 5, account 10, key 2 digits: without the bank's, the number is a multiple of 97 (instruction 06-2004 of the
 * Bank of Algeria). 00799999000407162362 is one.
 */
function ripError(rip: string): string | null {
  if (!/^00799999\d{12}$/.test(rip)) return /*i18n*/ 'A RIP has 20 digits and begins with 00799999.'
  return isMultipleOf97(rip.slice(3)) ? null : /*i18n*/ 'The check digits of this RIP don’t match. Check each digit.'
}
