import { paymentMethod } from './method.ts'
import { SEPA } from './sepa.ts'

export const sepaInstant = paymentMethod({
  code: 'sepa_instant',
  name: /*i18n*/ 'SEPA Instant',
  arrival: 'seconds',
  ...SEPA,
})
