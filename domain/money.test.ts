import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatFiat,
  formatPrice,
  formatRate,
  formatUsdt,
  parseFiat,
  parsePrice,
  parseUsdt,
  shortPrice,
} from './money.ts'

test.each([
  ['0', 0n],
  ['150', 150_000n],
  ['150.5', 150_500n],
  ['150.50', 150_500n],
  ['150.500', 150_500n],
  ['0.01', 10n],
  ['007', 7_000n],
  ['999999999.99', 999_999_999_990n],
])('%s EUR is %s milli', (text, milli) => expect(parseFiat(text)).toBe(milli))

test.each([
  ['1', 1_000_000n],
  ['163.043478', 163_043_478n],
  ['0.000001', 1n],
  ['999999999.999999', 999_999_999_999_999n],
])('%s USDT is %s micro', (text, micro) => expect(parseUsdt(text)).toBe(micro))

const notAmounts = [
  '',
  ' ',
  '1 ',
  ' 1',
  '-1',
  '+1',
  '1e3',
  '1E3',
  '.5',
  '5.',
  '1.2.3',
  '1,5',
  '1_000',
  '0x10',
  'NaN',
  'Infinity',
  '-0',
  '١٢',
  '１',
  '1\n',
  '1\u0000',
  '1234567890',
  '9'.repeat(400),
  'null',
  '1n',
]
test.each(notAmounts)('%j is not an amount of money', (text) => {
  expect(parseFiat(text)).toBeNull()
  expect(parseUsdt(text)).toBeNull()
})

test('too many decimals are refused, not rounded', () => {
  expect(parseFiat('1.005')).toBeNull()
  expect(parseUsdt('1.0000005')).toBeNull()
})

test('every fiat amount is formatted and parsed without change', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999n }), (cents) => {
      expect(parseFiat(formatFiat(cents * 10n))).toBe(cents * 10n)
    }),
  )
})

test('every USDT amount is formatted and parsed without change', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), (micro) => {
      expect(parseUsdt(formatUsdt(micro))).toBe(micro)
    }),
  )
})

test('every price is formatted and parsed without change, with or without trailing zeros', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), (price) => {
      expect(parsePrice(formatPrice(price))).toBe(price)
    }),
  )
})

test('the parser never throws and accepts only digits and one point', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      if (parseUsdt(text) !== null) expect(text).toMatch(/^[0-9]{1,9}(\.[0-9]{1,6})?$/)
    }),
  )
})

test('amounts are written with all their decimals', () => {
  expect(formatFiat(150_000n)).toBe('150.00')
  expect(formatFiat(10n)).toBe('0.01')
  expect(formatUsdt(163_043_478n)).toBe('163.043478')
  expect(formatUsdt(1n)).toBe('0.000001')
  expect(formatRate(920_000n)).toBe('0.920000')
})

test.each([
  [933_800_000n, '0.9338', '0.934'],
  [920_000_000n, '0.920', '0.920'],
  [3_210_000_000n, '3.210', '3.210'],
  [1_000_500_000n, '1.0005', '1.001'],
  [999_499_999n, '0.999499999', '0.999'],
  [1n, '0.000000001', '0.000'],
])('a price of %s is %s in full and %s in a list', (price, full, short) => {
  expect(formatPrice(price)).toBe(full)
  expect(shortPrice(full)).toBe(short)
})
