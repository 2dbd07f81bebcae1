import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { notifyFactorRemoved } from './factors/remove-factor.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { restoreMisuseAlerts } from './restore-misuse-alerts.ts'
import { revokeAdditionLinksToOthers } from './one-time-tokens/addition-links.ts'
import { redeemToken, revokeUndoLinksSince } from './one-time-tokens/tokens.ts'
import { removeDevices } from './sessions/device.ts'
import { endAllSessions } from './sessions/end-sessions.ts'
import { recordRecovery } from './users/record-recovery.ts'
import { lockAccount, revokeEmailedTokens, storeEmail } from './change-email.ts'
import { removeAdditionsSince } from './recent-additions.ts'
import { sendResetLink } from './reset-password.ts'
import { revokePriorAccess } from './revoke-prior-access.ts'

/**
 * Gives the account its former address back, or stops a change that is not confirmed yet. The change was started with recent
 * authentication, so its author knows the password, may have signed in often, and may have added sign-in methods in any session:
 * every session, API key and known device ends, the identities and factors that were added in the week before the change or since
 * are removed, and so is the password; a link for a new one goes to the former address. Older factors stay, so the former
 * mailbox alone does not sign in. If that address was never verified, everything that was set up before is removed. Refuses with
 * `link_invalid`.
 */
export async function undoEmailChange(tx: Tx, token: string): Promise<void> {
  const { userId, payload } = await redeemToken(tx, 'undo_email_change', token)
  const { oldEmail, wasVerified, since } = payload
  // First: a sign-in locks the password and then the user.
  await sql`delete from identities where user_id = ${userId} and provider_id = 'credential'`.execute(tx)
  const removedFactors = await removeAdditionsSince(tx, userId, wasVerified ? since : 'epoch')
  const user = await lockAccount(tx, userId)
  // Changes that were started later were started by the same author.
  await revokeUndoLinksSince(tx, userId, since)
  await revokeEmailedTokens(tx, userId)
  if (user.email !== oldEmail) {
    await storeEmail(tx, userId, oldEmail)
    const { email: to, language } = user
    await queueMail(tx, { userId, to, language, kind: 'email_change_undone', values: { newEmail: oldEmail } })
  }
  if (!wasVerified) await revokePriorAccess(tx, userId)
  await revokeAdditionLinksToOthers(tx, userId, oldEmail)
  for (const factor of removedFactors) await notifyFactorRemoved(tx, userId, factor)
  await removeDevices(tx, userId)
  await recordRecovery(tx, userId)
  await restoreMisuseAlerts(tx, userId)
  // Afterwards: a sign-in in progress with a removed identity or factor was waited for, and its session ends here.
  await endAllSessions(tx, userId)
  await sendResetLink(tx, { ...user, email: oldEmail })
}
