/** The export of a user's trades as a file. */
import {
  TRADE_EXPORT_DAYS,
  TRADE_EXPORT_ROWS,
  TRADE_EXPORTS_PER_HOUR,
  tradeExportSchema,
} from '../../trades/trade-export.ts'
import type { TradeExportColumn } from '../../trades/trade-export.ts'
import { endpointsOf } from '../endpoint.ts'

const endpoint = endpointsOf('Trades')

const COLUMN_MEANINGS: Readonly<Record<TradeExportColumn, string>> = {
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
}

export const exportTrades = endpoint({
  // POST, so that no link of another site downloads it or uses up the hourly limit.
  method: 'POST',
  path: '/api/trades/export',
  summary: 'Export your trades of a period as a CSV file',
  description: `The trades opened from the first to the last day (UTC), oldest first, with decimal points and times in UTC: at most ${TRADE_EXPORT_DAYS} days and ${TRADE_EXPORT_ROWS} trades a file, and ${TRADE_EXPORTS_PER_HOUR} files an hour. With \`spreadsheet\` it is the form that a spreadsheet opens as a table: UTF-8 with a byte order mark, the decimal mark of the language (a comma in French and Arabic, whose cells are separated by semicolons), days and times in the time zone, which the headers of the times name. ${Object.entries(
    COLUMN_MEANINGS,
  )
    .map(([column, meaning]) => `\`${column}\`: ${meaning}`)
    .join(' ')}`,
  scope: 'read',
  body: tradeExportSchema,
  file: ['text/csv; charset=utf-8'],
  errors: ['trades_too_many'],
})
