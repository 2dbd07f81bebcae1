/** Six digits by mail, which prove who is there for whoever has no password. */
import { CODE_MINUTES } from '../../domain/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Viewer } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Setup } from '../accounts/accounts.ts'
import { issueCode, tryCode } from '../one-time-tokens/one-time-tokens.ts'
import { proofAskedOf } from '../sessions/recent-authentication.ts'
import { addresseeOf } from '../factors/queries.ts'

type Parts = Pick<Setup, 'limits' | 'secret'>

/** Mails a code that works in this session only; its id to show it with. Refuses with `rate_limited`, and with `proof_needed` where a password would do. */
export async function sendProveCode(tx: Tx, { limits, secret }: Parts, { id, sessionId }: Viewer): Promise<string> {
  const asked = await proofAskedOf(tx, id)
  if (asked.first !== 'mailed_code') throw new DomainError('proof_needed', { details: asked })
  await limits.spend(tx, 'letters_of_account', `prove_code ${id}`)
  const issue = { purpose: 'prove_code' as const, userId: id, minutes: CODE_MINUTES, value: { by: sessionId } }
  const { id: codeId, code } = await issueCode(tx, secret, issue)
  await queueMail(tx, { ...(await addresseeOf(tx, id)), kind: 'prove_code', values: { code } })
  return codeId
}

/**
 * Whether it is the code that was mailed for this session. The code stays, so that a wrong second factor beside it costs no
 * other mail; the caller drops it, and commits also when the answer is false. Refuses with `rate_limited` after ten wrong ones a day.
 */
export async function tryProveCode(
  tx: Tx,
  { limits, secret }: Parts,
  { id, sessionId }: Viewer,
  { codeId, code }: { codeId: string; code: string },
): Promise<boolean> {
  const whom = `prove ${sessionId}`
  await limits.spend(tx, 'wrong_codes_of_account', whom)
  const tried = await tryCode(tx, secret, 'prove_code', codeId, code)
  const isRight = tried?.userId === id && tried.value.by === sessionId
  if (isRight) await limits.giveBack(tx, 'wrong_codes_of_account', whom)
  return isRight
}
