/** Trades as a CSV file for accounting. */
import * as z from 'zod/mini'

/** Downloads of a user in an hour, the days of one file, and its rows. */
export const TRADE_EXPORTS_PER_HOUR = 20
export const TRADE_EXPORT_DAYS = 366
export const TRADE_EXPORT_ROWS = 5000

/** The columns in their order, with what they mean. Amounts are decimals with a point, times are ISO 8601 in UTC. */
export const TRADE_EXPORT_COLUMNS = {
  trade_id: 'The trade.',
  opened_at: 'When it was opened.',
  paid_at: 'When it was marked as paid; empty without a mark.',
  closed_at: 'When it was closed; empty while it is open.',
  status: 'Its status.',
  role: 'Your role: buyer or seller of the USDT.',
  counterparty: 'The username of the other party.',
  payment_method: 'The payment method.',
  fiat_currency: 'The currency of the payment.',
  fiat_amount: 'What the buyer pays.',
  price: 'Fiat for 1 USDT.',
  usdt_amount: 'The USDT of the trade, before the fee.',
  usdt_received: 'The USDT that you received; 0 unless you bought them and the trade is completed.',
  usdt_sent: 'The USDT that you gave, your fee included; 0 unless you sold them and the trade is completed.',
  usdt_fee: 'The fee that you paid of these; 0 where the other party paid it.',
} as const
export type TradeExportRow = Record<keyof typeof TRADE_EXPORT_COLUMNS, string>

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
  const columns = Object.keys(TRADE_EXPORT_COLUMNS) as (keyof TradeExportRow)[]
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))]
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
