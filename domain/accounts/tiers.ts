/**
 * How much a user may trade: a tier, which follows from the account and its record, and the limits of each tier by the risk of the payment
 * method (spec-coverage 14; decisions: Limits). The database holds the same rows, which the operator may change
 * (`npm run limits`); a test compares those of a new database.
 */
import { ASSET } from '../asset.ts'
import { METHODS } from '../payments/methods.ts'
import type { PaymentMethod } from '../payments/methods.ts'
import { formatUsdt, leastAmount } from '../money.ts'

/** From the lowest to the highest. */
export const TIERS = ['starter', 'rehearsed', 'established', 'experienced'] as const
export type Tier = (typeof TIERS)[number]

export const TIER_LABELS: Readonly<Record<Tier, string>> = {
  starter: /*i18n*/ 'Starter',
  rehearsed: /*i18n*/ 'Rehearsed',
  established: /*i18n*/ 'Established',
  experienced: /*i18n*/ 'Experienced',
}

export type TierRequirements = {
  accountDays: number
  /** Trades and partners that count for the record, without those in person: of these only the parties themselves know. */
  completedTrades: number
  partners: number
  needsRehearsal: boolean
}

/** A user has the highest tier whose requirements are all met; a record does not need the rehearsal. */
export const TIER_REQUIREMENTS: Readonly<Record<Tier, TierRequirements>> = {
  starter: { accountDays: 0, completedTrades: 0, partners: 0, needsRehearsal: false },
  rehearsed: { accountDays: 0, completedTrades: 0, partners: 0, needsRehearsal: true },
  established: { accountDays: 30, completedTrades: 10, partners: 5, needsRehearsal: false },
  experienced: { accountDays: 90, completedTrades: 50, partners: 20, needsRehearsal: false },
}

/** Whether the sender of a payment can have it returned after the release, or carries it to a stranger. */
export const PAYMENT_RISKS = ['final', 'reversible', 'in_person'] as const
export type PaymentRisk = (typeof PAYMENT_RISKS)[number]

export const PAYMENT_RISK_LABELS: Readonly<Record<PaymentRisk, string>> = {
  final: /*i18n*/ 'Hard to reverse',
  reversible: /*i18n*/ 'Easy to reverse',
  in_person: /*i18n*/ 'In person',
}

export const PAYMENT_METHOD_RISKS = Object.fromEntries(
  Object.entries(METHODS).map(([method, { risk }]) => [method, risk]),
) as Readonly<Record<PaymentMethod, PaymentRisk>>

/** In micro USDT. */
export type AmountLimits = {
  /** Of one trade. */
  trade: bigint
  /** Of all open trades together. */
  open: bigint
  /** Of the trades opened in the last 24 hours, cancelled ones excluded. */
  day: bigint
}
export const AMOUNT_LIMIT_NAMES = ['trade', 'open', 'day'] as const
export type AmountLimitName = (typeof AMOUNT_LIMIT_NAMES)[number]

export type TierLimits = Readonly<Record<Tier, Readonly<Record<PaymentRisk, AmountLimits>>>>

export const TIER_LIMITS: TierLimits = {
  starter: { final: usdt(2500, 5000, 10_000), reversible: usdt(500, 1000, 2000), in_person: usdt(500, 1000, 2000) },
  rehearsed: {
    final: usdt(5000, 10_000, 20_000),
    reversible: usdt(1000, 2000, 4000),
    in_person: usdt(1000, 2000, 4000),
  },
  established: {
    final: usdt(25_000, 50_000, 100_000),
    reversible: usdt(5000, 10_000, 20_000),
    in_person: usdt(2500, 5000, 10_000),
  },
  experienced: {
    final: usdt(100_000, 200_000, 500_000),
    reversible: usdt(20_000, 40_000, 100_000),
    in_person: usdt(5000, 10_000, 20_000),
  },
}

/** What the operator may set. */
export const TIER_LIMIT_MIN = 10_000_000n
export const TIER_LIMIT_MAX = 100_000_000_000_000n

function usdt(trade: number, open: number, day: number): AmountLimits {
  const micro = (amount: number) => BigInt(amount) * 1_000_000n
  return { trade: micro(trade), open: micro(open), day: micro(day) }
}

/** How much of a user's limits by one risk is used, in micro USDT. */
export type TierUse = { open: bigint; day: bigint }

/** How much one more trade may have: 2,500 a trade, 5,000 open and 10,000 a day with 3,000 open leave 2,000. */
export function availableMicro(limits: AmountLimits, use: TierUse): bigint {
  return leastAmount(limits.trade, limits.open - use.open, limits.day - use.day)
}

/** The limit that a trade of this amount would exceed; null where there is none. */
export function exceededLimit(limits: AmountLimits, use: TierUse, usdtMicro: bigint): AmountLimitName | null {
  if (usdtMicro > limits.trade) return 'trade'
  if (use.open + usdtMicro > limits.open) return 'open'
  return use.day + usdtMicro > limits.day ? 'day' : null
}

export function tierAfter(tier: Tier): Tier | null {
  return TIERS[TIERS.indexOf(tier) + 1] ?? null
}

/** What raises a user's limits next. */
export const NEXT_STEPS = ['rehearsal', 'record', 'none'] as const
export type NextStep = (typeof NEXT_STEPS)[number]

export function nextStepFrom(next: Pick<TierRequirements, 'needsRehearsal'> | null): NextStep {
  if (next === null) return 'none'
  return next.needsRehearsal ? 'rehearsal' : 'record'
}

/**
 * What is wrong with a table of limits, in English for the operator; null where nothing is. The database refuses the same:
 * each limit within the bounds, a trade within the open trades and these within a day, no less for a higher tier, and no
 * more than for final payments.
 */
export function limitsProblem(limits: TierLimits): string | null {
  for (const [rank, tier] of TIERS.entries()) {
    const below = TIERS[rank - 1]
    for (const risk of PAYMENT_RISKS) {
      const own = limits[tier][risk]
      for (const name of AMOUNT_LIMIT_NAMES) {
        const where = `${tier} ${risk} ${name}=${formatUsdt(own[name])}`
        if (own[name] < TIER_LIMIT_MIN || own[name] > TIER_LIMIT_MAX) {
          return `${where}: a limit is between ${formatUsdt(TIER_LIMIT_MIN)} and ${formatUsdt(TIER_LIMIT_MAX)} ${ASSET}.`
        }
        if (below !== undefined && own[name] < limits[below][risk][name]) return `${where}: ${below} has more.`
        if (own[name] > limits[tier].final[name]) return `${where}: final payments of this tier have less.`
      }
      if (own.trade > own.open || own.open > own.day) {
        return `${tier} ${risk}: trade may not exceed open, and open may not exceed day.`
      }
    }
  }
  return null
}
