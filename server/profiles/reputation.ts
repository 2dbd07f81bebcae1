import type { MethodRecord, Reputation } from '../../domain/api/profiles/traders.ts'
import { percentOfTenths } from '../../domain/profiles/profiles.ts'
import { ratingOf } from '../../domain/profiles/ratings.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { withSystemScope } from '../db/scope.ts'

type Row = Omit<Reputation, 'completionRate' | 'memberSince' | 'rating'> & {
  completionTenths: number | null
  ratingCount: number
  ratingStars: number
  memberSince: Date
}

/** A user's record: counters that triggers keep (decisions: Trades, "Which trades count"). The user exists. */
export async function readReputation(db: DbOrTx, userId: string): Promise<Reputation> {
  const { rows } = await sql<Row>`
    select completed_trades, completion_tenths, median_pay_seconds, median_release_seconds,
      rating_count, rating_stars, partners, disputes_lost, disputes_confirmed,
      disputes_released_late,
      created_at as member_since
    from users where id = ${userId}`.execute(db)
  const { completionTenths, ratingCount, ratingStars, memberSince, ...row } = rows[0]!
  return {
    ...row,
    completionRate: percentOfTenths(completionTenths),
    rating: ratingOf({ ratingCount, ratingStars }),
    memberSince: memberSince.toISOString(),
  }
}

/** The record by payment method, from the completed trades that count; the most trades first. */
export async function readMethodRecords(db: DbOrTx, userId: string): Promise<MethodRecord[]> {
  const { rows } = await withSystemScope(db, 'public record', () =>
    sql<MethodRecord>`
      select payment_method, count(*)::int as completed_trades,
        ${medianOf('pay_seconds')} as median_pay_seconds, ${medianOf('release_seconds')} as median_release_seconds
      from (
        select payment_method, pay_seconds, null::int as release_seconds,
          row_number() over (partition by payment_method order by at desc) as nth
        from trade_outcomes where buyer_id = ${userId} and counts and failed_by is null
        union all
        select payment_method, null::int, release_seconds, row_number() over (partition by payment_method order by at desc)
        from trade_outcomes where seller_id = ${userId} and counts and failed_by is null) trades
      group by payment_method order by completed_trades desc, payment_method`.execute(db),
  )
  return rows
}

/** As `median_seconds` of the database, for one payment method. */
function medianOf(column: 'pay_seconds' | 'release_seconds') {
  return sql`(percentile_cont(0.5) within group (order by ${sql.ref(column)})
    filter (where nth <= limit_of('median_over_trades')))::int`
}
