import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatUsdt, parseFiat, parsePrice } from '../money.ts'
import { feeFor, fiatFor, priceE9, quickTradePriceE9, quoteAmounts, settlement, usdtFor } from './quote.ts'

const STEP = 10n
const price = fc
  .tuple(fc.constantFrom(920_000n, 1_000_000n, 3_210_000n, 1n, 999_999_999n), fc.integer({ min: -100, max: 100 }))
  .map(([rate, tenths]) => priceE9(rate, tenths))
const fiat = fc.bigInt({ min: 1n, max: 99_999_999_999n }).map((cents) => cents * STEP)
const usdt = fc.bigInt({ min: 1n, max: 999_999_999_999_999n })
const MANY = { numRuns: 5_000 }

describe('the worked examples of the specification', () => {
  test.each([
    [
      '150 EUR at the market rate',
      'fiat',
      150_000n,
      920_000n,
      0,
      { fiatMilli: 150_000n, usdtMicro: 163_043_478n, feeMicro: 815_217n },
    ],
    [
      '150 EUR at +1.5%',
      'fiat',
      150_000n,
      920_000n,
      15,
      { fiatMilli: 150_000n, usdtMicro: 160_633_968n, feeMicro: 803_169n },
    ],
    [
      '100 USDT at +1.5%',
      'usdt',
      100_000_000n,
      920_000n,
      15,
      { fiatMilli: 93_380n, usdtMicro: 100_000_000n, feeMicro: 500_000n },
    ],
    [
      '100 USDT in dinars at -10%',
      'usdt',
      100_000_000n,
      3_210_000n,
      -100,
      { fiatMilli: 288_900n, usdtMicro: 100_000_000n, feeMicro: 500_000n },
    ],
    ['the smallest amount of USDT', 'usdt', 1n, 920_000n, 0, { fiatMilli: 10n, usdtMicro: 1n, feeMicro: 0n }],
  ] as const)('%s', (_, anchor, typed, rate, tenths, expected) => {
    expect(quoteAmounts(anchor, typed, priceE9(rate, tenths), STEP)).toEqual(expected)
  })
})

test.each([
  // 100 / (3.21 x 1.002), 50 / (1 x 1.002), 92 / (0.92 x 1.002), 92 / (0.92 x 0.998)
  ['buy', '100', '3.210000', '31.090467'],
  ['buy', '50', '1.000000', '49.900199'],
  ['buy', '92', '0.920000', '99.800399'],
  ['sell', '92', '0.920000', '100.200400'],
] as const)('Quick Trade: %s for %s at the rate %s is %s USDT', (side, amount, rate, usdt) => {
  expect(formatUsdt(usdtFor(parseFiat(amount)!, quickTradePriceE9(parsePrice(rate), side)))).toBe(usdt)
})

test('the typed amount stays exact to the last digit', () => {
  fc.assert(
    fc.property(fiat, price, (typed, at) => quoteAmounts('fiat', typed, at, STEP).fiatMilli === typed),
    MANY,
  )
  fc.assert(
    fc.property(usdt, price, (typed, at) => quoteAmounts('usdt', typed, at, STEP).usdtMicro === typed),
    MANY,
  )
})

test('USDT is rounded down by less than one micro, fiat up by less than one step', () => {
  fc.assert(
    fc.property(fiat, price, (typed, at) => {
      const worth = usdtFor(typed, at) * at
      expect(worth <= typed * 10n ** 12n && worth + at > typed * 10n ** 12n).toBe(true)
    }),
    MANY,
  )
  fc.assert(
    fc.property(usdt, price, (typed, at) => {
      const asked = fiatFor(typed, at, STEP)
      expect(asked % STEP).toBe(0n)
      expect(asked * 10n ** 12n >= typed * at && (asked - STEP) * 10n ** 12n < typed * at).toBe(true)
    }),
    MANY,
  )
})

test('converting back and forth between the fields never drifts and never exceeds the typed amount', () => {
  fc.assert(
    fc.property(fiat, price, (typed, at) => {
      const first = usdtFor(typed, at)
      if (first === 0n) return
      const back = fiatFor(first, at, STEP)
      expect(back <= typed).toBe(true)
      const second = usdtFor(back, at)
      expect(second >= first).toBe(true)
      expect(fiatFor(second, at, STEP)).toBe(back)
    }),
    MANY,
  )
})

test('at every price of the product, fiat to USDT and back is the same fiat', () => {
  const real = fc
    .tuple(fc.constantFrom(920_000n, 1_000_000n, 3_210_000n), fc.integer({ min: -100, max: 100 }))
    .map(([rate, tenths]) => priceE9(rate, tenths))
  fc.assert(
    fc.property(fiat, real, (typed, at) => fiatFor(usdtFor(typed, at), at, STEP) === typed),
    MANY,
  )
})

test('more fiat never buys less, and more USDT never costs less', () => {
  fc.assert(fc.property(fiat, price, (typed, at) => usdtFor(typed + STEP, at) >= usdtFor(typed, at)))
  fc.assert(fc.property(usdt, price, (typed, at) => fiatFor(typed + 1n, at, STEP) >= fiatFor(typed, at, STEP)))
})

test('the fee is 0.5% to the micro, and never more', () => {
  fc.assert(
    fc.property(usdt, (amount) => {
      const fee = feeFor(amount)
      expect(fee * 200n <= amount && (fee + 1n) * 200n > amount).toBe(true)
    }),
    MANY,
  )
})

test('the taker pays the fee, and buyer, seller and fees add up', () => {
  fc.assert(
    fc.property(usdt, fc.constantFrom('buyer' as const, 'seller' as const), (amount, taker) => {
      const fee = feeFor(amount)
      const { sellerLocksMicro, buyerReceivesMicro } = settlement(amount, fee, taker)
      expect(sellerLocksMicro).toBe(buyerReceivesMicro + fee)
      expect(taker === 'buyer' ? sellerLocksMicro : buyerReceivesMicro).toBe(amount)
    }),
  )
})

test('a price is kept exactly, in any percentage of the band', () => {
  expect(priceE9(920_000n, 15)).toBe(933_800_000n)
  expect(priceE9(3_210_000n, -100)).toBe(2_889_000_000n)
  expect(priceE9(1_000_000n, 1)).toBe(1_001_000_000n)
})
