import { HOLDER, IN_APP, noted, TUNISIAN_PHONE } from './fields.ts'
import { paymentMethod } from './method.ts'

export const d17 = paymentMethod({
  code: 'd17',
  name: /*i18n*/ 'D17',
  risk: 'final',
  arrival: 'seconds',
  fields: [HOLDER, TUNISIAN_PHONE],
  notes: noted(IN_APP),
  identity: ({ phone }) => `phone +216${phone}`,
})
