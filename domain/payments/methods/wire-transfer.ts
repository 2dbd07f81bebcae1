import { UNITED_STATES } from '../rails/united-states.ts'
import { US_ACCOUNT } from './us-account.ts'
import { paymentMethod } from './method.ts'

export const wireTransfer = paymentMethod({
  code: 'wire_transfer',
  name: /*i18n*/ 'Wire Transfer',
  risk: 'final',
  arrival: 'sameDay',
  rail: { calendar: UNITED_STATES, workingDays: 0 },
  ...US_ACCOUNT,
})
