import { removeAllKeys } from '../api-keys/remove-key.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { removeFactorsAddedSince } from '../factors/remove-factor.ts'
import { redeemToken, revokeTokensAfter } from '../one-time-tokens/tokens.ts'
import { endAllSessions } from '../sessions/end-sessions.ts'
import { lockAccount, revokeEmailedTokens, storeEmail } from './change-email.ts'
import { sendResetLink } from './reset-password.ts'
import { revokePriorAccess } from './revoke-prior-access.ts'

/**
 * Gives the account its former address back, or stops a change that is not confirmed yet. The change was started with recent
 * authentication, so its author knows the password: every session and API key ends, the identities and factors that were added
 * since the author's session began are removed, and so is the password; a link for a new one goes to the former address. If that
 * address was never verified, everything that was set up before is removed. Refuses with `link_invalid`.
 */
export async function undoEmailChange(tx: Tx, token: string): Promise<void> {
  const { userId, payload, issuedAt } = await redeemToken(tx, 'undo_email_change', token)
  const { oldEmail, wasVerified, since } = payload
  // First: a sign-in locks the password and then the user.
  await sql`delete from identities where user_id = ${userId} and provider_id = 'credential'`.execute(tx)
  const user = await lockAccount(tx, userId)
  // Changes that were started later were started by the same author.
  await revokeTokensAfter(tx, userId, 'undo_email_change', issuedAt)
  await revokeEmailedTokens(tx, userId)
  if (user.email !== oldEmail) await storeEmail(tx, userId, oldEmail)
  if (!wasVerified) await revokePriorAccess(tx, userId)
  const moment = wasVerified ? since : 'epoch'
  await sql`delete from identities where user_id = ${userId} and created_at > ${moment}::timestamptz`.execute(tx)
  await removeFactorsAddedSince(tx, userId, moment)
  // Afterwards: a sign-in in progress with a removed identity or factor was waited for, and its session ends here.
  await endAllSessions(tx, userId)
  await removeAllKeys(tx, userId)
  await sendResetLink(tx, { ...user, email: oldEmail })
}
