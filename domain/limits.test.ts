import { expect, test } from 'vitest'
import { LIMITS, isNewTrader, pauseMinutes } from './limits.ts'

test.each([
  [0, 0],
  [2, 0],
  [3, 15],
  [4, 30],
  [5, 60],
  [9, 960],
  [10, 1440],
  [1000, 1440],
])('after %i failed trades opening pauses %i minutes', (failures, minutes) =>
  expect(pauseMinutes(failures)).toBe(minutes),
)

test.each([
  [0, 0, true],
  [6.9, 5, true],
  [7, 0, true],
  [7, 1, false],
  [400, 30, false],
])('an account of %d days with %i completed trades: a new trader is %s', (ageDays, completedTrades, isNew) =>
  expect(isNewTrader({ ageDays, completedTrades })).toBe(isNew),
)

test('rounding up to a step costs at most 1% of the smallest trade', () =>
  expect(LIMITS.smallest_trade_milli).toBeGreaterThanOrEqual(100 * 10))
