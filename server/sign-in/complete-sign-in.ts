import type { SecondFactorMethod } from '../../domain/factors.ts'
import type { IdentityKind } from '../../domain/identities.ts'
import type { Tx } from '../db/pool.ts'
import { CHALLENGE_COOKIE_MINUTES } from '../http/pending-sign-in.ts'
import { holdFactors } from '../users/lock-user.ts'
import { listSecondFactors } from '../factors/queries.ts'
import { openSession } from '../sessions/open-session.ts'
import type { Opening } from '../sessions/open-session.ts'
import { issueToken } from '../one-time-tokens/one-time-tokens.ts'

/** `token` opens the session; `pending` only waits for the second factor, in one of these methods. */
export type AccountSignIn = { token: string } | { pending: string; methods: SecondFactorMethod[] }
/** `pendingSignUp` stands for somebody who has no account yet, and whom a service or a wallet has vouched for. */
export type SignInResult = AccountSignIn | { pendingSignUp: string; kind: IdentityKind }

/**
 * The end of every sign-in by something that is one factor. Where the person has a second one no session is opened:
 * whoever stole the password or reads the mailbox gets no further than the question for it.
 */
export async function completeSignIn(
  tx: Tx,
  { userId, method, client, isAuthentication }: Pick<Opening, 'userId' | 'method' | 'client' | 'isAuthentication'>,
): Promise<AccountSignIn> {
  await holdFactors(tx, userId)
  const methods = await listSecondFactors(tx, userId)
  if (methods.length === 0) {
    return { token: await openSession(tx, { userId, method, hasSecondFactor: false, client, isAuthentication }) }
  }
  const issue = {
    purpose: 'second_factor_challenge' as const,
    userId,
    minutes: CHALLENGE_COOKIE_MINUTES,
    value: { method },
  }
  return { pending: await issueToken(tx, issue), methods }
}
