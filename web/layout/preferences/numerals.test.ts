import { expect, test } from 'vitest'
import { inArabicDigits } from './numerals.ts'

test('texts are shown in Arabic digits; tags, values and names like D17 stay', () => {
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
