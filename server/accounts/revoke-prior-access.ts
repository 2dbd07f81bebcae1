import { removeAllKeys } from './api-keys/remove-key.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { revokeAllTokens } from './one-time-tokens/tokens.ts'
import { removeDevices } from './sessions/device.ts'
import { endAllSessions } from './sessions/end-sessions.ts'
import { lockUser } from './users/lock-user.ts'

/**
 * Protects against account pre-hijacking: an account can be prepared under an email whose mailbox its maker does not have. When
 * the mailbox's owner comes, the password, linked identities, sessions, API keys, known devices and tokens of before end.
 * Factors need not be removed: they can only be added with a verified email (see `undoEmailChange` for the exception).
 */
export async function revokePriorAccess(tx: Tx, userId: string): Promise<void> {
  // First: a sign-in locks its identity and then the user, so a session that it opens meanwhile is ended below.
  await sql`delete from identities where user_id = ${userId}`.execute(tx)
  await lockUser(tx, userId)
  await endAllSessions(tx, userId)
  await removeAllKeys(tx, userId)
  await removeDevices(tx, userId)
  await revokeAllTokens(tx, userId)
}
