import { expect, test } from 'vitest'
import { cellsOf, postedAge } from './listing.ts'

const HOUR = 3_600_000

test.each([
  [{}, 30],
  [{ type: 'sell' }, 15],
  [{ currency: 'EUR' }, 10],
  [{ method: 'd17' }, 2],
  [{ method: 'd17,revolut' }, 4],
  [{ currency: 'EUR', method: 'd17,revolut' }, 2],
  [{ type: 'buy', currency: 'TND', method: 'd17' }, 1],
  [{ currency: 'EUR', method: 'd17' }, 0],
] as const)('%j leaves %i cells of the market', (filter, count) => {
  expect(cellsOf(filter)).toHaveLength(count)
})

test.each([
  [0, { kind: 'now' }],
  [-HOUR, { kind: 'now' }],
  [HOUR - 1, { kind: 'now' }],
  [HOUR, { kind: 'hours', hours: 1 }],
  [24 * HOUR - 1, { kind: 'hours', hours: 23 }],
  [24 * HOUR, { kind: 'yesterday' }],
  [48 * HOUR - 1, { kind: 'yesterday' }],
  [48 * HOUR, { kind: 'date' }],
])('%i ms ago is %j', (ago, age) => {
  expect(postedAge(1_000_000_000_000, 1_000_000_000_000 + ago)).toEqual(age)
})
