import type { PasskeyAnswer, PasskeyRequest } from '../../../domain/api/accounts/factors.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import { redeemChallenge } from '../factors/passkey-challenges.ts'
import type { RelyingParty } from '../factors/relying-party.ts'
import { createPasskeyRequest, verifyPasskey } from '../factors/verify-passkey.ts'
import type { Client } from '../sessions/client.ts'
import { openSession } from '../sessions/open-session.ts'

const PURPOSE = { use: 'sign_in', by: null } as const

/** The request for any passkey of this site. It reveals nothing about accounts. */
export function startPasskeySignIn(db: Db, party: RelyingParty): Promise<PasskeyRequest> {
  return createPasskeyRequest(db, party, PURPOSE, null)
}

/**
 * Opens the session and returns its token. The device has verified its user (fingerprint, face or PIN), so a passkey is both
 * factors. Refuses with `passkey_refused`, whether or not the passkey is known.
 */
export async function signInWithPasskey(
  db: Db,
  party: RelyingParty,
  answer: PasskeyAnswer,
  client: Client,
): Promise<string> {
  const challenge = await redeemChallenge(db, PURPOSE, answer.clientDataJSON)
  return inTransaction(db, async (tx) => {
    const { userId, since } = await verifyPasskey(tx, party, { challenge, answer, userId: null })
    return openSession(tx, { userId, method: 'passkey', secondFactorSince: since, client })
  })
}
