import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FIAT_CURRENCIES } from './currencies.ts'
import { PAYMENT_METHODS } from '../payments/methods.ts'
import { OFFER_STATUSES, formatPercentage, methodAllowed, offerAfter, parsePercentage, takerRole } from './offers.ts'

test('a percentage is formatted and parsed without change', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100, max: 100 }), (tenths) => parsePercentage(formatPercentage(tenths)) === tenths),
  )
  expect(Object.is(parsePercentage('-0'), 0)).toBe(true)
  expect(formatPercentage(-15)).toBe('-1.5')
})

describe('the moves of an offer’s owner', () => {
  test.each([
    ['active', 'pause', 'paused'],
    ['active', 'activate', null],
    ['paused', 'pause', null],
    ['paused', 'activate', 'active'],
    ['expired', 'pause', null],
    ['expired', 'activate', 'active'],
  ] as const)('%s, %s: %s', (status, move, after) => expect(offerAfter(status, move)).toBe(after))

  test('no move of the owner makes an offer expired', () => {
    for (const status of OFFER_STATUSES) {
      expect([offerAfter(status, 'pause'), offerAfter(status, 'activate')]).not.toContain('expired')
    }
  })
})

test('the taker of a sell offer buys, the taker of a buy offer sells', () => {
  expect(takerRole('sell')).toBe('buyer')
  expect(takerRole('buy')).toBe('seller')
})

test('each method belongs to one currency', () => {
  for (const method of PAYMENT_METHODS) {
    expect(FIAT_CURRENCIES.filter((currency) => methodAllowed(currency, method))).toHaveLength(1)
  }
})
