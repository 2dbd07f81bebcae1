import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Answers are kept 48 hours, unused quotes a day, events 7 days, freed names a year; sessions go when they are over. */
export async function forgetOldRows(db: Db): Promise<void> {
  await sql`delete from commands where at < clock_timestamp() - interval '48 hours'`.execute(db)
  await sql`
    delete from quotes q
    where created_at < clock_timestamp() - interval '1 day' and not exists (select from trades where quote_id = q.id)`.execute(
    db,
  )
  await sql`delete from user_events where at < clock_timestamp() - interval '7 days'`.execute(db)
  await sql`delete from freed_usernames where freed_at < clock_timestamp() - interval '365 days'`.execute(db)
  await sql`delete from sessions where expires_at < clock_timestamp()`.execute(db)
}
