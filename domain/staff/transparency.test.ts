import fc from 'fast-check'
import { expect, test } from 'vitest'
import { medianMinutes, SHOWN_FROM, unlessSmall, withoutSmall } from './transparency.ts'

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

test('no shown cell, sum or difference is a small number', () => {
  const isSmall = (number: number) => number > 0 && number < SHOWN_FROM
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 12 }), (counts) => {
      const { cells, others, total, isWithheld } = withoutSmall(counts.map((count) => ({ count })))
      expect([...cells.map(({ count }) => count), others, total].filter(isSmall)).toEqual([])
      expect(total).toBe(cells.reduce((sum, { count }) => sum + count, others))
      expect(isWithheld).toBe(counts.some(isSmall))
    }),
  )
})

test.each([
  [0, 0],
  [1, null],
  [SHOWN_FROM - 1, null],
  [SHOWN_FROM, SHOWN_FROM],
])('%i is shown as %s', (count, shown) => expect(unlessSmall(count)).toBe(shown))
