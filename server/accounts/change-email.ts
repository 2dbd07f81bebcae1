/** Changing the email of an account: confirmed at the new address; undo-email-change.ts takes it back. */
import { constraintOf } from '../db/error-codes.ts'
import { CONFIRM_EMAIL_MINUTES, EMAIL_IS_THE_SAME, UNDO_EMAIL_MINUTES } from '../../domain/accounts/accounts.ts'
import { DomainError, InvalidInput } from '../../domain/errors.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { withSystemScope } from '../db/scope.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Keyring } from '../db/encryption/keyring.ts'
import type { PayloadOf } from './one-time-tokens/purposes.ts'
import { issueToken, redeemToken, revokeTokens } from './one-time-tokens/tokens.ts'
import { consumeMailboxLimit } from '../http/rate-limits/email-limit.ts'
import type { RateLimits } from '../http/rate-limits/rate-limits.ts'
import { endOtherSessions } from './sessions/end-sessions.ts'
import { requireRecentAuthentication } from './sessions/recent-authentication.ts'
import type { Viewer } from '../http/viewer.ts'
import { lockUser } from './users/lock-user.ts'
import { findUserByEmail, findUserById } from './users/queries.ts'
import type { UserContact } from './users/queries.ts'
import { updateAccount } from './users/update-account.ts'
import { isReservedByUndo } from './queries.ts'
import { startOfRecoveryWindow } from './recent-additions.ts'
import { isOfSuspended, listIfSuspended } from './suspended-emails.ts'

/**
 * Sends a link to the new address, which confirms the change, and one to the present address, which undoes it. Refuses with
 * `reauthentication_required` or `rate_limited`. For an address that has an account the answer is the same; its owner gets
 * another email.
 */
export async function startEmailChange(tx: Tx, limits: RateLimits, viewer: Viewer, newEmail: string): Promise<void> {
  const user = await lockAccount(tx, viewer.id)
  // After the lock: a session that was ended meanwhile is refused.
  await requireRecentAuthentication(viewer, tx)
  if (newEmail === user.email) throw new InvalidInput({ newEmail: EMAIL_IS_THE_SAME })
  await limits.consume(tx, 'email_changes_per_account', viewer.id)
  await limits.consume(tx, 'emails_per_account', `confirm_new_email ${newEmail}`)
  await consumeMailboxLimit(tx, limits, { kind: 'confirm_new_email', email: newEmail })
  const { email: oldEmail, isVerified: wasVerified } = user
  const change = { oldEmail, newEmail, wasVerified, since: await startOfRecoveryWindow(tx) }
  await sendConfirmation(tx, user, change)
  const link = await issueUndoLink(tx, user.userId, change)
  const { userId, language } = user
  await queueMail(tx, { userId, to: oldEmail, language, kind: 'email_change_started', values: { newEmail, link } })
}

/**
 * Gives the account the new address, verified, and ends every session but the one the link was opened in. Refuses with
 * `link_invalid`, with `email_taken` where another account has got the address meanwhile, and with `email_suspended` for an
 * address that another, suspended user gave up. A suspended user's own former address is kept from other accounts.
 */
export async function confirmNewEmail(tx: Tx, keyring: Keyring, token: string, viewer: Viewer | null): Promise<void> {
  const { userId, payload } = await redeemToken(tx, 'confirm_new_email', token)
  const { oldEmail, newEmail } = payload
  const { email, language } = await lockAccount(tx, userId)
  if (email !== oldEmail) throw new DomainError('link_invalid')
  await listIfSuspended(tx, keyring, userId, oldEmail)
  // Waits for a deletion of the account that has the address, which may list it as suspended.
  await storeEmail(tx, userId, newEmail)
  if (await isReservedByUndo(tx, newEmail, userId)) throw new DomainError('email_taken')
  if (await isOfSuspended(tx, keyring, newEmail, userId)) throw new DomainError('email_suspended')
  await revokeEmailedTokens(tx, userId)
  await endOtherSessions(tx, userId, viewer?.id === userId ? viewer.sessionId : null)
  const link = await issueUndoLink(tx, userId, payload)
  await queueMail(tx, { userId, to: oldEmail, language, kind: 'email_changed', values: { newEmail, link } })
}

/** The account, locked, so that two changes of one email run one after the other. */
export async function lockAccount(tx: Tx, userId: string): Promise<UserContact> {
  await lockUser(tx, userId)
  const user = await findUserById(tx, userId)
  if (!user) throw new DomainError('link_invalid')
  return user
}

/** The account is locked already (`lockAccount`). */
export async function storeEmail(tx: Tx, userId: string, email: string): Promise<void> {
  try {
    await updateAccount(tx, userId, sql`email = ${email}`)
    await sql`update users set email_verified = true where id = ${userId}`.execute(tx)
  } catch (error) {
    if (constraintOf(error) === 'accounts_email_key') throw new DomainError('email_taken')
    throw error
  }
}

/** Ends the tokens that were sent to an address the account no longer has, or is about to lose. */
export async function revokeEmailedTokens(tx: Tx, userId: string): Promise<void> {
  await revokeTokens(tx, userId, [
    'verify_email',
    'reset_password',
    'sign_in_code',
    'reauthentication_code',
    'second_factor_challenge',
    'confirm_new_email',
    'telegram_code',
  ])
}

type Change = PayloadOf<'undo_email_change'>

async function sendConfirmation(tx: Tx, { userId, language }: UserContact, change: Change): Promise<void> {
  const { newEmail } = change
  // Issued also where it is not sent: response time must not reveal whether the address has an account.
  const issue = { purpose: 'confirm_new_email' as const, userId, minutes: CONFIRM_EMAIL_MINUTES, payload: change }
  const token = await issueToken(tx, issue)
  const owner = await withSystemScope(tx, 'uniqueness across accounts', () => findUserByEmail(tx, newEmail))
  if (owner) {
    const recipient = { userId: owner.userId, to: newEmail, language: owner.language }
    return queueMail(tx, { ...recipient, kind: 'account_exists', values: { link: '/forgot-password' } })
  }
  const values = { link: `/confirm-email#token=${token}` }
  await queueMail(tx, { userId, to: newEmail, language, kind: 'confirm_new_email', values })
}

/** Former links stay valid: a second change must not end the first owner's link. */
async function issueUndoLink(tx: Tx, userId: string, payload: Change): Promise<string> {
  const issue = { purpose: 'undo_email_change' as const, userId, minutes: UNDO_EMAIL_MINUTES, keepsFormer: true }
  return `/undo-email#token=${await issueToken(tx, { ...issue, payload })}`
}
