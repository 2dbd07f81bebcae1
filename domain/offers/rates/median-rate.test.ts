/** The rule of the reference rate, and the promise that a minority of lying sources cannot move it. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RATE_TOLERANCE_PERCENT, medianRate } from './median-rate.ts'
import type { Reading } from './median-rate.ts'

const readings = (...values: bigint[]): Reading[] => values.map((rateE6, at) => ({ source: `source ${at}`, rateE6 }))

describe('the median rate', () => {
  test.each([
    ['none', [], null, null, []],
    ['one, the first ever', [3_210_000n], null, 3_210_000n, []],
    ['one that follows the last rate', [3_300_000n], 3_210_000n, 3_300_000n, []],
    ['one that is off by ten', [32_100_000n], 3_210_000n, null, ['source 0']],
    ['two: their mean', [100n, 103n], 900n, 101n, []],
    ['two that disagree', [100n, 1000n], null, null, ['source 0', 'source 1']],
    ['three', [102n, 100n, 101n], null, 101n, []],
    ['three, one off by ten', [100n, 1000n, 102n], null, 102n, ['source 1']],
    ['four, two against two', [100n, 100n, 1000n, 1000n], null, null, ['source 0', 'source 1', 'source 2', 'source 3']],
    ['exactly at the tolerance', [100n, 100n, 105n], null, 100n, []],
    ['beyond the tolerance', [1000n, 1000n, 1051n], null, 1000n, ['source 2']],
  ] as const)('of %s', (_name, values, last, rateE6, off) => {
    const day = last === null ? null : { lowE6: last, highE6: last }
    expect(medianRate(readings(...values), day)).toMatchObject({ rateE6, off })
  })

  test.each([
    ['near every rate of the day', 1030n, 1030n],
    ['between two rates of the day that are far apart', 1100n, 1100n],
    ['5% above the highest, and further from the lowest', 1250n, null],
    ['5% below the lowest, and further from the highest', 950n, null],
  ])('of one source alone, %s', (_name, value, rateE6) => {
    const day = rateE6 === 1030n ? { lowE6: 1000n, highE6: 1040n } : { lowE6: 1000n, highE6: 1200n }
    expect(medianRate(readings(value), day)).toMatchObject({ rateE6, off: rateE6 === null ? ['source 0'] : [] })
  })

  test('names the sources whose values it is', () => {
    expect(medianRate(readings(102n, 100n, 101n), null).middle).toEqual(['source 2'])
    expect(medianRate(readings(103n, 100n, 101n, 102n), null).middle).toEqual(['source 2', 'source 3'])
    expect(medianRate(readings(100n, 1000n), null).middle).toEqual([])
  })

  test('no answers from fewer than half of the sources move it outside the range of the others', () => {
    const rate = fc.bigInt({ min: 1n, max: 10n ** 12n })
    const honest = fc.tuple(
      fc.bigInt({ min: 1000n, max: 10n ** 9n }),
      fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 2, maxLength: 9 }),
    )
    fc.assert(
      fc.property(honest, fc.array(rate, { maxLength: 8 }), fc.option(rate, { nil: null }), (group, lies, last) => {
        const [base, thousandths] = group
        const truths = thousandths.map((share) => base + (base * BigInt(share)) / 1000n)
        const minority = lies.slice(0, truths.length - 1)
        const day = last === null ? null : { lowE6: last, highE6: last }
        const { rateE6, agreeing } = medianRate(readings(...truths, ...minority), day)
        if (rateE6 === null) return
        const sorted = truths.toSorted((a, b) => Number(a - b))
        expect(rateE6 >= sorted[0]! && rateE6 <= sorted.at(-1)!).toBe(true)
        expect(agreeing.length).toBeGreaterThan((truths.length + minority.length) / 2)
      }),
      { numRuns: 2000 },
    )
  })

  test('sources that agree have a rate, whatever fewer of them say', () => {
    const near = fc.array(fc.integer({ min: 0, max: Number(RATE_TOLERANCE_PERCENT) * 10 - 1 }), {
      minLength: 2,
      maxLength: 9,
    })
    const rate = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(
        fc.bigInt({ min: 10_000n, max: 10n ** 9n }),
        near,
        fc.array(rate, { maxLength: 8 }),
        (base, thousandths, lies) => {
          const truths = thousandths.map((share) => base + (base * BigInt(share)) / 1000n)
          const { rateE6 } = medianRate(readings(...truths, ...lies.slice(0, truths.length - 1)), null)
          expect(rateE6).not.toBeNull()
        },
      ),
      { numRuns: 1000 },
    )
  })
})
