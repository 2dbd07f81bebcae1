/** The reads of business hours. Row-level security shows a schedule to its user only; of others' it is known whether they are open. */
import type { BusinessHours } from '../../../domain/api/offers/business-hours.ts'
import { businessRange } from '../../../domain/offers/business-hours.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

type Row = { timeZone: string; opens: number[]; closes: number[]; isOpen: boolean; changesAt: Date }

/** The user's business hours by the clock, and how many offers follow them. */
export async function getBusinessHours(
  db: DbOrTx,
  userId: string,
): Promise<{ businessHours: BusinessHours | null; offers: number }> {
  const { rows } = await sql<Row>`
    select h.time_zone, h.opens, h.closes, n.is_open, n.changes_at
    from business_hours h, business_hours_at(clock_timestamp(), h.time_zone, h.opens, h.closes) n
    where h.user_id = ${userId}`.execute(db)
  return { businessHours: rows[0] ? toBusinessHours(rows[0]) : null, offers: await countFollowing(db, userId) }
}

/** How many offers of the user follow the hours. */
export async function countFollowing(db: DbOrTx, userId: string): Promise<number> {
  const { rows } = await sql<{ offers: number }>`
    select count(*)::int as offers from offers where hours_owner_id = ${userId}`.execute(db)
  return rows[0]?.offers ?? 0
}

function toBusinessHours({ opens, closes, changesAt, ...row }: Row): BusinessHours {
  const ranges = opens.map((start, nr) => businessRange({ opens: start, closes: closes[nr]! }))
  return { timeZone: row.timeZone, ranges, isOpen: row.isOpen, changesAt: changesAt.toISOString() }
}
