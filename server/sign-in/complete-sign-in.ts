import type { Way } from '../../domain/factors.ts'
import type { IdentityKind } from '../../domain/identities.ts'
import type { Tx } from '../db/pool.ts'
import { PENDING_MINUTES } from '../http/pending-sign-in.ts'
import { keepFactors } from '../users/lock-user.ts'
import { waysOf } from '../factors/queries.ts'
import { openSession } from '../sessions/open-session.ts'
import type { Opening } from '../sessions/open-session.ts'
import { issueToken } from '../one-time-tokens/one-time-tokens.ts'

/** `token` opens the session; `pending` only waits for the second factor, in one of these ways. */
export type SignInArrival = { token: string } | { pending: string; ways: Way[] }
/** `newcomer` stands for somebody who has no account yet, and whom a service or a wallet has vouched for. */
export type Arrival = SignInArrival | { newcomer: string; kind: IdentityKind }

/**
 * The end of every sign-in by something that is one factor. Where the person has a second one no session is opened:
 * whoever stole the password or reads the mailbox gets no further than the question for it.
 */
export async function finishSignIn(
  tx: Tx,
  { userId, method, client, isProof }: Pick<Opening, 'userId' | 'method' | 'client' | 'isProof'>,
): Promise<SignInArrival> {
  await keepFactors(tx, userId)
  const ways = await waysOf(tx, userId)
  if (ways.length === 0) {
    return { token: await openSession(tx, { userId, method, hasSecondFactor: false, client, isProof }) }
  }
  const issue = { purpose: 'second_factor' as const, userId, minutes: PENDING_MINUTES, value: { method } }
  return { pending: await issueToken(tx, issue), ways }
}
