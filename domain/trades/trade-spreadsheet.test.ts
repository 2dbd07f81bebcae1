import { expect, test } from 'vitest'
import type { Language } from '../languages.ts'
import { TRADE_EXPORT_COLUMNS } from './trade-export.ts'
import type { TradeExportRow } from './trade-export.ts'
import { spreadsheetOf } from './trade-spreadsheet.ts'

const ROW: TradeExportRow = {
  trade_id: 'b6f8a1c2',
  opened_at: '2026-06-30T22:30:05.123Z',
  paid_at: '2026-12-31T23:59:59.999Z',
  closed_at: '',
  status: 'payment_sent',
  role: 'buyer',
  counterparty: 'amina',
  payment_method: 'sepa_instant',
  fiat_currency: 'EUR',
  fiat_amount: '22.50',
  price: '0.925',
  usdt_amount: '24.324324',
  usdt_received: '0.000000',
  usdt_sent: '0.000000',
  usdt_fee: '0.120000',
}

/** What a spreadsheet reads: cells in quotes, in which a quote is written twice. */
function parse(file: string, separator: string): string[][] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\r\n]*))(${separator}|\r\n)`, 'y')
  const lines: string[][] = [[]]
  while (cell.lastIndex < file.length) {
    const [, quoted, plain, end] = cell.exec(file) ?? expect.unreachable(`no cell at ${cell.lastIndex}`)
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!)
    if (end === '\r\n') lines.push([])
  }
  return lines.slice(0, -1)
}

function read(row: TradeExportRow, language: Language, timeZone: string) {
  const file = spreadsheetOf([row], { language, timeZone })
  expect(file.startsWith('\uFEFFtrade_id')).toBe(true)
  const [header, cells] = parse(file.slice(1), language === 'en' ? ',' : ';')
  expect([header?.length, cells?.length]).toEqual([TRADE_EXPORT_COLUMNS.length, TRADE_EXPORT_COLUMNS.length])
  return Object.fromEntries(header!.map((name, n) => [name, cells![n]]))
}

test.each<[Language, string, string, string]>([
  ['en', '22.50', '0.925', '24.324324'],
  ['fr', '22,50', '0,925', '24,324324'],
  ['ar', '22,50', '0,925', '24,324324'],
])('in %s the amounts have the decimal mark of the language', (language, fiat, price, usdt) => {
  expect(read(ROW, language, 'UTC')).toMatchObject({ fiat_amount: fiat, price, usdt_amount: usdt })
})

test('times are those of the time zone, in summer and in winter, and the header names it', () => {
  const cells = read(ROW, 'fr', 'Europe/Paris')
  expect(cells).toMatchObject({
    'opened_at (Europe/Paris)': '2026-07-01 00:30:05',
    'paid_at (Europe/Paris)': '2027-01-01 00:59:59',
    'closed_at (Europe/Paris)': '',
  })
  expect(read(ROW, 'en', 'America/New_York')).toMatchObject({ 'opened_at (America/New_York)': '2026-06-30 18:30:05' })
})

test.each<[string, string]>([
  ['=HYPERLINK("https://evil.example";"x")', `'=HYPERLINK("https://evil.example";"x")`],
  ['+1;2', "'+1;2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['one; two', 'one; two'],
  ['say "no"', 'say "no"'],
])('the name %j is read as the text %j, in one cell', (counterparty, text) => {
  for (const language of ['en', 'fr', 'ar'] as const) {
    expect(read({ ...ROW, counterparty }, language, 'UTC').counterparty).toBe(text)
  }
})
