import { paymentMethod } from './method.ts'
import { US_ACCOUNT, usAccountIdentity } from './us-account.ts'

export const wireTransfer = paymentMethod({
  code: 'wire_transfer',
  name: /*i18n*/ 'Wire Transfer',
  risk: 'final',
  arrival: 'sameDay',
  fields: US_ACCOUNT,
  identity: usAccountIdentity,
})
