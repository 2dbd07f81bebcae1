import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { lockUser } from '../users/lock-user.ts'

/**
 * Whoever registered with an e-mail and never reached its mailbox may not be its owner, who has come now: the password and
 * every linked way in, the sessions, API keys, known browsers and whatever was mailed or waits are gone. Factors need none of
 * this: they are added to a verified e-mail only (see `undoNewEmail` for one that was verified in between).
 */
export async function revokePriorAccess(tx: Tx, userId: string): Promise<void> {
  // First, since a sign-in holds the way in it came by, and then the person: what it opens meanwhile is ended below.
  await sql`delete from identities where user_id = ${userId}`.execute(tx)
  await lockUser(tx, userId)
  await sql`delete from sessions where user_id = ${userId}`.execute(tx)
  await sql`delete from api_keys where user_id = ${userId}`.execute(tx)
  await sql`delete from devices where user_id = ${userId}`.execute(tx)
  await sql`delete from one_time_tokens where user_id = ${userId}`.execute(tx)
}

/** Whether nobody has reached the mailbox of this account so far. */
export async function isUnverified(tx: Tx, userId: string | null, email: unknown): Promise<boolean> {
  const { rows } = await sql`
    select 1 as unverified from users where id = ${userId} and email = ${email} and not email_verified`.execute(tx)
  return rows.length > 0
}
