import { expect, test } from 'vitest'
import { parseFiat } from '../money.ts'
import { isServed, largestTrade } from './largest-trade.ts'

const offer = {
  minAmount: '200.00',
  maxAmount: '9000.00',
  maxUsdt: '9009.009009',
  tradableUsdt: '9009.009009',
  price: '0.999',
  fiatCurrency: 'USD',
} as const

test.each([
  ['the offer’s own limit while it can be traded', '9009.009009', '9000.00', '9009.009009'],
  ['what is left, in whole steps, rounded down', '2500.000000', '2497.50', '2500.000000'],
  ['what is left to the hundredth', '200.250001', '200.04', '200.250001'],
  ['the smallest trade where just that is left', '200.200200', '200.00', '200.200200'],
])('the largest trade is %s', (_, tradableUsdt, fiat, usdt) => {
  expect(largestTrade({ ...offer, tradableUsdt })).toEqual({ fiat, usdt })
})

test.each(['200.200199', '0.000000'])('where %s USDT are left, no trade can be served', (tradableUsdt) => {
  expect(largestTrade({ ...offer, tradableUsdt })).toBeNull()
  expect(isServed({ ...offer, tradableUsdt }, parseFiat('200.00')!)).toBe(false)
})

test.each([
  ['199.99', false],
  ['200.00', true],
  ['2497.50', true],
  ['2497.51', false],
])('with 2,500 USDT left, %s is served: %s', (fiat, expected) => {
  expect(isServed({ ...offer, tradableUsdt: '2500.000000' }, parseFiat(fiat)!)).toBe(expected)
})
