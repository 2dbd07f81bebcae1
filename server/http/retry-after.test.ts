import { expect, test } from 'vitest'
import { secondsOfRetryAfter } from './retry-after.ts'

const NOW = Date.parse('2026-11-22T12:00:00.400Z')

test.each([
  ['120', 120],
  [' 0 ', 0],
  ['9'.repeat(400), Infinity],
  ['Sun, 22 Nov 2026 12:10:00 GMT', 600],
  ['Sunday, 22-Nov-26 12:10:00 GMT', 600],
  ['Sun, 22 Nov 2026 11:00:00 GMT', 0],
  ['-5', undefined],
  ['1.5', undefined],
  ['2030', 2030],
  ['2030-01-01', undefined],
  ['soon GMT', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j is %s seconds', (header, seconds) => {
  expect(secondsOfRetryAfter(header, NOW)).toBe(seconds)
})
