import { expect, test } from 'vitest'
import { tidyDecimal } from '../ui/tidy-decimal.ts'
import { inArabicDigits } from './numerals.ts'

test('texts are shown in Arabic digits; tags, values and names like D17 are not touched', () => {
  const compiled = [
    '8 من ',
    ['0'],
    ' <0>24 ساعة</0> عبر D17 ',
    ['n', 'plural', { 0: ['صفر 0'], one: ['1'], other: ['#', ' من 3'] }],
  ]
  expect(inArabicDigits({ one: '30 دقيقة', two: compiled as never })).toEqual({
    one: '٣٠ دقيقة',
    two: [
      '٨ من ',
      ['0'],
      ' <0>٢٤ ساعة</0> عبر D17 ',
      ['n', 'plural', { 0: ['صفر ٠'], one: ['١'], other: ['#', ' من ٣'] }],
    ],
  })
})

test('amounts can be typed in the digits and marks of any of the languages', () => {
  expect(['1500.5', '1 500,5', '١٥٠٠٫٥', '١٬٥٠٠٫٥', '1 500,5'].map(tidyDecimal)).toEqual(Array(5).fill('1500.5'))
})
