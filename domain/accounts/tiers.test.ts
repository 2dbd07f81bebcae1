import { describe, expect, test } from 'vitest'
import {
  TIERS,
  TIER_LIMITS,
  TIER_LIMIT_MAX,
  TIER_LIMIT_MIN,
  TIER_REQUIREMENTS,
  availableMicro,
  exceededLimit,
  limitsProblem,
  nextStepFrom,
  tierAfter,
} from './tiers.ts'
import type { AmountLimits, TierLimits } from './tiers.ts'

const LIMITS: AmountLimits = { trade: 2500n, open: 5000n, day: 10_000n }

describe('one more trade', () => {
  test.each([
    [0n, 0n, 2500n, null, 2500n],
    [0n, 0n, 2501n, 'trade', 2500n],
    [3000n, 3000n, 2000n, null, 2000n],
    [3000n, 3000n, 2001n, 'open', 2000n],
    [0n, 9000n, 1000n, null, 1000n],
    [0n, 9000n, 1001n, 'day', 1000n],
    [6000n, 12_000n, 1n, 'open', 0n],
  ] as const)('with %d open and %d in a day, %d exceeds %s, and %d is left', (open, day, amount, exceeded, left) => {
    expect(exceededLimit(LIMITS, { open, day }, amount)).toBe(exceeded)
    expect(availableMicro(LIMITS, { open, day })).toBe(left)
  })
})

describe('a tier', () => {
  test('leads to the next one: first by the rehearsal, then by the record', () => {
    expect(TIERS.map(tierAfter)).toEqual(['rehearsed', 'established', 'experienced', null])
    const steps = TIERS.map((tier) => tierAfter(tier)).map((next) => nextStepFrom(next && TIER_REQUIREMENTS[next]))
    expect(steps).toEqual(['rehearsal', 'record', 'record', 'none'])
  })
})

describe('the operator’s table', () => {
  test('may be the first one', () => expect(limitsProblem(TIER_LIMITS)).toBeNull())

  test.each([
    ['starter', 'final', { trade: TIER_LIMIT_MIN - 1n }, 'a limit is between'],
    ['experienced', 'final', { day: TIER_LIMIT_MAX + 1n }, 'a limit is between'],
    ['rehearsed', 'final', { trade: 2_499_000_000n }, 'starter has more'],
    ['established', 'reversible', { trade: 25_000_000_001n }, 'final payments of this tier have less'],
    ['experienced', 'final', { trade: 200_000_000_001n }, 'trade may not exceed open'],
    ['experienced', 'final', { open: 500_000_000_001n }, 'open may not exceed day'],
  ] as const)('may not have %s %s %o', (tier, risk, change, reason) => {
    const table: TierLimits = {
      ...TIER_LIMITS,
      [tier]: { ...TIER_LIMITS[tier], [risk]: { ...TIER_LIMITS[tier][risk], ...change } },
    }
    expect(limitsProblem(table)).toContain(reason)
  })
})
