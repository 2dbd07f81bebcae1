/** The reads of ratings. Row-level security leaves out those that are hidden from the reader (0042_row_security.sql). */
import type { RatingPage, TradeRating, TradeRatings, TraderRating } from '../../../domain/api/profiles/ratings.ts'
import { DomainError } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { RATINGS_PAGE_SIZE } from '../../../domain/profiles/ratings.ts'
import { pageOf } from '../../db/page-of.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { getUserIdByName } from '../../accounts/users/queries.ts'

type Row = {
  id: string
  stars: number
  comment: string
  at: Date
  reply: string | null
  canReply: boolean
}

const columns = (viewerId: string | null) => sql`
  r.id, r.stars, r.comment, coalesce(r.published_at, r.at) as at, a.reply,
  coalesce(r.rated_id = ${viewerId}::uuid and a.rating_id is null
    and r.published_at > clock_timestamp() - make_interval(days => ${sql.lit(LIMITS.rating_reply_days)}), false) as can_reply`

/** A trader's published ratings that count, newest first; `not_found` as for the trader's page. */
export async function listRatings(
  db: DbOrTx,
  viewerId: string | null,
  username: string,
  before: string | null,
): Promise<RatingPage> {
  const ratedId = await getUserIdByName(db, username)
  const { rows } = await sql<Row & Pick<TraderRating, 'by' | 'isDemo'>>`
    select ${columns(viewerId)}, case when u.deleted_at is null then u.username end as by, u.is_demo
    from ratings r join users u on u.id = r.rater_id left join rating_replies a on a.rating_id = r.id
    where r.rated_id = ${ratedId} and r.counts and r.published_at is not null and r.removed_at is null
      and (${before}::uuid is null or (r.published_at, r.id) <
        (select published_at, id from ratings where id = ${before} and rated_id = ${ratedId}))
    order by r.published_at desc, r.id desc limit ${sql.lit(RATINGS_PAGE_SIZE + 1)}`.execute(db)
  const { page, nextCursor } = pageOf(rows, RATINGS_PAGE_SIZE, ({ id }) => id)
  return { ratings: page.map(({ by, isDemo, ...row }) => ({ ...toRating(row), by, isDemo })), nextCursor }
}

type TradeRow = {
  rateUntil: Date | null
  givenId: string | null
  receivedId: string | null
  isHidden: boolean
  publishedBy: Date | null
  removedAt: Date | null
  removedFor: string | null
}

/** The ratings of a trade as one of its parties sees them; `not_found` for other users. */
export async function getTradeRatings(db: DbOrTx, userId: string, tradeId: string): Promise<TradeRatings> {
  const { rows } = await sql<TradeRow>`
    select
      case when t.status = 'completed' and given.id is null and o.until > clock_timestamp() then o.until end as rate_until,
      given.id as given_id, received.id as received_id,
      given.id is not null and given.published_at is null as is_hidden,
      case when given.published_at is null then given.due_at end as published_by,
      removal.at as removed_at, removal.reason as removed_for
    from trades t
      left join lateral (select at + make_interval(days => ${sql.lit(LIMITS.rating_days)}) as until
        from trade_outcomes where trade_id = t.id) o on true
      left join ratings given on given.trade_id = t.id and given.rater_id = ${userId}
      left join removed_ratings removal on removal.rating_id = given.id
      left join ratings received on received.trade_id = t.id and received.rated_id = ${userId}
        and received.published_at is not null and received.removed_at is null
    where t.id = ${tradeId} and ${userId} in (t.buyer_id, t.seller_id)`.execute(db)
  const row = rows[0]
  if (!row) throw new DomainError('not_found')
  return {
    rateUntil: row.rateUntil?.toISOString() ?? null,
    given: row.givenId === null ? null : await getRating(db, userId, row.givenId),
    removed: row.removedAt && { at: row.removedAt.toISOString(), reason: row.removedFor ?? '' },
    isHidden: row.isHidden,
    publishedBy: row.publishedBy?.toISOString() ?? null,
    received: row.receivedId === null ? null : await getRating(db, userId, row.receivedId),
  }
}

export async function getRating(db: DbOrTx, viewerId: string, ratingId: string): Promise<TradeRating> {
  const { rows } = await sql<Row>`
    select ${columns(viewerId)} from ratings r left join rating_replies a on a.rating_id = r.id
    where r.id = ${ratingId}`.execute(db)
  if (!rows[0]) throw new DomainError('not_found')
  return toRating(rows[0])
}

function toRating({ at, ...row }: Row): TradeRating {
  return { ...row, at: at.toISOString() }
}
