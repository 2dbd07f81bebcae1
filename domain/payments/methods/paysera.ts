import { HOLDER, IN_APP, noted } from './fields.ts'
import { groupsOfFour, paymentMethod } from './method.ts'

/** An account has a number of Paysera's own, a Lithuanian IBAN, or both. */
export const paysera = paymentMethod({
  code: 'paysera',
  name: /*i18n*/ 'Paysera',
  risk: 'reversible',
  arrival: 'seconds',
  fields: [
    HOLDER,
    {
      name: 'account',
      label: /*i18n*/ 'Paysera account',
      hint: /*i18n*/ 'EVP and 13 digits, or an IBAN that begins with LT',
      reads: 'account',
      refusal(account, { iban }) {
        if (isIban(account)) return iban(account)
        return /^EVP\d{13}$/.test(account) ? null : /*i18n*/ 'Enter EVP and 13 digits, or an IBAN that begins with LT.'
      },
      grouped: (account) => (isIban(account) ? groupsOfFour(account) : account),
    },
  ],
  notes: noted(IN_APP),
  identity: ({ account }) => (isIban(account) ? `iban ${account}` : `paysera ${account}`),
})

function isIban(account: string): boolean {
  return account.startsWith('LT')
}
