import { HOLDER, IN_APP, noted, TUNISIAN_PHONE } from './fields.ts'
import { paymentMethod } from './method.ts'

export const flouci = paymentMethod({
  code: 'flouci',
  name: /*i18n*/ 'Flouci',
  risk: 'final',
  arrival: 'seconds',
  fields: [HOLDER, TUNISIAN_PHONE],
  notes: noted(IN_APP),
  identity: ({ phone }) => `phone +216${phone}`,
})
