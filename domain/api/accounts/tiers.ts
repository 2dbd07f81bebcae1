/** How much a user may trade: the table of tiers, and the user’s own limits. */
import * as z from 'zod/mini'
import { PAYMENT_METHODS } from '../../payments/methods.ts'
import { NEXT_STEPS, PAYMENT_RISKS, TIERS } from '../../accounts/tiers.ts'
import { decimal, described, endpointsOf, listOf, named } from '../endpoint.ts'
import type { Answered } from '../endpoint.ts'
import { paymentMethod } from '../offers/market-values.ts'

const endpoint = endpointsOf('Limits')

const tier = named('Tier', z.enum(TIERS), 'Follows from the account and its record; a higher one has higher limits.')
const paymentRisk = named(
  'PaymentRisk',
  z.enum(PAYMENT_RISKS),
  'Whether the sender of a payment can have it returned, or hands it over in person: `reversible` and `in_person` methods have lower limits.',
)

const amountLimits = named(
  'AmountLimits',
  z.object({
    risk: paymentRisk,
    tradeUsdt: described(decimal, 'Of one trade.'),
    openUsdt: described(decimal, 'Of all open trades together.'),
    dayUsdt: described(decimal, 'Of the trades opened in the last 24 hours, cancelled ones excluded.'),
  }),
  'In USDT, for the payment methods of one risk. They hold for trades on the user’s own offers too.',
)
export type AmountLimitsAnswer = z.infer<typeof amountLimits>

const tierRow = named(
  'TierLimits',
  z.object({
    tier,
    accountDays: described(z.int(), 'The age of the account that it needs.'),
    completedTrades: described(z.int(), 'The completed trades on record that it needs.'),
    partners: described(z.int(), 'With how many different traders.'),
    needsRehearsal: described(z.boolean(), 'Whether it needs the rehearsal, passed.'),
    limits: listOf(amountLimits, PAYMENT_RISKS.length),
  }),
)
export type TierRow = z.infer<typeof tierRow>

export const listTiers = endpoint({
  method: 'GET',
  path: '/api/tiers',
  summary: 'List the tiers, from the lowest to the highest, with their requirements and limits',
  scope: 'read',
  isPublic: true,
  response: z.object({
    tiers: listOf(tierRow, TIERS.length),
    methods: listOf(z.object({ paymentMethod, risk: paymentRisk }), PAYMENT_METHODS.length),
  }),
})
export type TiersAnswer = Answered<typeof listTiers>

const use = named(
  'LimitUse',
  z.object({
    risk: paymentRisk,
    openUsdt: described(decimal, 'In open trades now.'),
    dayUsdt: described(decimal, 'In trades opened in the last 24 hours, cancelled ones excluded.'),
    availableUsdt: described(decimal, 'What one more trade may have now.'),
  }),
)

const ownLimits = named(
  'OwnLimits',
  z.object({
    tier,
    accountDays: described(z.int(), 'Full days since the account was created.'),
    completedTrades: described(z.int(), 'Completed trades on record, without those in person, which no tier counts.'),
    partners: described(z.int(), 'Different traders of these trades.'),
    hasRehearsed: described(z.boolean(), 'Whether the rehearsal was passed.'),
    nextTier: described(z.nullable(tier), 'The tier after the present one; null at the highest.'),
    nextStep: described(
      z.enum(NEXT_STEPS),
      'What leads to it: the rehearsal, a longer record, or nothing at the highest tier.',
    ),
    limits: listOf(amountLimits, PAYMENT_RISKS.length),
    use: listOf(use, PAYMENT_RISKS.length),
  }),
)
export type OwnLimits = z.infer<typeof ownLimits>

export const getLimits = endpoint({
  method: 'GET',
  path: '/api/limits',
  summary: 'Get your tier, your limits and what you have used of them',
  scope: 'read',
  response: ownLimits,
})
