import { VERIFY_HOURS } from '../../domain/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Language } from '../../domain/languages.ts'
import type { Viewer } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import { findById } from './queries.ts'
import { issueToken, redeemToken } from '../one-time-tokens/one-time-tokens.ts'

type To = { userId: string; email: string; language: Language }

/** Sends the link that verifies this e-mail. The token stands behind the #, so that no server and no log sees it. */
export async function sendVerification(tx: Tx, { userId, email, language }: To): Promise<void> {
  const token = await issueToken(tx, { purpose: 'verify_email', userId, minutes: VERIFY_HOURS * 60, value: { email } })
  await queueMail(tx, { userId, to: email, language, kind: 'verify_email', values: { link: linkTo(token) } })
}

/** Sends it once more, unless it is verified already. Refuses with `rate_limited`. Returns whether it is verified. */
export async function resendVerification(tx: Tx, limits: RateLimits, viewer: Viewer): Promise<boolean> {
  const person = await findById(tx, viewer.id)
  if (!person || person.isVerified) return true
  await limits.consume(tx, 'emails_per_account', `verify_email ${viewer.id}`)
  await sendVerification(tx, person)
  return false
}

/**
 * Verifies the e-mail a link was sent to. Refuses with `link_invalid` where it was used, is too old, or the account has another
 * e-mail by now; the person who is signed in and verified already is told no more than that they are.
 */
export async function verifyEmail(tx: Tx, token: string, viewer: Viewer | null): Promise<void> {
  if (viewer?.isVerified) return
  const { userId, value } = await redeemToken(tx, 'verify_email', token)
  if (!(await markVerified(tx, userId, value.email))) throw new DomainError('link_invalid')
}

/** The mailbox was reached: that is what `verified` says. False where the account has another e-mail. */
export async function markVerified(tx: Tx, userId: string | null, email: unknown): Promise<boolean> {
  const { rows } = await sql`
    update users set email_verified = true
    where id = ${userId} and email = ${email} returning 1 as verified`.execute(tx)
  return rows.length > 0
}

function linkTo(token: string): string {
  return `/verify-email#token=${token}`
}
