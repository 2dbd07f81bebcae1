import { paymentMethod } from './method.ts'
import { TARGET } from '../rails/target.ts'
import { SEPA } from './sepa.ts'

/** A credit transfer that the payer’s bank may execute until the next working day. */
export const sepaTransfer = paymentMethod({
  code: 'sepa_transfer',
  name: /*i18n*/ 'SEPA transfer',
  arrival: 'oneDay',
  rail: { calendar: TARGET, workingDays: 1 },
  ...SEPA,
})
