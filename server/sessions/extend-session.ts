import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { SEEN_EVERY_MINUTES } from '../accounts/queries.ts'

/** A session nobody uses ends after this; migration 0001 ends every session after 30 days. */
export const SESSION_IDLE_DAYS = 7

/** A session in use lives on, noted every few minutes at most; the table itself caps it at thirty days in all. */
export async function extendSession(db: Db, sessionId: string): Promise<void> {
  await sql`
    update sessions set updated_at = clock_timestamp(),
      expires_at = clock_timestamp() + make_interval(days => ${SESSION_IDLE_DAYS})
    where id = ${sessionId} and updated_at < clock_timestamp() - make_interval(mins => ${SEEN_EVERY_MINUTES})`.execute(
    db,
  )
}
