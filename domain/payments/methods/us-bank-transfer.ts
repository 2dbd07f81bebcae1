import { UNITED_STATES } from '../rails/united-states.ts'
import { BOOKED, noted } from './fields.ts'
import { paymentMethod } from './method.ts'
import { US_ACCOUNT } from './us-account.ts'

/** Through the Automated Clearing House; a sender can report a transfer as unauthorized weeks later. */
export const usBankTransfer = paymentMethod({
  code: 'us_bank_transfer',
  name: /*i18n*/ 'US bank transfer (ACH)',
  risk: 'reversible',
  arrival: 'threeDays',
  rail: { calendar: UNITED_STATES, workingDays: 3 },
  ...US_ACCOUNT,
  notes: noted(BOOKED, /*i18n*/ 'Count the days: an ACH credit that is only announced can still fail.'),
})
