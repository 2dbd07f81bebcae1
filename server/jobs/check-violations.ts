import type { Db } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import { allowTime } from '../db/time-limits.ts'

const TIMEOUT_SECONDS = 60

/**
 * Reads the violation view that was read least recently, for the admins' overview. At a million trades some of them take
 * seconds, so one is read at each call, by one process at a time.
 */
export async function checkNextRule(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await allowTime(tx, TIMEOUT_SECONDS)
    await sql`select check_next_rule()`.execute(tx)
  })
}
