/** WebAuthn authentication: the authenticator signs a challenge with a saved passkey. */
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { AuthenticationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import type { PasskeyAnswer, PasskeyRequest } from '../../../domain/api/accounts/factors.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { issueChallenge } from './passkey-challenges.ts'
import type { PasskeyPurpose } from './passkey-challenges.ts'
import { listCredentials } from './queries.ts'
import type { RelyingParty } from './relying-party.ts'

/** `userId` null: the user is not known yet, and the browser offers any passkey it has for this site. */
export async function createPasskeyRequest(
  db: Db,
  { rpID }: RelyingParty,
  purpose: PasskeyPurpose,
  userId: string | null,
): Promise<PasskeyRequest> {
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: await issueChallenge(db, purpose),
    allowCredentials: userId === null ? [] : await listCredentials(db, userId),
    userVerification: 'required',
  })
  return options as PasskeyRequest
}

type StoredPasskey = { id: string; userId: string; createdAt: Date; publicKey: Buffer; counter: bigint }

/** `challenge`: redeemed already. `userId`: whose passkey it must be; null for any user's. */
type Presented = { challenge: string; answer: PasskeyAnswer; userId: string | null }

/**
 * Returns the user whose passkey signed the challenge, and when it was added. Refuses with `passkey_refused`: an unknown passkey or another user's,
 * another site's answer, a device that did not verify its user, or a signature counter that went back.
 */
export async function verifyPasskey(
  tx: Tx,
  party: RelyingParty,
  { challenge, answer, userId }: Presented,
): Promise<{ userId: string; since: Date }> {
  const stored = await lockPasskey(tx, answer.credentialId)
  if (!stored || (userId !== null && stored.userId !== userId)) throw refused()
  if (answer.userHandle !== undefined && userIdIn(answer.userHandle) !== stored.userId) throw refused()
  const counter = await verifiedCounter(party, challenge, answer, {
    id: answer.credentialId,
    publicKey: new Uint8Array(stored.publicKey),
    counter: Number(stored.counter),
  })
  await sql`
    update passkeys set counter = ${counter}, last_used_at = clock_timestamp() where id = ${stored.id}`.execute(tx)
  return { userId: stored.userId, since: stored.createdAt }
}

async function lockPasskey(tx: Tx, credentialId: string): Promise<StoredPasskey | null> {
  const { rows } = await sql<StoredPasskey>`
    select id, user_id, created_at, public_key, counter from passkeys where credential_id = ${credentialId}
    for no key update`.execute(tx)
  return rows[0] ?? null
}

async function verifiedCounter(
  { rpID, origin }: RelyingParty,
  expectedChallenge: string,
  { credentialId: id, ...signed }: PasskeyAnswer,
  credential: WebAuthnCredential,
): Promise<number> {
  const response = signed as AuthenticationResponseJSON['response']
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId: id, response, clientExtensionResults: {}, type: 'public-key' },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential,
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) throw refused()
  return verified.authenticationInfo.newCounter
}

function userIdIn(userHandle: string): string {
  return Buffer.from(userHandle, 'base64url').toString()
}

function refused(): DomainError {
  return new DomainError('passkey_refused')
}
