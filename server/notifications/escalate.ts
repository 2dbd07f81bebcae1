import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

const NOTIFICATIONS_PER_ROUND = 500

/** Sends urgent notifications that their users have not seen in time to the next channel. */
export async function escalateNotifications(db: Db): Promise<void> {
  await sql`select escalate_notifications(${sql.lit(NOTIFICATIONS_PER_ROUND)})`.execute(db)
}
