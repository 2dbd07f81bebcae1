import { expect, test } from 'vitest'
import { TRADE_EXPORT_COLUMNS, csvCell, csvOf, tradeExportSchema } from './trade-export.ts'

test.each([
  ['150.00', '150.00'],
  ['a, b', '"a, b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  [' =1', `"' =1"`],
  ['\t=1', `"'\t=1"`],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
])('the cell %j is %j', (text, cell) => expect(csvCell(text)).toBe(cell))

test('a cell with the separator of the file is in quotes', () => {
  expect([csvCell('a; b', ';'), csvCell('a, b', ';'), csvCell('a; b')]).toEqual(['"a; b"', 'a, b', 'a; b'])
})

test.each([
  ['Africa/Tunis', true],
  ['Asia/Calcutta', true],
  [' Europe/Paris ', true],
  ['', false],
  ['Nowhere/City', false],
  ['+01:00', false],
  ['x'.repeat(65), false],
])('a spreadsheet in the time zone %j: %s', (timeZone, isAllowed) => {
  const spreadsheet = { language: 'fr', timeZone }
  expect(tradeExportSchema.safeParse({ from: '2026-01-01', to: '2026-01-01', spreadsheet }).success).toBe(isAllowed)
})

test('a file without rows has its columns', () => {
  expect(csvOf([])).toBe(`${TRADE_EXPORT_COLUMNS.join(',')}\r\n`)
})

test.each([
  ['2026-01-01', '2026-01-01', true],
  ['2026-01-01', '2027-01-01', true],
  ['2026-01-01', '2027-01-02', false],
  ['2026-01-02', '2026-01-01', false],
  ['2026-02-30', '2026-03-01', false],
  ['yesterday', '2026-03-01', false],
])('from %s to %s: %s', (from, to, isAllowed) => {
  expect(tradeExportSchema.safeParse({ from, to }).success).toBe(isAllowed)
})
