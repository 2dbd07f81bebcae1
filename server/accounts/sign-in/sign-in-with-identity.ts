import type { IdentityKind } from '../../../domain/accounts/sign-in-methods.ts'
import { PENDING_SIGN_UP_MINUTES } from '../../../domain/accounts/identities.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import { findIdentityOwner } from '../identities/queries.ts'
import type { VerifiedIdentity } from '../one-time-tokens/purposes.ts'
import { issueToken } from '../one-time-tokens/tokens.ts'
import type { Client } from '../sessions/client.ts'
import { completeSignIn } from './complete-sign-in.ts'
import type { SignInResult } from './complete-sign-in.ts'

/**
 * Signs in the account that the identity is linked to: one factor, like a password. An account with the same email is never
 * linked by this, verified or not: its owner signs in and links it. An identity without an account begins a sign-up.
 */
export async function signInWithIdentity(
  db: Db,
  kind: IdentityKind,
  identity: VerifiedIdentity,
  client: Client,
): Promise<SignInResult> {
  return inTransaction(db, async (tx) => {
    const userId = await findIdentityOwner(tx, kind, identity.accountId)
    if (userId !== null) return completeSignIn(tx, { userId, method: kind, client })
    const issue = { purpose: 'pending_sign_up' as const, userId: null, minutes: PENDING_SIGN_UP_MINUTES }
    return { pendingSignUp: await issueToken(tx, { ...issue, payload: { kind, identity } }), kind }
  })
}
