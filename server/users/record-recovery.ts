import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/**
 * Records that access to the account was recovered through its mailbox. Every session that begins afterwards carries the moment
 * in `sessions.recovered_at`, so that what a stolen mailbox could do with it can be held.
 */
export async function recordRecovery(tx: Tx, userId: string): Promise<void> {
  await sql`update users set recovered_at = clock_timestamp() where id = ${userId}`.execute(tx)
}
