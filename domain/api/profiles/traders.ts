/** The public profile of a trader. */
import * as z from 'zod/mini'
import { LIMITS } from '../../limits.ts'
import { usernameField } from '../../accounts/usernames.ts'
import { PAYMENT_METHODS } from '../../payments/methods.ts'
import { rating } from './rating-values.ts'
import { avatar, decimal, described, endpointsOf, listOf, moment, named } from '../endpoint.ts'
import { paymentMethod } from '../offers/market-values.ts'

const endpoint = endpointsOf('Profiles')

export const reputation = named(
  'Reputation',
  z.object({
    completedTrades: described(
      z.int(),
      `Completed trades that count: within ${LIMITS.pair_counts_days} days one for each partner, or for several partners who use one browser or one payment account; none with a user of the same browser, network or payment account.`,
    ),
    completionRate: described(
      z.nullable(decimal),
      'Completed trades out of these and those that the trader cancelled or did not pay in time, in percent with one decimal.',
    ),
    medianPaySeconds: described(z.nullable(z.int()), 'As a buyer: from the opening of a trade to its payment mark.'),
    medianReleaseSeconds: described(z.nullable(z.int()), 'As a seller: from the payment mark to the confirmation.'),
    rating: described(z.nullable(rating), 'Null without ratings that count.'),
    partners: described(z.int(), 'Different traders with whom trades were completed.'),
    disputesLost: described(z.int(), 'Disputes that were decided for the other party, or that the trader conceded.'),
    disputesConfirmed: described(
      z.int(),
      'Disputes that the buyer or the system opened and that the trader, as the seller, ended by confirming the payment.',
    ),
    disputesReleasedLate: described(
      z.int(),
      'Disputes that the trader opened as the seller, and ended by confirming the payment.',
    ),
    memberSince: moment,
  }),
  'Computed from the trades; a figure is null where there is none to compute it from.',
)
export type Reputation = z.infer<typeof reputation>

const methodRecord = named(
  'MethodRecord',
  z.object({
    paymentMethod,
    completedTrades: described(z.int(), 'Those that count.'),
    medianPaySeconds: described(z.nullable(z.int()), 'As a buyer.'),
    medianReleaseSeconds: described(z.nullable(z.int()), 'As a seller.'),
  }),
)
export type MethodRecord = z.infer<typeof methodRecord>

const traderPage = named(
  'TraderProfile',
  z.object({
    username: z.string(),
    avatar,
    isVerified: described(z.boolean(), 'The email address is confirmed; the identity is not checked.'),
    isDemo: described(z.boolean(), 'Invented by the demonstration, with the whole record.'),
    bio: z.string(),
    location: z.string(),
    reputation,
    methods: described(
      listOf(methodRecord, PAYMENT_METHODS.length),
      'The record by payment method, with the most trades first; methods without a trade are left out.',
    ),
  }),
)
export type TraderPage = z.infer<typeof traderPage>

export const getTrader = endpoint({
  method: 'GET',
  path: '/api/traders/:username',
  summary: 'Get a trader’s public profile',
  scope: 'read',
  isPublic: true,
  params: z.strictObject({
    username: usernameField,
  }),
  response: traderPage,
  errors: ['not_found'],
})
