/** Showing a passkey: the authenticator signs our challenge (WebAuthn authentication). */
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { AuthenticationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import type { PasskeyAnswer, PasskeyRequest } from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Db, Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { newChallenge } from './passkey-challenges.ts'
import type { Purpose } from './passkey-challenges.ts'
import { listCredentials } from './queries.ts'
import type { RelyingParty } from './relying-party.ts'

/** What the browser asks for: one of the person's passkeys, or where nobody is known yet, any it has for this place. */
export async function createPasskeyRequest(
  db: Db,
  { rpID }: RelyingParty,
  purpose: Purpose,
  userId: string | null,
): Promise<PasskeyRequest> {
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: await newChallenge(db, purpose),
    allowCredentials: userId === null ? [] : await listCredentials(db, userId),
    userVerification: 'required',
  })
  return options as PasskeyRequest
}

type Stored = { id: string; userId: string; publicKey: Buffer; counter: bigint }

/**
 * Whose passkey signed the challenge, which is redeemed already. Refuses with `passkey_refused`: one we do not know or
 * somebody else's than `userId`, another page's, a device that did not ask for its owner, or a counter that went back.
 */
export async function verifyPasskey(
  tx: Tx,
  party: RelyingParty,
  challenge: string,
  answer: PasskeyAnswer,
  userId: string | null,
): Promise<string> {
  const stored = await lockPasskey(tx, answer.credentialId)
  if (!stored || (userId !== null && stored.userId !== userId)) throw refused()
  if (answer.userHandle !== undefined && ownerIn(answer.userHandle) !== stored.userId) throw refused()
  const counter = await counterIn(party, challenge, answer, {
    id: answer.credentialId,
    publicKey: new Uint8Array(stored.publicKey),
    counter: Number(stored.counter),
  })
  await sql`
    update passkeys set counter = ${counter}, last_used_at = clock_timestamp() where id = ${stored.id}`.execute(tx)
  return stored.userId
}

async function lockPasskey(tx: Tx, credentialId: string): Promise<Stored | null> {
  const { rows } = await sql<Stored>`
    select id, user_id, public_key, counter from passkeys where credential_id = ${credentialId}
    for no key update`.execute(tx)
  return rows[0] ?? null
}

async function counterIn(
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

function ownerIn(userHandle: string): string {
  return Buffer.from(userHandle, 'base64url').toString()
}

function refused(): DomainError {
  return new DomainError('passkey_refused')
}
