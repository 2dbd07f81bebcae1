/** Signing in with an emailed six-digit code: one factor, after which a second factor may be required. */
import { setTimeout as sleep } from 'node:timers/promises'
import { CODE_MINUTES } from '../../../domain/accounts/accounts.ts'
import type { CodeSignInInput } from '../../../domain/accounts/accounts.ts'
import { DomainError } from '../../../domain/errors.ts'
import { hasOtherSignInMethod, isUnverified } from '../queries.ts'
import { revokePriorAccess } from '../revoke-prior-access.ts'
import { ANSWER_AFTER_MS, sendAccountEmail } from '../send-account-email.ts'
import type { AccountServices } from '../services.ts'
import { markVerified } from '../verify-email.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { issueCode, redeemCode } from '../one-time-tokens/codes.ts'
import { revokeTokens } from '../one-time-tokens/tokens.ts'
import { networkOf } from '../../http/network.ts'
import type { RateLimitName, RateLimits } from '../../http/rate-limits/rate-limits.ts'
import type { Client } from '../sessions/client.ts'
import { findKnownDevice } from '../sessions/device.ts'
import { recordRefusedSignIn } from '../sessions/sign-in-history.ts'
import { getRecipient } from '../users/queries.ts'
import { recordRecovery } from '../users/record-recovery.ts'
import { completeSignIn } from './complete-sign-in.ts'
import type { AccountSignIn } from './complete-sign-in.ts'

/** Emails a code if an account has this email, and returns an id that does not reveal whether one has. Refuses with `rate_limited`. */
export async function sendSignInCode(services: AccountServices, email: string, client: Client): Promise<string> {
  let codeId: string = crypto.randomUUID()
  await sendAccountEmail(services, {
    kind: 'sign_in_code',
    email,
    client,
    async send(tx, { userId, language }) {
      // Former codes stay valid, so that a stranger who asks for one ends none of the owner's.
      const issue = { purpose: 'sign_in_code' as const, userId, minutes: CODE_MINUTES, keepsFormer: true }
      const { id, code } = await issueCode(tx, services.secrets, { ...issue, payload: { email } })
      await queueMail(tx, { userId, to: email, language, kind: 'sign_in_code', values: { code } })
      codeId = id
    },
  })
  return codeId
}

/**
 * Refuses with `code_wrong`, whatever is wrong, and with `rate_limited` after ten wrong codes a day from one network and
 * twenty in all, which leaves the password, a link for a new one, and the owner's known devices usable. A code counts once for
 * each id that it is tried with. A wrong one is answered after a fixed time, since only an existing account has an attempt to count.
 */
export async function signInWithCode(
  { db, limits, secrets }: AccountServices,
  { codeId, formerCodeIds = [], email, code }: CodeSignInInput,
  client: Client,
): Promise<AccountSignIn> {
  const minimumTime = sleep(ANSWER_AFTER_MS)
  const knownDevice = await findKnownDevice(db, email, client.device)
  const ids = [codeId, ...formerCodeIds]
  const limited: [RateLimitName, string][] = [
    ['wrong_codes_per_account', `${email} ${knownDevice ?? networkOf(client.ipAddress)}`],
  ]
  if (knownDevice === null) limited.push(['wrong_codes_per_mailbox', email])
  const attempts = ids.flatMap(() => limited)
  await consumeAll(limits, db, attempts)
  const result = await inTransaction(db, async (tx) => {
    // Null commits, so that the attempt counts.
    const redeemed = await redeemCode(tx, secrets, { purpose: 'sign_in_code', ids, code })
    if (redeemed?.payload.email !== email) return null
    const { userId } = redeemed
    if (knownDevice === null && (await isUnverified(tx, userId, email))) await takeOver(tx, userId)
    if (!(await markVerified(tx, userId, email))) return null
    await revokeTokens(tx, userId, ['sign_in_code'])
    if (knownDevice === null && (await hasOtherSignInMethod(tx, userId))) await recordRecovery(tx, userId)
    return completeSignIn(tx, { userId, method: 'code', client })
  })
  if (result === null) {
    await recordRefusedSignIn(db, email, 'code', client)
    await minimumTime
    throw new DomainError('code_wrong', { field: 'code' })
  }
  for (const [name, subject] of attempts) await limits.refund(db, name, subject)
  return result
}

/** Counts all of them, or none where one is refused. */
async function consumeAll(limits: RateLimits, db: Db, attempts: readonly [RateLimitName, string][]): Promise<void> {
  for (const [n, [name, subject]] of attempts.entries()) {
    try {
      await limits.consume(db, name, subject)
    } catch (error) {
      for (const [counted, of] of attempts.slice(0, n + 1)) await limits.refund(db, counted, of)
      throw error
    }
  }
}

/** The mailbox's owner signs in for the first time, in another browser than the one that registered. */
async function takeOver(tx: Tx, userId: string): Promise<void> {
  await revokePriorAccess(tx, userId)
  await queueMail(tx, { ...(await getRecipient(tx, userId)), kind: 'prior_access_revoked', values: {} })
}
