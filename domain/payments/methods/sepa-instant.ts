import { HOLDER, SEPA_IBAN } from './fields.ts'
import { paymentMethod } from './method.ts'

export const sepaInstant = paymentMethod({
  code: 'sepa_instant',
  name: /*i18n*/ 'SEPA Instant',
  risk: 'final',
  arrival: 'seconds',
  fields: [HOLDER, SEPA_IBAN],
  identity: ({ iban }) => `iban ${iban}`,
})
