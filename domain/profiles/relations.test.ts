import { expect, test } from 'vitest'
import { NO_REQUIREMENTS, REQUIREMENTS_MAX, REQUIREMENT_CHOICES, unmetRequirement } from './relations.ts'
import type { Requirements } from './relations.ts'

const taker = { accountDays: 30, completedTrades: 19, failedTrades: 1 }
const required = (changes: Partial<Requirements>) => ({ ...NO_REQUIREMENTS, ...changes })

test.each([
  [{}, null],
  [{ accountDays: 30, completedTrades: 19, completionRate: 95 }, null],
  [{ accountDays: 31 }, { code: 'taker_account_too_new', values: { days: 31, ownDays: 30 } }],
  [{ completedTrades: 20 }, { code: 'taker_trades_too_few', values: { trades: 20, ownTrades: 19 } }],
  [{ completionRate: 96 }, { code: 'taker_completion_too_low', values: { rate: 96, ownRate: '95.0' } }],
])('of %j a taker with 30 days, 19 trades and 95% lacks %j', (changes, unmet) => {
  expect(unmetRequirement(required(changes), taker)).toEqual(unmet)
})

test('a taker without a closed trade has no completion rate, and meets no required one', () => {
  const stranger = { accountDays: 0, completedTrades: 0, failedTrades: 0 }
  expect(unmetRequirement(required({ completionRate: 1 }), stranger)?.code).toBe('taker_completion_unknown')
  expect(unmetRequirement(NO_REQUIREMENTS, stranger)).toBeNull()
})

test('every choice of the form is within the bounds, and begins with no requirement', () => {
  for (const [name, choices] of Object.entries(REQUIREMENT_CHOICES)) {
    expect(choices[0]).toBe(0)
    expect(Math.max(...choices)).toBeLessThanOrEqual(REQUIREMENTS_MAX[name as keyof Requirements])
  }
})
