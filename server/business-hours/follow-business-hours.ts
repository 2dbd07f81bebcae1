import type { Db, Tx } from '../db/pool.ts'
import { marketChanged } from '../db/after-commit.ts'
import { inTransaction, sql } from '../db/pool.ts'

const USERS_A_ROUND = 500

/**
 * Shows and hides the offers of users whose business hours have begun or ended. One user in one transaction, which locks that
 * user's offers; any number of workers may do so.
 */
export async function followBusinessHours(db: Db, stopping?: AbortSignal): Promise<void> {
  for (let done = 0; done < USERS_A_ROUND && !stopping?.aborted; done++) {
    if (!(await inTransaction(db, followNext))) return
  }
}

/** False where no hours have begun or ended. The trigger follow_clock judges the schedule. */
async function followNext(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    update business_hours set time_zone = time_zone
    where user_id = (
      select user_id from business_hours where changes_at <= clock_timestamp()
      order by changes_at limit 1 for no key update skip locked)
    returning 1 as followed`.execute(tx)
  if (rows.length > 0) marketChanged(tx)
  return rows.length > 0
}
