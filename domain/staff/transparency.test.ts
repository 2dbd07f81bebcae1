import fc from 'fast-check'
import { expect, test } from 'vitest'
import { medianMinutes, roundedDown, SHOWN_FROM, shownCount } from './transparency.ts'

test('a median of counted minutes is that of the sorted minutes', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: SHOWN_FROM, maxLength: 60 }), (all) => {
      const counts = new Map<number, number>()
      for (const minutes of all) counts.set(minutes, (counts.get(minutes) ?? 0) + 1)
      const sorted = all.toSorted((a, b) => a - b)
      const histogram = [...counts].map(([minutes, times]) => ({ minutes, times }))
      expect(medianMinutes(histogram)).toBe(sorted[Math.ceil(sorted.length / 2) - 1])
    }),
  )
})

test('there is no median of fewer than five', () => {
  expect(medianMinutes([])).toBeNull()
  expect(medianMinutes([{ minutes: 3, times: 4 }])).toBeNull()
})

test.each([
  [0, 0],
  [1, null],
  [SHOWN_FROM - 1, null],
  [SHOWN_FROM, SHOWN_FROM],
  [SHOWN_FROM + 1, SHOWN_FROM],
  [2 * SHOWN_FROM, 2 * SHOWN_FROM],
])('a count of what changes both ways: %i is shown as %s', (count, shown) => expect(shownCount(count)).toBe(shown))

test.each([
  [2450, 100, 2400],
  [99, 100, 0],
  [100, 100, 100],
])('%i in steps of %i is %i', (number, step, rounded) => expect(roundedDown(number, step)).toBe(rounded))
