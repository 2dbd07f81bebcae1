import type { Trade } from '../../domain/api/trades/trades.ts'
import { DomainError } from '../../domain/errors.ts'
import { formatUsdt, parseUsdt } from '../../domain/money.ts'
import { TRADE_EXPORT_ROWS, csvOf } from '../../domain/trades/trade-export.ts'
import type { TradeExport, TradeExportRow } from '../../domain/trades/trade-export.ts'
import { spreadsheetOf } from '../../domain/trades/trade-spreadsheet.ts'
import type { Db } from '../db/pool.ts'
import { getKnownZone } from '../db/time-zones.ts'
import { listTradesOpened } from './queries.ts'

/** The user's trades opened on these days (in UTC or the spreadsheet's time zone, both included) as a CSV file, oldest first. */
export async function exportTrades(
  db: Db,
  userId: string,
  { from, to, spreadsheet }: TradeExport,
): Promise<Uint8Array> {
  const timeZone = spreadsheet ? await getKnownZone(db, spreadsheet.timeZone) : 'UTC'
  const trades = await listTradesOpened(db, userId, { from, to, timeZone, limit: TRADE_EXPORT_ROWS + 1 })
  if (trades.length > TRADE_EXPORT_ROWS) {
    throw new DomainError('trades_too_many', { values: { limit: TRADE_EXPORT_ROWS } })
  }
  const rows = trades.map(rowOf)
  return new TextEncoder().encode(spreadsheet ? spreadsheetOf(rows, { ...spreadsheet, timeZone }) : csvOf(rows))
}

function rowOf(trade: Trade): TradeExportRow {
  const { role } = trade
  const moved = movedUsdt(trade)
  return {
    trade_id: trade.id,
    opened_at: trade.createdAt,
    paid_at: trade.paidAt ?? '',
    closed_at: trade.closedAt ?? '',
    status: trade.status,
    role,
    counterparty: trade[role === 'buyer' ? 'seller' : 'buyer'].username,
    payment_method: trade.paymentMethod,
    fiat_currency: trade.fiatCurrency,
    fiat_amount: trade.amountFiat,
    price: trade.price,
    usdt_amount: trade.amountUsdt,
    usdt_received: role === 'buyer' ? moved.toBuyer : formatUsdt(0n),
    usdt_sent: role === 'seller' ? moved.fromSeller : formatUsdt(0n),
    usdt_fee: role === trade.taker ? moved.fee : formatUsdt(0n),
  }
}

/** What a completed trade moved: the decision of a dispute may have divided it. */
function movedUsdt({ status, split, fee, sellerLocks, buyerReceives }: Trade) {
  const nothing = formatUsdt(0n)
  if (status !== 'completed') return { toBuyer: nothing, fromSeller: nothing, fee: nothing }
  if (!split) return { toBuyer: buyerReceives, fromSeller: sellerLocks, fee }
  const fromSeller = formatUsdt((parseUsdt(sellerLocks) ?? 0n) - (parseUsdt(split.toSeller) ?? 0n))
  return { toBuyer: split.toBuyer, fromSeller, fee: split.fee }
}
