/** Trusted and blocked traders, and what an offer requires of its taker (decisions: Relations). */
import * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import { ratePercent } from './profiles.ts'
import type { TextValues } from '../texts.ts'

/** One user trusts or blocks another, never both. */
export const RELATION_KINDS = ['trusted', 'blocked'] as const
export type RelationKind = (typeof RELATION_KINDS)[number]

/** What the taker's account and record must have; 0 requires nothing. The rate is in percent. */
export type Requirements = { accountDays: number; completedTrades: number; completionRate: number }

export const NO_REQUIREMENTS: Requirements = { accountDays: 0, completedTrades: 0, completionRate: 0 }

export const REQUIREMENTS_MAX = {
  accountDays: 365,
  completedTrades: 1000,
  completionRate: 100,
} as const satisfies Requirements

/** The choices of the offer form. */
export const REQUIREMENT_CHOICES = {
  accountDays: [0, 7, 30, 90, 180, 365],
  completedTrades: [0, 1, 5, 10, 20, 50, 100],
  completionRate: [0, 80, 90, 95, 98],
} as const satisfies Record<keyof Requirements, readonly number[]>

export const requirementsSchema = z.strictObject({
  accountDays: whole(REQUIREMENTS_MAX.accountDays),
  completedTrades: whole(REQUIREMENTS_MAX.completedTrades),
  completionRate: whole(REQUIREMENTS_MAX.completionRate),
})

/** A taker's figures: those that every listing shows. */
export type TakerRecord = { accountDays: number; completedTrades: number; failedTrades: number }

/** Why an offer cannot be taken. `trade_not_possible` does not say which of the two users blocks the other. */
export type TakerRefusal = {
  code: Extract<
    ErrorCode,
    | 'currency_unavailable'
    | 'rate_unavailable'
    | 'trade_not_possible'
    | 'taker_account_too_new'
    | 'taker_trades_too_few'
    | 'taker_completion_too_low'
    | 'taker_completion_unknown'
    | 'counterparty_limit'
    | 'new_taker_offer_busy'
    | 'new_taker_usdt_limit'
  >
  values: TextValues
}

/** The first requirement that the taker does not meet, with both figures; null when all are met. */
export function unmetRequirement(required: Requirements, taker: TakerRecord): TakerRefusal | null {
  const { accountDays: days, completedTrades: trades, completionRate: rate } = required
  const { accountDays: ownDays, completedTrades: ownTrades, failedTrades } = taker
  if (ownDays < days) return { code: 'taker_account_too_new', values: { days, ownDays } }
  if (ownTrades < trades) return { code: 'taker_trades_too_few', values: { trades, ownTrades } }
  if (rate === 0) return null
  const ownRate = ratePercent(ownTrades, ownTrades + failedTrades)
  if (ownRate === null) return { code: 'taker_completion_unknown', values: { rate } }
  return Number(ownRate) < rate ? { code: 'taker_completion_too_low', values: { rate, ownRate } } : null
}

function whole(max: number) {
  return z.int().check(z.minimum(0), z.maximum(max))
}
