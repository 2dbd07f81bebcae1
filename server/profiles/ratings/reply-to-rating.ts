import { DomainError } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

type Reply = { ratingId: string; authorId: string; reply: string }
type Replied = { isInTime: boolean; isReplied: boolean }

/**
 * Stores the rated user's answer, once. Refuses with `already_replied` or `reply_time_over`, and with `not_found` for a rating of
 * another user and for one that is hidden, so that the caller cannot tell whether the rating exists.
 */
export async function replyToRating(tx: Tx, { ratingId, authorId, reply }: Reply): Promise<void> {
  const { rows } = await sql<Replied>`
    select r.published_at >= clock_timestamp() - make_interval(days => ${sql.lit(LIMITS.rating_reply_days)}) as is_in_time,
      a.rating_id is not null as is_replied
    from ratings r left join rating_replies a on a.rating_id = r.id
    where r.id = ${ratingId} and r.rated_id = ${authorId} and r.published_at is not null`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  if (rows[0].isReplied) throw new DomainError('already_replied')
  if (!rows[0].isInTime) throw new DomainError('reply_time_over', { values: { days: LIMITS.rating_reply_days } })
  const inserted = await sql`
    insert into rating_replies (rating_id, author_id, reply) values (${ratingId}, ${authorId}, ${reply})
    on conflict (rating_id) do nothing returning rating_id`.execute(tx)
  if (inserted.rows.length === 0) throw new DomainError('already_replied')
}
