import type { PasskeyAnswer, PasskeyRequest } from '../../domain/api.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import type { Client } from '../accounts/accounts.ts'
import { openSession } from '../sessions/open-session.ts'
import { redeemChallenge } from '../factors/passkey-challenges.ts'
import type { RelyingParty } from '../factors/relying-party.ts'
import { createPasskeyRequest, verifyPasskey } from '../factors/verify-passkey.ts'

const PURPOSE = { use: 'sign_in', by: null } as const

/** What the browser needs to offer its passkeys for this place. It says nothing of who has any. */
export function startSignInWithPasskey(db: Db, party: RelyingParty): Promise<PasskeyRequest> {
  return createPasskeyRequest(db, party, PURPOSE, null)
}

/**
 * Opens the session and returns its token. The device has asked for its owner (finger, face or PIN), so that a passkey is
 * both factors at once. Refuses with `passkey_refused`, whether or not the passkey is one we know.
 */
export async function signInWithPasskey(
  db: Db,
  party: RelyingParty,
  answer: PasskeyAnswer,
  client: Client,
): Promise<string> {
  const challenge = await redeemChallenge(db, PURPOSE, answer.clientDataJSON)
  return inTransaction(db, async (tx) => {
    const userId = await verifyPasskey(tx, party, challenge, answer, null)
    return openSession(tx, { userId, method: 'passkey', hasSecondFactor: true, client })
  })
}
