import { expect, test } from 'vitest'
import { parseUsdt } from '../money.ts'
import { KEY_RELEASE, KEY_RELEASE_HOURS } from './api-keys.ts'
import { minutesUntilRelease, releaseLeft } from './key-releases.ts'
import type { PastRelease } from './key-releases.ts'

const LIMIT = { micro: 10n, trades: 2 }
const DAY = KEY_RELEASE_HOURS * 60
const past = (...releases: [micro: bigint, minutesAgo: number][]): PastRelease[] =>
  releases.map(([micro, minutesAgo]) => ({ micro, minutesAgo }))

test.each([
  ['nothing released', past(), 10n, 2],
  ['a part', past([4n, 5]), 6n, 1],
  ['all of the amount', past([10n, 5]), 0n, 1],
  ['all of the number', past([1n, 5], [1n, 6]), 8n, 0],
])('of the limit is left, after %s', (_, released, micro, trades) => {
  expect(releaseLeft(LIMIT, released)).toEqual({ micro, trades })
})

test.each([
  ['now, with nothing released', past(), 10n, 0],
  ['now, with exactly enough left', past([4n, 5]), 6n, 0],
  ['when the release is a day old that took the amount', past([6n, 20 * 60]), 5n, 4 * 60],
  ['when the oldest is a day old, where the number is used up', past([1n, 10], [1n, 60]), 1n, DAY - 60],
  ['when enough of them are a day old', past([4n, 10], [6n, 60]), 7n, DAY - 10],
  ['a minute later at least', past([10n, DAY - 0.01]), 1n, 1],
  ['in whole minutes, rounded up', past([10n, 0.5]), 1n, DAY],
  ['never, above the limit', past(), 11n, null],
])('an amount can be released %s', (_, released, micro, minutes) => {
  expect(minutesUntilRelease(LIMIT, released, micro)).toBe(minutes)
})

test('what the page offers and presets is within the bounds', () => {
  const { usdtADay, tradesADay } = KEY_RELEASE
  expect(parseUsdt(usdtADay.preset)).toBeGreaterThanOrEqual(parseUsdt(usdtADay.min)!)
  expect(parseUsdt(usdtADay.preset)).toBeLessThanOrEqual(parseUsdt(usdtADay.max)!)
  expect(tradesADay.offered).toContain(tradesADay.preset)
  expect(tradesADay.offered.filter((count) => count < tradesADay.min || count > tradesADay.max)).toEqual([])
})
