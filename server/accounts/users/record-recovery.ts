import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { lockUser } from './lock-user.ts'
import { updateAccount } from './update-account.ts'

/**
 * Records that access to the account was recovered through its mailbox. Every session that begins afterwards carries the moment
 * in `sessions.recovered_at`, so that what a stolen mailbox could do with it can be held. The lock makes a sign-in in progress
 * end first or wait.
 */
export async function recordRecovery(tx: Tx, userId: string): Promise<void> {
  await lockUser(tx, userId)
  await updateAccount(tx, userId, sql`recovered_at = clock_timestamp()`)
}
