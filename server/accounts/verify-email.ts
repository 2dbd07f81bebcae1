import { VERIFY_HOURS } from '../../domain/accounts/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { issueToken, redeemToken } from './one-time-tokens/tokens.ts'
import { consumeOwnEmailLimit } from '../http/rate-limits/email-limit.ts'
import type { RateLimits } from '../http/rate-limits/rate-limits.ts'
import type { Viewer } from '../http/viewer.ts'
import { lockUser } from './users/lock-user.ts'
import { findUserById } from './users/queries.ts'

/** Sends the verification link again. Refuses with `rate_limited`. Returns whether the email is verified already. */
export async function resendVerification(tx: Tx, limits: RateLimits, viewer: Viewer): Promise<boolean> {
  const user = await findUserById(tx, viewer.id)
  if (!user || user.isVerified) return true
  const { userId, email, language } = user
  await consumeOwnEmailLimit(tx, limits, { kind: 'verify_email', userId, email })
  const issue = { purpose: 'verify_email' as const, userId, minutes: VERIFY_HOURS * 60, payload: { email } }
  const token = await issueToken(tx, issue)
  // The token follows the #, so that browsers send it to no server and no log contains it.
  const values = { link: `/verify-email#token=${token}` }
  await queueMail(tx, { userId, to: email, language, kind: 'verify_email', values })
  return false
}

/**
 * Verifies the email that the link was sent to. Refuses with `link_invalid` where the link was used, has expired, or the account
 * has another email by now; a signed-in user who is verified already is not refused.
 */
export async function verifyEmail(tx: Tx, token: string, viewer: Viewer | null): Promise<void> {
  if (viewer?.isVerified) return
  const { userId, payload } = await redeemToken(tx, 'verify_email', token)
  if (!(await markVerified(tx, userId, payload.email))) throw new DomainError('link_invalid')
}

/** Records that the mailbox was reached. False where the account has another email. */
export async function markVerified(tx: Tx, userId: string, email: string): Promise<boolean> {
  // First: after waiting for a change of the email, the update reads the new one.
  await lockUser(tx, userId)
  const { rows } = await sql`
    update users set email_verified = true
    where id = ${userId} and exists (select from accounts where user_id = ${userId} and email = ${email})
    returning 1 as verified`.execute(tx)
  return rows.length > 0
}
