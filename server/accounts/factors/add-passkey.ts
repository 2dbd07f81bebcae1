/** WebAuthn registration: the browser makes a key pair and sends the public key. */
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { WebAuthnCredential } from '@simplewebauthn/server'
import { COSEALG } from '@simplewebauthn/server/helpers'
import type { PasskeyCreation, NewPasskey } from '../../../domain/api/accounts/factors.ts'
import { DomainError } from '../../../domain/errors.ts'
import { PASSKEYS_MAX } from '../../../domain/accounts/factors.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import type { Viewer } from '../../http/viewer.ts'
import { lockUser } from '../users/lock-user.ts'
import { issueChallenge, redeemChallenge } from './passkey-challenges.ts'
import { factorAdded } from './factor-added.ts'
import type { FactorAdded } from './factor-added.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import { listCredentials } from './queries.ts'
import type { RelyingParty } from './relying-party.ts'

/** The algorithms that every browser and device supports; the library would also offer the runtime's experimental ones. */
const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]

/** What the browser needs to make a passkey. Refuses with `reauthentication_required` or `passkeys_full`. */
export async function startPasskey(db: Db, party: RelyingParty, viewer: Viewer): Promise<PasskeyCreation> {
  await requireRecentAuthentication(viewer, db)
  const present = await listCredentials(db, viewer.id)
  if (present.length >= PASSKEYS_MAX) throw new DomainError('passkeys_full', { values: { limit: PASSKEYS_MAX } })
  const options = await generateRegistrationOptions({
    rpName: party.rpName,
    rpID: party.rpID,
    userID: new Uint8Array(Buffer.from(viewer.id)),
    userName: viewer.username,
    challenge: await issueChallenge(db, { use: 'add', by: viewer.sessionId }),
    excludeCredentials: present,
    supportedAlgorithmIDs: ALGORITHMS,
    // A passkey can be the only sign-in method: the browser must find it without a username, and the device must verify
    // its user.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return options as PasskeyCreation
}

/** Stores the browser's new passkey. Refuses with `passkey_refused`, `passkey_known` or `passkeys_full`. */
export async function addPasskey(
  db: Db,
  party: RelyingParty,
  viewer: Viewer,
  { name, transports, ...answer }: NewPasskey,
): Promise<FactorAdded> {
  const challenge = await redeemChallenge(db, { use: 'add', by: viewer.sessionId }, answer.clientDataJSON)
  const credential = await credentialIn(party, challenge, answer)
  return inTransaction(db, async (tx) => {
    await lockUser(tx, viewer.id)
    const stored = await store(tx, viewer.id, name, { ...credential, transports: transports ?? [] })
    return factorAdded(tx, viewer, { kind: 'passkey', id: stored.id }, stored.createdAt)
  })
}

async function credentialIn(
  { rpID, origin }: RelyingParty,
  expectedChallenge: string,
  { credentialId: id, clientDataJSON, attestationObject }: Omit<NewPasskey, 'name' | 'transports'>,
): Promise<WebAuthnCredential> {
  const response = { clientDataJSON, attestationObject }
  const verified = await verifyRegistrationResponse({
    response: { id, rawId: id, response, clientExtensionResults: {}, type: 'public-key' },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!verified?.verified) throw new DomainError('passkey_refused')
  return verified.registrationInfo.credential
}

async function store(
  tx: Tx,
  userId: string,
  name: string,
  { id, publicKey, counter, transports = [] }: WebAuthnCredential,
): Promise<{ id: string; createdAt: Date }> {
  const free = await sql<{ nr: number | null }>`
    select min(nr) as nr from generate_series(1, ${sql.lit(PASSKEYS_MAX)}) as nr
    where not exists (select from passkeys p where p.user_id = ${userId} and p.nr = nr.nr)`.execute(tx)
  const nr = free.rows[0]?.nr
  if (!nr) throw new DomainError('passkeys_full', { values: { limit: PASSKEYS_MAX } })
  const { rows } = await sql<{ id: string; createdAt: Date }>`
    insert into passkeys (user_id, nr, name, credential_id, public_key, counter, transports)
    values (${userId}, ${nr}, ${name}, ${id}, ${Buffer.from(publicKey)}, ${counter}, ${transports})
    on conflict (credential_id) do nothing returning id, created_at`.execute(tx)
  if (!rows[0]) throw new DomainError('passkey_known')
  return rows[0]
}
