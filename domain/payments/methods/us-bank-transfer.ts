import { paymentMethod } from './method.ts'
import { US_ACCOUNT, usAccountIdentity } from './us-account.ts'

/** Through the Automated Clearing House, whose rules let a sender's bank return a credit for days. */
export const usBankTransfer = paymentMethod({
  code: 'us_bank_transfer',
  name: /*i18n*/ 'US bank transfer (ACH)',
  risk: 'reversible',
  arrival: 'threeDays',
  fields: US_ACCOUNT,
  identity: usAccountIdentity,
})
