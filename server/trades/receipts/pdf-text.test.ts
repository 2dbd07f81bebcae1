import { expect, test } from 'vitest'
import { linesOf, placeRightToLeft, rightToLeft, wordsOf } from './pdf-text.ts'

/** The pieces from left to right, as a reader sees them. */
const seen = (text: string) =>
  rightToLeft(wordsOf(text))
    .toReversed()
    .map((piece) => piece.text)

test.each([
  ['صفقة مكتملة', ['مكتملة', 'صفقة']],
  ['وتم تحرير USDT.', ['.', 'USDT', 'تحرير', 'وتم']],
  ['سعر 1 USDT', ['1 USDT', 'سعر']],
  ['(اسم مستعار)', ['(', 'مستعار', 'اسم', ')']],
  ['160,633968 USDT', ['160,633968 USDT']],
  ['21 نوفمبر 2026، 09:00 UTC', ['09:00 UTC', '،', '2026', 'نوفمبر', '21']],
  ['[١٢] كريم', ['كريم', '[', '١٢', ']']],
  ['21\u200F/11\u200F/2026', ['21/11/2026']],
])('“%s” is placed as %j from the left', (text, pieces) => expect(seen(text)).toEqual(pieces))

test('a line ends at its right edge, with a space between words and none before a sign', () => {
  const placed = placeRightToLeft(wordsOf('لم ينقل.'), { widthOf: (text) => text.length, space: 1 })
  expect(placed).toEqual([
    { text: 'لم', x: -2 },
    { text: 'ينقل', x: -7 },
    { text: '.', x: -8 },
  ])
})

test('a text is broken into lines that fit', () => {
  const lines = linesOf('one two three four', 9, (line) => line.join(' ').length)
  expect(lines.map((line) => line.join(' '))).toEqual(['one two', 'three', 'four'])
})
