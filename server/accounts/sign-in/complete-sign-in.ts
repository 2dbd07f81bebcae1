import type { SessionMethod } from '../../../domain/accounts/sign-in-methods.ts'
import type { SecondFactorMethod } from '../../../domain/accounts/sign-in-methods.ts'
import { SECOND_FACTOR_CHALLENGE_MINUTES } from '../../../domain/accounts/factors.ts'
import type { IdentityKind } from '../../../domain/accounts/sign-in-methods.ts'
import type { Tx } from '../../db/pool.ts'
import { issueToken } from '../one-time-tokens/tokens.ts'
import type { Client } from '../sessions/client.ts'
import { openSession } from '../sessions/open-session.ts'
import { listSecondFactors } from '../sessions/second-factors.ts'
import { holdFactors } from '../users/lock-user.ts'

/** `token` opens the session; `challenge` waits for a second factor by one of these methods. */
export type AccountSignIn = { token: string } | { challenge: string; methods: SecondFactorMethod[] }
/** `pendingSignUp` is the token of a verified identity that has no account yet. */
export type SignInResult = AccountSignIn | { pendingSignUp: string; kind: IdentityKind }

type FirstFactor = { userId: string; method: SessionMethod; client: Client; isRecentlyAuthenticated?: boolean }

/**
 * Completes every sign-in by one factor. Where the user has a second factor, no session is opened: a stolen password or
 * mailbox gets no further than the second factor challenge.
 */
export async function completeSignIn(tx: Tx, first: FirstFactor): Promise<AccountSignIn> {
  const { userId, method } = first
  await holdFactors(tx, userId)
  const methods = await listSecondFactors(tx, userId)
  if (methods.length === 0) return { token: await openSession(tx, { ...first, secondFactorSince: null }) }
  const issue = { purpose: 'second_factor_challenge' as const, userId, minutes: SECOND_FACTOR_CHALLENGE_MINUTES }
  return { challenge: await issueToken(tx, { ...issue, payload: { method } }), methods }
}
