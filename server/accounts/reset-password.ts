/** A forgotten password: a link to the mailbox, and a new password in exchange for it. */
import { LONG_RESET_MINUTES, RESET_MINUTES } from '../../domain/accounts/accounts.ts'
import type { PasswordResetInput } from '../../domain/accounts/accounts.ts'
import type { Addition } from '../../domain/api/accounts/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import { removeAllKeys } from './api-keys/remove-key.ts'
import type { Db, Tx } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import { notifyFactorRemoved } from './factors/remove-factor.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { restoreMisuseAlerts } from './restore-misuse-alerts.ts'
import { issueAdditionLink, revokeAdditionLinksTo } from './one-time-tokens/addition-links.ts'
import { findToken, issueToken, redeemToken, revokeTokens } from './one-time-tokens/tokens.ts'
import type { Client } from './sessions/client.ts'
import { rememberDevice, removeDevices } from './sessions/device.ts'
import { endAllSessions } from './sessions/end-sessions.ts'
import { endMembershipsSince } from './teams/end-membership.ts'
import { findUserById, getRecipient } from './users/queries.ts'
import type { UserContact } from './users/queries.ts'
import { recordRecovery } from './users/record-recovery.ts'
import { assertUncommonPassword } from './common-passwords.ts'
import { passwordFingerprint } from './password-fingerprint.ts'
import { isFirstPassword, isUnverified } from './queries.ts'
import { listRecentAdditions, removeAdditionsSince, startOfRecoveryWindow } from './recent-additions.ts'
import { revokePriorAccess } from './revoke-prior-access.ts'
import { sendAccountEmail } from './send-account-email.ts'
import type { AccountServices } from './services.ts'
import { markVerified } from './verify-email.ts'

/** Sends the link, if an account has this email. Refuses with `rate_limited`. */
export async function forgotPassword(services: AccountServices, email: string, client: Client): Promise<void> {
  await sendAccountEmail(services, { kind: 'reset_password', email, client, send: sendResetLink })
}

export async function sendResetLink(tx: Tx, { userId, email, language }: UserContact, isLong = false): Promise<void> {
  // Former links stay valid, so that a stranger who asks for one ends none of the owner's; a new password ends them all.
  const minutes = isLong ? LONG_RESET_MINUTES : RESET_MINUTES
  const issue = { purpose: 'reset_password' as const, userId, minutes, payload: { email } }
  const token = await issueToken(tx, { ...issue, keepsFormer: true })
  const values = { link: `/reset-password#token=${token}` }
  const kind = isLong ? 'reset_password_long' : 'reset_password'
  await queueMail(tx, { userId, to: email, language, kind, values })
}

/** What a reset with this link removes; the link stays valid. Refuses with `link_invalid`. */
export async function reviewReset(db: Db, token: string): Promise<{ additions: Addition[]; isFirstPassword: boolean }> {
  const { userId } = await findUserOfLink(db, token)
  return { additions: await listRecentAdditions(db, userId), isFirstPassword: await isFirstPassword(db, userId) }
}

/**
 * Sets the password, ends every session and API key, and makes every device but this one unknown. With `removesRecent`, what was
 * added for signing in within the last days is removed, so a factor that a thief has just turned on does not stop the owner; an older one
 * stays and is required at the next sign-in, since access to the mailbox is not enough. Opens no session. Refuses with
 * `link_invalid` or `busy`; a password that is too common leaves the link valid.
 */
export async function resetPassword(
  { db, passwords }: AccountServices,
  { token, newPassword, removesRecent }: PasswordResetInput,
  client: Client,
): Promise<void> {
  const user = await findUserOfLink(db, token)
  assertUncommonPassword(newPassword, user, 'newPassword')
  const hash = await passwords.hash(newPassword)
  await inTransaction(db, async (tx) => {
    const { userId, payload } = await redeemToken(tx, 'reset_password', token)
    // A mailbox alone never gets a staff role: the second factors of staff stay, however recent.
    const removes = removesRecent && !(await isStaff(tx, userId))
    if (await isUnverified(tx, userId, payload.email)) await revokePriorAccess(tx, userId)
    // First: a sign-in locks the password and then the user.
    await storePassword(tx, userId, hash)
    const removedFactors = removes ? await removeAdditionsSince(tx, userId, await startOfRecoveryWindow(tx)) : []
    if (!(await markVerified(tx, userId, payload.email))) throw new DomainError('link_invalid')
    if (removes) await revokeAdditionLinksTo(tx, userId, payload.email)
    await passwordReplaced(tx, userId, hash)
    for (const factor of removedFactors) await notifyFactorRemoved(tx, userId, factor)
    await recordRecovery(tx, userId)
    await restoreMisuseAlerts(tx, userId)
    await endAllSessions(tx, userId)
    await removeAllKeys(tx, userId)
    await endMembershipsSince(tx, userId, await startOfRecoveryWindow(tx))
    await removeDevices(tx, userId)
    // The mailbox's owner can then sign in from here, however many wrong passwords came from elsewhere.
    await rememberDevice(tx, userId, client.device)
  })
}

async function findUserOfLink(db: Db, token: string): Promise<UserContact> {
  const found = await findToken(db, 'reset_password', token)
  const user = found && (await findUserById(db, found.userId))
  if (!user || user.email !== found.payload.email) throw new DomainError('link_invalid')
  return user
}

async function isStaff(tx: Tx, userId: string): Promise<boolean> {
  return (await sql`select from staff_members where user_id = ${userId} limit 1`.execute(tx)).rows.length > 0
}

async function storePassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await sql`
    insert into identities (user_id, provider_id, account_id, password)
    values (${userId}, 'credential', ${userId}, ${hash})
    on conflict (provider_id, account_id) do update set password = excluded.password
    `.execute(tx)
}

/** Revokes the tokens issued under the former password, and notifies the user by email, with a link that removes the new one. */
export async function passwordReplaced(tx: Tx, userId: string, hash: string): Promise<void> {
  await revokeTokens(tx, userId, [
    'reset_password',
    'sign_in_code',
    'reauthentication_code',
    'second_factor_challenge',
    'confirm_new_email',
    'telegram_code',
  ])
  const recipient = await getRecipient(tx, userId)
  const addition = { kind: 'password' as const, fingerprint: passwordFingerprint(hash) }
  const link = await issueAdditionLink(tx, recipient, addition)
  await queueMail(tx, { ...recipient, kind: 'password_changed', values: { link } })
}
