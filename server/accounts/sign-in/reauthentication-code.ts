/** Emailed six-digit codes with which users without a password re-authenticate. */
import { CODE_MINUTES } from '../../../domain/accounts/accounts.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Secrets } from '../../config.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { attemptCode, issueCode } from '../one-time-tokens/codes.ts'
import { consumeOwnEmailLimit } from '../../http/rate-limits/email-limit.ts'
import type { RateLimits } from '../../http/rate-limits/rate-limits.ts'
import { requiredReauthentication } from '../sessions/recent-authentication.ts'
import type { Viewer } from '../../http/viewer.ts'
import { getRecipient } from '../users/queries.ts'

type Services = { limits: RateLimits; secrets: Secrets }

/** Emails a code for this session and returns its id. Refuses with `rate_limited`, and with `reauthentication_required` where a password is required instead. */
export async function sendReauthenticationCode(
  tx: Tx,
  { limits, secrets }: Services,
  { id: userId, sessionId }: Viewer,
): Promise<string> {
  const required = await requiredReauthentication(tx, userId)
  if (required.first !== 'mailed_code') throw new DomainError('reauthentication_required', { details: required })
  const recipient = await getRecipient(tx, userId)
  await consumeOwnEmailLimit(tx, limits, { kind: 'reauthentication_code', userId, email: recipient.to })
  const issue = {
    purpose: 'reauthentication_code' as const,
    userId,
    minutes: CODE_MINUTES,
    payload: { sessionId },
    keepsFormer: true,
  }
  const { id, code } = await issueCode(tx, secrets, issue)
  await queueMail(tx, { ...recipient, kind: 'reauthentication_code', values: { code } })
  return id
}

/**
 * Whether it is the code that was sent for this session. The code stays valid, so that a wrong second factor beside it costs no
 * other email; the caller revokes it, and commits also when the answer is false. Refuses with `rate_limited` after ten wrong
 * codes a day.
 */
export async function attemptReauthenticationCode(
  tx: Tx,
  { limits, secrets }: Services,
  { id: userId, sessionId }: Viewer,
  { codeId, code }: { codeId: string; code: string },
): Promise<boolean> {
  const subject = `reauthentication ${sessionId}`
  await limits.consume(tx, 'wrong_codes_per_account', subject)
  const { rows } = await sql<{ id: string }>`
    select id from one_time_tokens
    where user_id = ${userId} and purpose = 'reauthentication_code' and value ->> 'sessionId' = ${sessionId}`.execute(
    tx,
  )
  const sent = rows.map(({ id }) => id)
  const ids = sent.includes(codeId) ? sent : []
  const attempted = await attemptCode(tx, secrets, { purpose: 'reauthentication_code', ids, code })
  const isRight = attempted?.userId === userId && attempted.payload.sessionId === sessionId
  if (isRight) await limits.refund(tx, 'wrong_codes_per_account', subject)
  return isRight
}
