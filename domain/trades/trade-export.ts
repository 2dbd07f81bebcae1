/** Trades as a CSV file for accounting: one form for programs, and one that a spreadsheet opens as a table. */
import * as z from 'zod/mini'
import { LANGUAGES } from '../languages.ts'
import { reads } from '../reading/fields.ts'
import { FIELD_TEXTS } from '../texts.ts'
import { TIME_ZONE_MAX } from '../time-zones.ts'

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
const spreadsheet = z.strictObject({
  language: z.enum(LANGUAGES),
  timeZone: reads('timeZone').check(
    z.maxLength(TIME_ZONE_MAX, { abort: true }),
    z.refine(isTimeZone, { message: FIELD_TEXTS.timeZone }),
  ),
})

/** The first and the last day of opening, both included: in UTC, or in the time zone of the spreadsheet. */
export const tradeExportSchema = z.extend(dates, { spreadsheet: z.optional(spreadsheet) }).check(
  z.refine(
    ({ from, to }) => {
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
      return days >= 1 && days <= TRADE_EXPORT_DAYS
    },
    { path: ['to'], message: /*i18n*/ 'Choose a period of 1 to 366 days.' },
  ),
)
export type TradeExportDates = z.infer<typeof dates>
export type TradeExport = z.infer<typeof tradeExportSchema>
export type Spreadsheet = z.infer<typeof spreadsheet>

/** A zone by its name: an offset, as "+01:00", knows no summer time. */
function isTimeZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return !/^[+-]/.test(timeZone)
  } catch {
    return false
  }
}

/** The text of the file: lines as in RFC 4180, with the columns first. */
export function csvOf(rows: readonly TradeExportRow[]): string {
  return linesOf([TRADE_EXPORT_COLUMNS, ...rows.map(cellsOf)], ',')
}

export function cellsOf(row: TradeExportRow): string[] {
  return TRADE_EXPORT_COLUMNS.map((column) => row[column])
}

export function linesOf(lines: readonly (readonly string[])[], separator: string): string {
  return lines.map((cells) => cells.map((cell) => csvCell(cell, separator)).join(separator) + '\r\n').join('')
}

/**
 * A cell in quotes where it needs them. A text that a spreadsheet would compute as a formula begins with an apostrophe, which
 * makes it text (OWASP, CSV injection).
 */
export function csvCell(text: string, separator = ','): string {
  const safe = /^[\s]*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return safe !== text || safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
