import { paymentMethod } from './method.ts'
import { SEPA } from './sepa.ts'

export const sepaInstant = paymentMethod({
  code: 'sepa_instant',
  name: /*i18n*/ 'SEPA Instant',
  arrival: 'seconds',
  ...SEPA,
  paymentCodeHint: /*i18n*/ 'Choose an instant transfer in the app: an ordinary one arrives a working day later.',
})
