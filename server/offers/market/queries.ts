import type { MarketStatistics } from '../../../domain/api/offers/market.ts'
import type { FiatCurrency } from '../../../domain/market.ts'
import { formatUsdt } from '../../../domain/money.ts'
import { ratePercent } from '../../../domain/profiles/profiles.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

type Row = {
  activeTraders: number
  volumeMicro: bigint
  completed: number
  ended: number
  settlementSeconds: number | null
}

/** The currencies that admins have switched off. */
export async function listSwitchedOff(db: DbOrTx): Promise<FiatCurrency[]> {
  const { rows } = await sql<{ code: FiatCurrency }>`
    select code from currencies where switched_off_at is not null`.execute(db)
  return rows.map(({ code }) => code)
}

/** The market's statistics, from the trades opened in the last 30 days (decisions: Interface, "Statistics are computed"). */
export async function readStatistics(db: DbOrTx): Promise<MarketStatistics> {
  const { rows } = await sql<Row>`
    with recent as (
      select t.buyer_id, t.seller_id, t.status, t.is_open, t.traded_micro, t.created_at, e.at as moved_at
      from trade_states t join trade_events e on e.trade_id = t.trade_id and e.seq = t.version
      where t.created_at > clock_timestamp() - interval '30 days'
    )
    select
      (select count(*)::int from (select buyer_id from recent union select seller_id from recent) users) as active_traders,
      coalesce(sum(traded_micro) filter (where status = 'completed' and moved_at > clock_timestamp() - interval '24 hours'), 0)::bigint as volume_micro,
      (count(*) filter (where status = 'completed'))::int as completed,
      (count(*) filter (where not is_open))::int as ended,
      round(extract(epoch from avg(moved_at - created_at) filter (where status = 'completed')))::int as settlement_seconds
    from recent`.execute(db)
  const { activeTraders, volumeMicro, completed, ended, settlementSeconds } = rows[0]!
  return {
    activeTraders,
    volumeUsdt: formatUsdt(volumeMicro),
    completedTrades: completed,
    successRate: ratePercent(completed, ended),
    settlementSeconds,
  }
}
