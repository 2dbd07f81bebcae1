import { expect, test } from 'vitest'
import { FIELD_TEXTS } from '../texts.ts'
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
  ['Africa/Tunis', []],
  ['Asia/Calcutta', []],
  [' Europe/Paris ', []],
  ['', [FIELD_TEXTS.timeZone]],
  ['Nowhere/City', [FIELD_TEXTS.timeZone]],
  ['+01:00', [FIELD_TEXTS.timeZone]],
  ['x'.repeat(65), ['Invalid input']],
])('a spreadsheet in the time zone %j: %s', (timeZone, refusals) => {
  const spreadsheet = { language: 'fr', timeZone }
  const { error } = tradeExportSchema.safeParse({ from: '2026-01-01', to: '2026-01-01', spreadsheet })
  const found = error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
  expect(found).toEqual(refusals.map((message) => ['spreadsheet.timeZone', message]))
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
