import { DomainError } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { TradeStatus } from '../../../domain/trades/trades.ts'
import { marketChanged } from '../../db/after-commit.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { notify } from '../../notifications/notify.ts'

type Rating = { tradeId: string; raterId: string; stars: number; comment: string }
type Rated = { status: TradeStatus; isInTime: boolean; isRated: boolean }

/**
 * Stores a party's rating of the other party, hidden. A trigger publishes both once the second is stored (0021_ratings.sql). The
 * lock on the trade serialises its two ratings. Refuses with `not_found`, `rating_too_early`,
 * `already_rated` or `rating_time_over`.
 */
export async function rateTrade(tx: Tx, { tradeId, raterId, stars, comment }: Rating): Promise<void> {
  await sql`select from trades where id = ${tradeId} for no key update`.execute(tx)
  const { rows } = await sql<Rated>`
    select t.status,
      exists (select from trade_outcomes where trade_id = t.id
        and at >= clock_timestamp() - make_interval(days => ${sql.lit(LIMITS.rating_days)})) as is_in_time,
      exists (select from ratings where trade_id = t.id and rater_id = ${raterId}) as is_rated
    from trades t where t.id = ${tradeId} and ${raterId} in (t.buyer_id, t.seller_id)`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  const { status, isInTime, isRated } = rows[0]
  if (status !== 'completed') throw new DomainError('rating_too_early')
  if (isRated) throw new DomainError('already_rated')
  if (!isInTime) throw new DomainError('rating_time_over', { values: { days: LIMITS.rating_days } })
  await sql`
    insert into ratings (trade_id, rater_id, stars, comment)
    values (${tradeId}, ${raterId}, ${stars}, ${comment})`.execute(tx)
  marketChanged(tx)
  await notifyOfPublished(tx, tradeId)
}

/** The users whose ratings the second one of the trade has published, in the order in which streams are locked. */
async function notifyOfPublished(tx: Tx, tradeId: string): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    select rated_id as user_id from ratings where trade_id = ${tradeId} and published_at is not null
    order by rated_id`.execute(tx)
  for (const { userId } of rows) await notify(tx, { userId, event: 'rating_received', tradeId })
}
