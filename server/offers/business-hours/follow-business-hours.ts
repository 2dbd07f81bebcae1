import type { Db, Tx } from '../../db/pool.ts'
import { marketChanged } from '../../db/after-commit.ts'
import { throwFailures } from '../../db/failures.ts'
import { inTransaction, sql } from '../../db/pool.ts'

const USERS_A_ROUND = 500

/**
 * Shows and hides the offers of users whose business hours have begun or ended. One user in one transaction, which locks that
 * user's offers; any number of workers may do so. A user whose hours cannot be judged, as in a time zone that the database no
 * longer knows, is left out; the others are followed first, then an error names each such user.
 */
export async function followBusinessHours(db: Db, stopping?: AbortSignal): Promise<void> {
  const failed = new Map<string, unknown>()
  for (let done = 0; done < USERS_A_ROUND && !stopping?.aborted; done++) {
    let userId: string | undefined
    try {
      userId = await inTransaction(db, async (tx) => {
        userId = await lockNext(tx, [...failed.keys()])
        if (userId !== undefined) await follow(tx, userId)
        return userId
      })
    } catch (error) {
      if (userId === undefined) throw error
      failed.set(userId, error)
    }
    if (userId === undefined) break
  }
  throwFailures(failed)
}

/** A user whose hours have begun or ended, locked until commit. */
async function lockNext(tx: Tx, without: string[]): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from business_hours where changes_at <= (select clock_timestamp()) and user_id <> all(${without}::uuid[])
    order by changes_at limit 1 for no key update skip locked`.execute(tx)
  return rows[0]?.userId
}

/** The trigger follow_clock judges the schedule. */
async function follow(tx: Tx, userId: string): Promise<void> {
  await sql`update business_hours set time_zone = time_zone where user_id = ${userId}`.execute(tx)
  marketChanged(tx)
}
