/** What a word from another service, or a wallet's signature, opens. It is one factor, like a password. */
import type { IdentityKind } from '../../domain/identities.ts'
import { NEWCOMER_MINUTES } from '../../domain/identities.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import type { Client } from '../accounts/accounts.ts'
import { finishSignIn } from './complete-sign-in.ts'
import type { Arrival } from './complete-sign-in.ts'
import { issueToken } from '../one-time-tokens/one-time-tokens.ts'
import type { Claim } from '../identities/provider.ts'
import { findOwner } from '../identities/queries.ts'

/**
 * Signs in whose account it is linked to; where a second factor is on, that is asked for next. To an account with the same
 * e-mail it is never linked by itself, verified or not: its owner signs in and links it. Anybody else may become a member.
 */
export async function arriveBy(db: Db, kind: IdentityKind, claim: Claim, client: Client): Promise<Arrival> {
  return inTransaction(db, async (tx) => {
    const userId = await findOwner(tx, kind, claim.accountId)
    if (userId !== null) return finishSignIn(tx, { userId, method: kind, client })
    const issue = { purpose: 'newcomer' as const, userId: null, minutes: NEWCOMER_MINUTES, value: { kind, claim } }
    return { newcomer: await issueToken(tx, issue), kind }
  })
}
