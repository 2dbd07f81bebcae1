import { expect, test } from 'vitest'
import { largestTrade } from './largest-trade.ts'

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
  ['the offer’s own limit where less than the smallest trade is left', '200.100000', '9000.00', '9009.009009'],
  ['the offer’s own limit where nothing is left', '0.000000', '9000.00', '9009.009009'],
])('the largest trade is %s', (_, tradableUsdt, fiat, usdt) => {
  expect(largestTrade({ ...offer, tradableUsdt })).toEqual({ fiat, usdt })
})
