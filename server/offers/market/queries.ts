import type { MarketStatistics } from '../../../domain/api/offers/market.ts'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import { formatUsdt } from '../../../domain/money.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** The currencies that admins have switched off. */
export async function listSwitchedOff(db: DbOrTx): Promise<FiatCurrency[]> {
  const { rows } = await sql<{ code: FiatCurrency }>`
    select code from currencies where switched_off_at is not null`.execute(db)
  return rows.map(({ code }) => code)
}

const NO_STATISTICS: MarketStatistics = {
  activeTraders: 0,
  volumeUsdt: formatUsdt(0n),
  completedTrades: 0,
  successRate: null,
  settlementSeconds: null,
  includesDemo: false,
}

/** The market's statistics as they were published last, with the public figures. */
export async function readStatistics(db: DbOrTx): Promise<MarketStatistics> {
  const { rows } = await sql<{ statistics: MarketStatistics | null }>`select statistics from transparency`.execute(db)
  return rows[0]?.statistics ?? NO_STATISTICS
}
