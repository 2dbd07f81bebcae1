/** Saving the details of a payment account, apart from the other calls: their rules are a large part of a page. */
import { paymentDetailsSchema } from '../../payments/payment-accounts.ts'
import { endpointsOf } from '../endpoint.ts'
import { accountParams, savedAccount } from './payment-accounts.ts'

const endpoint = endpointsOf('Payment accounts')

export const addPaymentAccount = endpoint({
  method: 'POST',
  path: '/api/payment-accounts',
  summary: 'Create a payment account',
  description:
    'The first account of a method is its default. An account that you have already is changed to these details instead.',
  needsVerifiedEmail: true,
  body: paymentDetailsSchema,
  response: savedAccount,
  statuses: [201],
  errors: ['reauthentication_required', 'payment_accounts_full'],
})

export const changePaymentAccount = endpoint({
  method: 'POST',
  path: '/api/payment-accounts/:accountId',
  summary: 'Update the details of a payment account',
  description: 'Trades that are open keep the details they were opened with. The method of an account cannot change.',
  params: accountParams,
  body: paymentDetailsSchema,
  response: savedAccount,
  errors: ['not_found', 'reauthentication_required', 'payment_account_mismatch'],
})
