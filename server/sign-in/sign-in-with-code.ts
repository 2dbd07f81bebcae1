/** Signing in with six digits from the mailbox. It is one factor: where a second one is on, that is asked for next. */
import { setTimeout as sleep } from 'node:timers/promises'
import { CODE_MINUTES } from '../../domain/accounts.ts'
import type { CodeSignInInput } from '../../domain/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Tx } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Client, Setup } from '../accounts/accounts.ts'
import { isKnownDevice } from '../sessions/device.ts'
import { revokePriorAccess, isUnverified } from '../accounts/revoke-prior-access.ts'
import { getRecipient } from '../factors/queries.ts'
import { completeSignIn } from './complete-sign-in.ts'
import type { SignInResult } from './complete-sign-in.ts'
import { recordRefusedSignIn } from '../sessions/sign-in-history.ts'
import { revokeTokens, issueCode, redeemCode } from '../one-time-tokens/one-time-tokens.ts'
import { hashToken } from '../sessions/session-token.ts'
import { markVerified } from '../accounts/verify-email.ts'
import { ANSWER_AFTER_MS, sendAccountEmail } from '../accounts/send-account-email.ts'

/** Sends a code, if somebody has this e-mail; the id to show it with says nothing of that. Refuses with `rate_limited`. */
export async function sendSignInCode(setup: Setup, email: string, client: Client): Promise<string> {
  let codeId: string = crypto.randomUUID()
  await sendAccountEmail(setup, 'sign_in_code', email, client, async (tx, { userId, language }) => {
    // A stranger who asks for one takes nobody's from them.
    const issue = {
      purpose: 'sign_in_code' as const,
      userId,
      minutes: CODE_MINUTES,
      value: { email },
      keepsFormer: true,
    }
    const { id, code } = await issueCode(tx, setup.secret, issue)
    await queueMail(tx, { userId, to: email, language, kind: 'sign_in_code', values: { code } })
    codeId = id
  })
  return codeId
}

/**
 * The way in with that code. Refuses with `code_wrong`, whatever is wrong, and with `rate_limited` after ten wrong ones a day,
 * which leaves the password and the person's own browsers as they are. A wrong one is answered after the same time whether or not
 * somebody has this e-mail: only where somebody has, is there a try to count.
 */
export async function signInWithCode(
  setup: Setup,
  { codeId, email, code }: CodeSignInInput,
  client: Client,
): Promise<SignInResult> {
  const { db, limits, secret } = setup
  const noSooner = sleep(ANSWER_AFTER_MS)
  const isKnown = await isKnownDevice(db, email, client.device)
  const whom = isKnown ? `${email} ${hashToken(client.device.shown ?? '')}` : email
  await limits.consume(db, 'wrong_codes_per_account', whom)
  const arrival = await inTransaction(db, async (tx) => {
    const redeemed = await redeemCode(tx, secret, 'sign_in_code', codeId, code)
    const userId = redeemed?.value.email === email ? redeemed.userId : null
    if (userId !== null && !isKnown && (await isUnverified(tx, userId, email))) await claim(tx, userId)
    // Null commits: the try stays counted.
    if (userId === null || !(await markVerified(tx, userId, email))) return null
    await revokeTokens(tx, userId, ['sign_in_code'])
    return completeSignIn(tx, { userId, method: 'code', client })
  })
  if (arrival === null) {
    await recordRefusedSignIn(db, email, 'code', client)
    await noSooner
    throw new DomainError('code_wrong', { field: 'code' })
  }
  await limits.refund(db, 'wrong_codes_per_account', whom)
  return arrival
}

/** The mailbox's owner comes for the first time, and in another browser than whoever registered. */
async function claim(tx: Tx, userId: string): Promise<void> {
  await revokePriorAccess(tx, userId)
  await queueMail(tx, { ...(await getRecipient(tx, userId)), kind: 'prior_access_revoked', values: {} })
}
