/** Payment accounts: where a user is paid. Their details are answered to their owner, and inside an open trade. */
import * as z from 'zod/mini'
import { LIMITS } from '../../limits.ts'
import { METHODS } from '../../payments/methods.ts'
import { PAYMENT_FIELDS } from '../../payments/payment-fields.ts'
import { described, endpointsOf, id, listOf, moment, named, nothing } from '../endpoint.ts'
import { paymentMethod } from '../offers/market-values.ts'

const endpoint = endpointsOf('Payment accounts')

export const paymentAccount = named(
  'PaymentAccount',
  z.object({
    id,
    method: paymentMethod,
    lastFour: described(
      z.string(),
      'The last characters of what identifies the account, four at most; empty of a meeting place.',
    ),
    isDefault: described(z.boolean(), 'The account that a form proposes for this method.'),
    usedByOffers: described(z.int(), 'Your offers that name it; it can be removed when there are none.'),
    changedAt: described(moment, 'When the details were added or last changed.'),
  }),
)
export type PaymentAccount = z.infer<typeof paymentAccount>

const paymentAccounts = named(
  'PaymentAccounts',
  z.object({ accounts: listOf(paymentAccount, LIMITS.payment_accounts) }),
)

const paymentDetail = named(
  'PaymentDetail',
  z.object({ name: z.enum(PAYMENT_FIELDS), value: z.string() }),
  'One field of the details, without blanks and separators.',
)

const MOST_FIELDS = Math.max(...Object.values(METHODS).map(({ fields }) => fields.length))
export const paymentDetails = listOf(paymentDetail, MOST_FIELDS)

export const savedAccount = z.object({ id, accounts: listOf(paymentAccount, LIMITS.payment_accounts) })
export const accountParams = z.strictObject({ accountId: id })

export const listPaymentAccounts = endpoint({
  method: 'GET',
  path: '/api/payment-accounts',
  summary: 'List your payment accounts, without their details',
  description: 'By method, the default of each first.',
  scope: 'read',
  response: paymentAccounts,
})

export const listAccountHolders = endpoint({
  method: 'GET',
  path: '/api/payment-accounts/holders',
  summary: 'List the names of the holders of your payment accounts',
  description: 'Each name once, in the order of the accounts: those of one payment method, or of all.',
  query: z.strictObject({ method: z.optional(paymentMethod) }),
  response: z.object({ holders: listOf(z.string(), LIMITS.payment_accounts) }),
})

export const getPaymentAccount = endpoint({
  method: 'GET',
  path: '/api/payment-accounts/:accountId',
  summary: 'Get one of your payment accounts with its details',
  params: accountParams,
  response: z.object({ id, method: paymentMethod, details: paymentDetails }),
  errors: ['not_found', 'reauthentication_required'],
})

export const setDefaultAccount = endpoint({
  method: 'POST',
  path: '/api/payment-accounts/:accountId/default',
  summary: 'Update the default account of a method',
  needsIdempotencyKey: true,
  params: accountParams,
  body: nothing,
  response: z.object({ isDefault: z.literal(true) }),
  errors: ['not_found'],
})

export const removePaymentAccount = endpoint({
  method: 'DELETE',
  path: '/api/payment-accounts/:accountId',
  summary: 'Delete a payment account',
  description: 'Refused while one of your offers names it. Trades keep their own copy of its details.',
  needsIdempotencyKey: true,
  params: accountParams,
  response: z.object({ removed: z.literal(true) }),
  errors: ['not_found', 'payment_account_in_use'],
})
