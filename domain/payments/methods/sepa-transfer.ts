import { HOLDER, SEPA_IBAN } from './fields.ts'
import { paymentMethod } from './method.ts'

/** A credit transfer that the payer's bank may execute until the next working day. */
export const sepaTransfer = paymentMethod({
  code: 'sepa_transfer',
  name: /*i18n*/ 'SEPA transfer',
  risk: 'final',
  arrival: 'oneDay',
  fields: [HOLDER, SEPA_IBAN],
  identity: ({ iban }) => `iban ${iban}`,
})
