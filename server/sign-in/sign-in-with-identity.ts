/** What a word from another service, or a wallet's signature, opens. It is one factor, like a password. */
import type { IdentityKind } from '../../domain/identities.ts'
import { PENDING_SIGN_UP_MINUTES } from '../../domain/identities.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import type { Client } from '../accounts/accounts.ts'
import { completeSignIn } from './complete-sign-in.ts'
import type { SignInResult } from './complete-sign-in.ts'
import { issueToken } from '../one-time-tokens/one-time-tokens.ts'
import type { Claim } from '../identities/provider.ts'
import { findOwner } from '../identities/queries.ts'

/**
 * Signs in whose account it is linked to; where a second factor is on, that is asked for next. To an account with the same
 * e-mail it is never linked by itself, verified or not: its owner signs in and links it. Anybody else may become a member.
 */
export async function signInWithIdentity(
  db: Db,
  kind: IdentityKind,
  claim: Claim,
  client: Client,
): Promise<SignInResult> {
  return inTransaction(db, async (tx) => {
    const userId = await findOwner(tx, kind, claim.accountId)
    if (userId !== null) return completeSignIn(tx, { userId, method: kind, client })
    const issue = {
      purpose: 'pending_sign_up' as const,
      userId: null,
      minutes: PENDING_SIGN_UP_MINUTES,
      value: { kind, claim },
    }
    return { pendingSignUp: await issueToken(tx, issue), kind }
  })
}
