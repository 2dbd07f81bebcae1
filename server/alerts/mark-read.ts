import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Marks alerts read up to event `seq` of the user's stream. Later ones stay unread; no alert becomes unread again. */
export async function markRead(tx: Tx, userId: string, seq: number): Promise<void> {
  await sql`
    update user_streams set alerts_seen_seq = greatest(alerts_seen_seq, least(${seq}::bigint, last_seq))
    where user_id = ${userId}`.execute(tx)
}
