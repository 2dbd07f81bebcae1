/** A user's own statistics, computed at each request. */
import type { Dashboard } from '../../domain/api/profiles/profiles.ts'
import { LISTED } from '../../domain/limits.ts'
import { formatUsdt } from '../../domain/money.ts'
import { OFFER_LIFE_DAYS } from '../../domain/offers/offers.ts'
import { ACTIVITY_DAYS, ratePercent } from '../../domain/profiles/profiles.ts'
import { TRADE_STATUSES } from '../../domain/trades/trades.ts'
import type { TradeStatus } from '../../domain/trades/trades.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { openStatuses } from '../db/open-statuses.ts'
import { readReputation } from '../profiles/reputation.ts'
import { listTrades } from '../trades/queries.ts'

/** The whole dashboard (spec-coverage 2): only this user's rows, by index, without a cache. */
export async function readDashboard(db: DbOrTx, userId: string): Promise<Dashboard> {
  const counts = await countByStatus(db, userId)
  const inStatus = (status: TradeStatus) => counts.find((count) => count.status === status)
  const statuses = TRADE_STATUSES.map((status) => ({ status, trades: inStatus(status)?.trades ?? 0 }))
  const all = statuses.reduce((sum, { trades }) => sum + trades, 0)
  return {
    volumeUsdt: formatUsdt(inStatus('completed')?.volumeMicro ?? 0n),
    successRate: ratePercent(inStatus('completed')?.trades ?? 0, all),
    statuses,
    activeOffers: await countActiveOffers(db, userId),
    escrow: await readEscrow(db, userId),
    recentTrades: (await listTrades(db, userId, { limit: LISTED.recent_trades })).trades,
    days: await listDays(db, userId),
    reputation: await readReputation(db, userId),
  }
}

/** The number of trades in each status, and their volume. */
async function countByStatus(db: DbOrTx, userId: string) {
  const trades = (side: 'buyer_id' | 'seller_id') => sql`
    select status, traded_micro from trade_states where ${sql.ref(side)} = ${userId}`
  const { rows } = await sql<{ status: TradeStatus; trades: number; volumeMicro: bigint }>`
    with mine as (${trades('buyer_id')} union all ${trades('seller_id')})
    select status, count(*)::int as trades, sum(traded_micro)::bigint as volume_micro from mine group by status`.execute(
    db,
  )
  return rows
}

async function countActiveOffers(db: DbOrTx, userId: string): Promise<number> {
  const { rows } = await sql<{ active: number }>`
    select count(*)::int as active from offers
    where owner_id = ${userId} and deleted_at is null and status = 'active'
      and renewed_at >= clock_timestamp() - make_interval(days => ${sql.lit(OFFER_LIFE_DAYS)})`.execute(db)
  return rows[0]!.active
}

/** The USDT in the escrow accounts of the user's trades: the user's own, and what the user gets of those of others. */
async function readEscrow(db: DbOrTx, userId: string): Promise<Dashboard['escrow']> {
  const open = (side: 'buyer_id' | 'seller_id') => sql`
    from trades t join ledger_accounts escrow on escrow.trade_id = t.id and escrow.balance_micro > 0
    where ${sql.ref(`t.${side}`)} = ${userId} and t.status in (${openStatuses})`
  const { rows } = await sql<{ locked: bigint; incoming: bigint }>`
    select (select coalesce(sum(escrow.balance_micro), 0)::bigint ${open('seller_id')}) as locked,
      (select coalesce(sum(t.buyer_receives_micro), 0)::bigint ${open('buyer_id')}) as incoming`.execute(db)
  const { locked, incoming } = rows[0]!
  return { locked: formatUsdt(locked), incoming: formatUsdt(incoming) }
}

/** The longest span of days, ending today, each with the completed trades among those opened on it. */
async function listDays(db: DbOrTx, userId: string): Promise<Dashboard['days']> {
  const span = Math.max(...ACTIVITY_DAYS)
  const completed = (side: 'buyer_id' | 'seller_id') => sql`
    select (created_at at time zone 'UTC')::date as day, usdt_micro from trades
    where ${sql.ref(side)} = ${userId} and status = 'completed'
      and created_at > clock_timestamp() - make_interval(days => ${sql.lit(span)})`
  const { rows } = await sql<{ day: string; volumeMicro: bigint; completedTrades: number }>`
    with today as (select (clock_timestamp() at time zone 'UTC')::date as today),
    mine as (${completed('buyer_id')} union all ${completed('seller_id')})
    select (today - back)::text as day, coalesce(sum(usdt_micro), 0)::bigint as volume_micro,
      count(usdt_micro)::int as completed_trades
    from today cross join generate_series(0, ${sql.lit(span - 1)}) as back
    left join mine on mine.day = today - back
    group by today - back order by today - back`.execute(db)
  return rows.map(({ volumeMicro, ...row }) => ({ ...row, volumeUsdt: formatUsdt(volumeMicro) }))
}
