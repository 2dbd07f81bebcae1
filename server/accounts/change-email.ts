/** Another e-mail for an account (reliability A-9): confirmed at the new address, and to be undone from the old one for a day. */
import { CONFIRM_EMAIL_MINUTES, EMAIL_IS_THE_SAME, UNDO_EMAIL_MINUTES } from '../../domain/accounts.ts'
import { DomainError, InvalidInput } from '../../domain/errors.ts'
import type { Viewer } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { revokePriorAccess } from './revoke-prior-access.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import { listSecondFactors } from '../factors/queries.ts'
import { removeAllKeys } from '../api-keys/remove-key.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import { findByEmail, findById, isHeldByUndo } from './queries.ts'
import type { Recipient } from './queries.ts'
import { sendResetLink } from './reset-password.ts'
import { revokeTokens, issueToken, redeemToken } from '../one-time-tokens/one-time-tokens.ts'

/**
 * Sends a link to the new address, which takes effect when it is opened, and one to the present address that undoes it. Refuses
 * with `reauthentication_required` or `rate_limited`. An address that somebody has already gets another mail and the same answer.
 */
export async function startEmailChange(tx: Tx, limits: RateLimits, viewer: Viewer, newEmail: string): Promise<void> {
  const person = await lockRecipient(tx, viewer.id)
  // Held by then: who was thrown out while waiting has no session any more.
  await requireRecentAuthentication(viewer, tx)
  if (newEmail === person.email) throw new InvalidInput({ newEmail: EMAIL_IS_THE_SAME })
  await limits.consume(tx, 'email_changes_per_account', viewer.id)
  await limits.consume(tx, 'emails_per_account', `confirm_new_email ${newEmail}`)
  await writeToNewAddress(tx, person, newEmail)
  const { userId, email: oldEmail, language } = person
  // Former undo links stay: who changes it twice in a day must not make the first owner's link void.
  const undo = { purpose: 'undo_email_change' as const, userId, minutes: UNDO_EMAIL_MINUTES, keepsFormer: true }
  const value: Undo = {
    oldEmail,
    newEmail,
    wasVerified: person.isVerified,
    since: await beginningOf(tx, viewer.sessionId),
  }
  const token = await issueToken(tx, { ...undo, value })
  const values = { newEmail, link: `/undo-email#token=${token}` }
  await queueMail(tx, { userId, to: oldEmail, language, kind: 'email_change_started', values })
}

/**
 * Gives the account the address the link was sent to, verified, and ends every session but the one it was opened in.
 * Refuses with `link_invalid`, and with `email_taken` where somebody registered with it meanwhile.
 */
export async function confirmNewEmail(tx: Tx, token: string, viewer: Viewer | null): Promise<void> {
  const { userId, value } = await redeemToken(tx, 'confirm_new_email', token)
  const { oldEmail, newEmail } = value as { oldEmail: string; newEmail: string }
  const person = await lockRecipient(tx, userId)
  if (person.email !== oldEmail) throw new DomainError('link_invalid')
  if (await isHeldByUndo(tx, newEmail, person.userId)) throw new DomainError('email_taken')
  await storeEmail(tx, person.userId, newEmail)
  await revokeTokens(tx, person.userId, MAILED)
  const keptId = viewer?.id === person.userId ? viewer.sessionId : null
  await sql`delete from sessions where user_id = ${person.userId} and id is distinct from ${keptId}`.execute(tx)
  const { language } = person
  await queueMail(tx, { userId: person.userId, to: oldEmail, language, kind: 'email_changed', values: { newEmail } })
}

/**
 * Gives the account its former address back, or stops the change that was not confirmed yet. Whoever started it had proved
 * to be its owner: every session and API key ends, what they added since their session began (services, wallet, passkeys,
 * authenticator app, recovery codes) goes, and so does the password, which they know: before its owner has set another one by
 * the link that goes to the former address, nobody signs in with it and starts all over. Where that address had never been
 * reached, whoever reads it now was not there before, and all that was set up goes. Refuses with `link_invalid`.
 */
export async function undoNewEmail(tx: Tx, token: string): Promise<void> {
  const { userId, value, issuedAt } = await redeemToken(tx, 'undo_email_change', token)
  const { oldEmail, wasVerified, since } = value as Undo
  // First, since a sign-in holds the password it came by, and then the person.
  await sql`delete from identities where user_id = ${userId} and provider_id = 'credential'`.execute(tx)
  const person = await lockRecipient(tx, userId)
  // What was started later was started by somebody who was not to be there.
  await sql`
    delete from one_time_tokens where user_id = ${userId} and purpose = 'undo_email_change' and created_at > ${issuedAt}::timestamptz`.execute(
    tx,
  )
  await revokeTokens(tx, person.userId, MAILED)
  if (person.email !== oldEmail) await storeEmail(tx, person.userId, oldEmail)
  if (!wasVerified) await revokePriorAccess(tx, person.userId)
  await removeAdded(tx, person.userId, wasVerified ? since : 'epoch')
  // After them: a sign-in that was at it by what is gone was waited for, and what it opened ends here.
  await sql`delete from sessions where user_id = ${userId}`.execute(tx)
  await removeAllKeys(tx, person.userId)
  await sendResetLink(tx, { ...person, email: oldEmail })
}

/** What is kept for whoever undoes a change; `since` is an exact text: a Date would round microseconds away. */
type Undo = { oldEmail: string; newEmail: string; wasVerified: boolean; since: string }

async function beginningOf(tx: Tx, sessionId: string): Promise<string> {
  const { rows } = await sql<{ since: string }>`
    select created_at::text as since from sessions where id = ${sessionId}`.execute(tx)
  if (!rows[0]) throw new DomainError('signed_out')
  return rows[0].since
}

/** Whoever took the account over may have made their own ways in; those of its owner, which are older, stay. */
async function removeAdded(tx: Tx, userId: string, since: string): Promise<void> {
  await sql`
    delete from identities
    where user_id = ${userId} and created_at > ${since}::timestamptz`.execute(tx)
  await sql`delete from passkeys where user_id = ${userId} and created_at > ${since}::timestamptz`.execute(tx)
  await sql`delete from totps where user_id = ${userId} and created_at > ${since}::timestamptz`.execute(tx)
  await sql`delete from recovery_codes where user_id = ${userId} and created_at > ${since}::timestamptz`.execute(tx)
  if ((await listSecondFactors(tx, userId)).length === 0) {
    await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx)
  }
}

/** What went to an address that is no longer the account's, or is about to be. */
const MAILED = [
  'verify_email',
  'reset_password',
  'sign_in_code',
  'reauthentication_code',
  'second_factor_challenge',
  'confirm_new_email',
] as const

async function writeToNewAddress(tx: Tx, { userId, email, language }: Recipient, newEmail: string): Promise<void> {
  // Also where nobody is sent it: the time must not say whether somebody has the address.
  const issue = { purpose: 'confirm_new_email' as const, userId, minutes: CONFIRM_EMAIL_MINUTES }
  const token = await issueToken(tx, { ...issue, value: { oldEmail: email, newEmail } })
  const holder = await findByEmail(tx, newEmail)
  if (holder) {
    const values = { link: '/forgot-password' }
    const to = { userId: holder.userId, to: newEmail, language: holder.language }
    return queueMail(tx, { ...to, kind: 'account_exists', values })
  }
  const values = { link: `/confirm-email#token=${token}` }
  await queueMail(tx, { userId, to: newEmail, language, kind: 'confirm_new_email', values })
}

async function storeEmail(tx: Tx, userId: string, email: string): Promise<void> {
  try {
    await sql`
      update users set email = ${email}, email_verified = true
      where id = ${userId}`.execute(tx)
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'users_email_key') throw new DomainError('email_taken')
    throw error
  }
}

/** The person's row, held to the end: two changes of one e-mail come one after the other. */
async function lockRecipient(tx: Tx, userId: string | null): Promise<Recipient> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  const person = userId === null ? null : await findById(tx, userId)
  if (!person) throw new DomainError('link_invalid')
  return person
}
