/** Trades as a CSV file for accounting. */
import * as z from 'zod/mini'

/** Downloads of a user in an hour, the days of one file, and its rows. */
export const TRADE_EXPORTS_PER_HOUR = 20
export const TRADE_EXPORT_DAYS = 366
export const TRADE_EXPORT_ROWS = 5000

/** The columns in their order. Amounts are decimals with a point, times are ISO 8601 in UTC. */
export const TRADE_EXPORT_COLUMNS = [
  'trade_id',
  'opened_at',
  'paid_at',
  'closed_at',
  'status',
  'role',
  'counterparty',
  'payment_method',
  'fiat_currency',
  'fiat_amount',
  'price',
  'usdt_amount',
  'usdt_received',
  'usdt_sent',
  'usdt_fee',
] as const
export type TradeExportColumn = (typeof TRADE_EXPORT_COLUMNS)[number]
export type TradeExportRow = Record<TradeExportColumn, string>

const DAY_MS = 24 * 3600 * 1000

const dates = z.strictObject({ from: z.iso.date(), to: z.iso.date() })

/** The first and the last day of opening, both included, in UTC. */
export const tradeExportSchema = dates.check(
  z.refine(
    ({ from, to }) => {
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
      return days >= 1 && days <= TRADE_EXPORT_DAYS
    },
    { path: ['to'], message: /*i18n*/ 'Choose a period of 1 to 366 days.' },
  ),
)
export type TradeExportDates = z.infer<typeof dates>

/** The text of the file: lines as in RFC 4180, with the columns first. */
export function csvOf(rows: readonly TradeExportRow[]): string {
  const lines = [TRADE_EXPORT_COLUMNS, ...rows.map((row) => TRADE_EXPORT_COLUMNS.map((column) => row[column]))]
  return lines.map((cells) => cells.map(csvCell).join(',') + '\r\n').join('')
}

/**
 * A cell in quotes where it needs them. A text that a spreadsheet would compute as a formula begins with an apostrophe, which
 * makes it text (OWASP, CSV injection).
 */
export function csvCell(text: string): string {
  const safe = /^[\s]*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return safe !== text || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
