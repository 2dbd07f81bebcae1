import type { Reputation } from '../../domain/api.ts'
import { MEDIAN_OVER_TRADES, ratePercent } from '../../domain/profiles.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { withSystemScope } from '../db/scope.ts'

type Counts = { completed: number; failed: number; partners: number; memberSince: Date }
type Medians = { paySeconds: number | null; releaseSeconds: number | null }

/** A user's record (decisions: Trades, "Trader statistics"). The user exists. */
export async function readReputation(db: DbOrTx, userId: string): Promise<Reputation> {
  return withSystemScope(db, 'public record', () => computeReputation(db, userId))
}

async function computeReputation(db: DbOrTx, userId: string): Promise<Reputation> {
  const { completed, failed, partners, memberSince } = await readCounts(db, userId)
  const { paySeconds, releaseSeconds } = await readMedians(db, userId)
  return {
    completedTrades: completed,
    completionRate: ratePercent(completed, completed + failed),
    medianPaySeconds: paySeconds,
    medianReleaseSeconds: releaseSeconds,
    partners,
    memberSince: memberSince.toISOString(),
  }
}

/** The counters that triggers keep: which trades count is decided when they close (`record_outcome`). */
async function readCounts(db: DbOrTx, userId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select completed_trades as completed, failed_trades as failed, partners, created_at as member_since
    from users where id = ${userId}`.execute(db)
  return rows[0]!
}

/** Over the latest trades on either side. The last event of a kind counts: a payment mark may have been withdrawn. */
async function readMedians(db: DbOrTx, userId: string): Promise<Medians> {
  const latest = (side: 'buyer_id' | 'seller_id') => sql`
    select id, created_at from trades where ${sql.ref(side)} = ${userId} and status = 'completed'
    order by created_at desc limit ${sql.lit(MEDIAN_OVER_TRADES)}`
  const { rows } = await sql<Medians>`
    select
      (select round(percentile_cont(0.5) within group (order by extract(epoch from paid.at - t.created_at)))::int
       from (${latest('buyer_id')}) t cross join lateral (${lastEvent('mark_paid')}) paid) as pay_seconds,
      (select round(percentile_cont(0.5) within group (order by extract(epoch from confirmed.at - paid.at)))::int
       from (${latest('seller_id')}) t cross join lateral (${lastEvent('mark_paid')}) paid
       cross join lateral (${lastEvent('confirm_receipt')}) confirmed) as release_seconds`.execute(db)
  return rows[0]!
}

function lastEvent(action: 'mark_paid' | 'confirm_receipt') {
  return sql`
    select at from trade_events where trade_id = t.id and action = ${sql.lit(action)} order by seq desc limit 1`
}
