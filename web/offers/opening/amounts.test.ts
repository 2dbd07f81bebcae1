import { expect, test } from 'vitest'
import { linkAmounts, type Typed } from './amounts.ts'

const limits = {
  fiatCurrency: 'EUR',
  minAmount: '50.00',
  maxAmount: '500.00',
  maxUsdt: '535.446562',
  tradableUsdt: '535.446562',
  price: '0.9338',
} as const
const fiat = (text: string): Typed => ({ anchor: 'fiat', text })
const usdt = (text: string): Typed => ({ anchor: 'usdt', text })

test('fiat typed stays as typed; the USDT is rounded down', () => {
  expect(linkAmounts(fiat('150'), '0.9338', limits)).toEqual({ fiat: '150', usdt: '160.633968', wrong: null })
})

test('USDT typed stays as typed; the fiat is rounded up to a cent', () => {
  expect(linkAmounts(usdt('100.1'), '0.9338', limits)).toEqual({ fiat: '93.48', usdt: '100.1', wrong: null })
})

test.each([
  [fiat(''), null],
  [fiat('abc'), 'invalid'],
  [fiat('0'), 'not_positive'],
  [fiat('-3'), 'not_positive'],
  [usdt('0.00'), 'not_positive'],
  [fiat('--3'), 'invalid'],
  [fiat('1000000000'), 'above'],
  [fiat('150.005'), 'invalid'],
  [usdt('1.1234567'), 'invalid'],
  [fiat('49.99'), 'below'],
  [fiat('50'), null],
  [fiat('500.00'), null],
  [fiat('500.01'), 'above'],
  [usdt('1'), 'below'],
  [usdt('1000'), 'above'],
])('%j is %s', (typed, wrong) => {
  expect(linkAmounts(typed, '0.9338', limits).wrong).toBe(wrong)
})

test.each([
  [fiat('233.45'), null],
  [fiat('233.46'), 'above'],
  [fiat('500'), 'above'],
  // As much as is left; in fiat it is rounded up to 233.46.
  [usdt('250.005'), null],
  [usdt('250.005001'), 'above'],
])('with 250.005 USDT left, %j is %s', (typed, wrong) => {
  expect(linkAmounts(typed, '0.9338', { ...limits, tradableUsdt: '250.005000' }).wrong).toBe(wrong)
})

test('where less than the smallest trade is left, the field refuses no amount for it: the server says why', () => {
  expect(linkAmounts(fiat('60'), '0.9338', { ...limits, tradableUsdt: '10.000000' }).wrong).toBeNull()
})
