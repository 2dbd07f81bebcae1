/** The CSV file of trades that Excel, Numbers and LibreOffice open as a table, in the reader's language and time zone. */
import { formattingOf } from '../languages.ts'
import { separatorsOf } from '../number-format.ts'
import { cellsOf, linesOf, TRADE_EXPORT_COLUMNS } from './trade-export.ts'
import type { Spreadsheet, TradeExportColumn, TradeExportRow } from './trade-export.ts'

/** Without it, Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

const TIMES: readonly TradeExportColumn[] = ['opened_at', 'paid_at', 'closed_at']
const AMOUNTS: readonly TradeExportColumn[] = [
  'fiat_amount',
  'price',
  'usdt_amount',
  'usdt_received',
  'usdt_sent',
  'usdt_fee',
]

/**
 * French and Arabic (as in Tunisia) write 22,50, so their cells are separated by semicolons; English writes 22.50. A decimal
 * point would make a French spreadsheet read 22.5 as a date. A time is "2026-01-31 23:59:00", which is a time in each language.
 */
export function spreadsheetOf(rows: readonly TradeExportRow[], { language, timeZone }: Spreadsheet): string {
  const { decimal } = separatorsOf(formattingOf(language))
  const timeOf = localTimeIn(timeZone)
  const header = TRADE_EXPORT_COLUMNS.map((column) => (TIMES.includes(column) ? `${column} (${timeZone})` : column))
  const lines = rows.map((row) => {
    const written = { ...row }
    for (const column of TIMES) written[column] = row[column] && timeOf(row[column])
    for (const column of AMOUNTS) written[column] = row[column].replace('.', decimal)
    return cellsOf(written)
  })
  return BYTE_ORDER_MARK + linesOf([header, ...lines], decimal === ',' ? ';' : ',')
}

function localTimeIn(timeZone: string): (moment: string) => string {
  const digits = '2-digit' as const
  const day = { year: 'numeric', month: digits, day: digits } as const
  const format = new Intl.DateTimeFormat('en', {
    ...day,
    hour: digits,
    minute: digits,
    second: digits,
    hourCycle: 'h23',
    timeZone,
  })
  return (moment) => {
    const parts = Object.fromEntries(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]))
    return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`
  }
}
