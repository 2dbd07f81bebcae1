/** Six digits by mail, which prove who is there for whoever has no password. */
import { CODE_MINUTES } from '../../domain/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Viewer } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Setup } from '../accounts/accounts.ts'
import { issueCode, attemptCode } from '../one-time-tokens/one-time-tokens.ts'
import { requiredReauthentication } from '../sessions/recent-authentication.ts'
import { getRecipient } from '../factors/queries.ts'

type Parts = Pick<Setup, 'limits' | 'secret'>

/** Mails a code that works in this session only; its id to show it with. Refuses with `rate_limited`, and with `reauthentication_required` where a password would do. */
export async function sendReauthenticationCode(
  tx: Tx,
  { limits, secret }: Parts,
  { id, sessionId }: Viewer,
): Promise<string> {
  const asked = await requiredReauthentication(tx, id)
  if (asked.first !== 'mailed_code') throw new DomainError('reauthentication_required', { details: asked })
  await limits.consume(tx, 'emails_per_account', `reauthentication_code ${id}`)
  const issue = {
    purpose: 'reauthentication_code' as const,
    userId: id,
    minutes: CODE_MINUTES,
    value: { by: sessionId },
  }
  const { id: codeId, code } = await issueCode(tx, secret, issue)
  await queueMail(tx, { ...(await getRecipient(tx, id)), kind: 'reauthentication_code', values: { code } })
  return codeId
}

/**
 * Whether it is the code that was mailed for this session. The code stays, so that a wrong second factor beside it costs no
 * other mail; the caller drops it, and commits also when the answer is false. Refuses with `rate_limited` after ten wrong ones a day.
 */
export async function attemptReauthenticationCode(
  tx: Tx,
  { limits, secret }: Parts,
  { id, sessionId }: Viewer,
  { codeId, code }: { codeId: string; code: string },
): Promise<boolean> {
  const whom = `reauthentication ${sessionId}`
  await limits.consume(tx, 'wrong_codes_per_account', whom)
  const tried = await attemptCode(tx, secret, 'reauthentication_code', codeId, code)
  const isRight = tried?.userId === id && tried.value.by === sessionId
  if (isRight) await limits.refund(tx, 'wrong_codes_per_account', whom)
  return isRight
}
