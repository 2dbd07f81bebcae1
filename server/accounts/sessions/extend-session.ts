import type { Db } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** The last use of a session or an API key is recorded at most this often. */
export const SEEN_EVERY_MINUTES = 5

/** An unused session ends after this; the table ends every session after 30 days. */
export const SESSION_IDLE_DAYS = 7

export async function extendSession(db: Db, sessionId: string): Promise<void> {
  await sql`
    update sessions set updated_at = clock_timestamp(),
      expires_at = clock_timestamp() + make_interval(days => ${SESSION_IDLE_DAYS})
    where id = ${sessionId} and updated_at < clock_timestamp() - make_interval(mins => ${SEEN_EVERY_MINUTES})`.execute(
    db,
  )
}
