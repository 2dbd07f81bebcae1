import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { SESSION_IDLE_DAYS } from './auth.ts'

/** A session in use lives on, prolonged at most once a day; the table itself caps it at thirty days in all. */
export async function extendSession(db: Db, sessionId: string): Promise<void> {
  await sql`
    update sessions set updated_at = clock_timestamp(),
      expires_at = clock_timestamp() + make_interval(days => ${SESSION_IDLE_DAYS})
    where id = ${sessionId} and updated_at < clock_timestamp() - interval '1 day'`.execute(db)
}
