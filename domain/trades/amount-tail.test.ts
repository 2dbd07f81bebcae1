import { expect, test } from 'vitest'
import { largestTail, tailCandidates } from './amount-tail.ts'

test('an amount tail stays on the steps, near the sum and inside the limits', () => {
  const limits = { minMilli: 10_000n, maxMilli: 1_000_000n, stepMilli: 10n }
  const middle = tailCandidates(150_000n, limits)
  expect(middle).toHaveLength(198)
  expect([middle[0], middle.at(-1)]).toEqual([149_010n, 150_990n])
  expect(middle).not.toContain(150_000n)
  expect(tailCandidates(10_000n, limits)[0]).toBe(10_010n)
  expect(tailCandidates(1_000_000n, limits).at(-1)).toBe(999_990n)
  expect(tailCandidates(999_990n, limits).at(-1)).toBe(1_000_000n)
  expect(tailCandidates(10n, { minMilli: 10n, maxMilli: 10n, stepMilli: 10n })).toEqual([])
})

test.each([
  [10n, '0.99'],
  [1000n, '99.00'],
])('the largest tail in steps of %s thousandths is %s', (stepMilli, tail) => expect(largestTail(stepMilli)).toBe(tail))
