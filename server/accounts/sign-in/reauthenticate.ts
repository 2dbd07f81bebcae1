/** Re-authentication: the session continues under another token, and sensitive actions pass for some minutes. */
import type { PasskeyAnswer, PasskeyRequest } from '../../../domain/api/accounts/factors.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Reauthentication, RequiredReauthentication } from '../../../domain/accounts/factors.ts'
import { findPasswordHash } from '../queries.ts'
import type { AccountServices } from '../services.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import type { Keyring } from '../../db/encryption/keyring.ts'
import { redeemChallenge } from '../factors/passkey-challenges.ts'
import type { RelyingParty } from '../factors/relying-party.ts'
import { verifySecondFactorCode } from '../factors/verify-code.ts'
import { createPasskeyRequest, verifyPasskey } from '../factors/verify-passkey.ts'
import { revokeTokens } from '../one-time-tokens/tokens.ts'
import { requiredReauthentication } from '../sessions/recent-authentication.ts'
import { rotateSession } from '../sessions/rotate-session.ts'
import type { RotatedSession } from '../sessions/rotate-session.ts'
import type { Viewer } from '../../http/viewer.ts'
import { attemptReauthenticationCode } from './reauthentication-code.ts'

type Services = AccountServices & { keyring: Keyring }

/**
 * Checks both factors, or the first where no second one is on. The second is checked only beside a right first one, and a
 * wrong one is reported on its own field: each has its own limit on attempts. Refuses with `password_wrong`, `code_wrong`,
 * `totp_attempts_exceeded`, `totp_blocked`, `rate_limited`, and with `reauthentication_required` where other factors are required.
 */
export async function reauthenticate(
  services: Services,
  viewer: Viewer,
  shown: Reauthentication,
): Promise<RotatedSession> {
  const { first, second } = shown
  const required = await requiredReauthentication(services.db, viewer.id)
  if (!satisfies(shown, required)) throw new DomainError('reauthentication_required', { details: required })
  if (first.method === 'password' && !(await isPassword(services, viewer.id, first.password)))
    throw new DomainError('password_wrong', { field: 'first' })
  const result = await inTransaction(services.db, async (tx) => {
    // The name of the wrong field commits, so that the attempt counts.
    if (first.method === 'mailed_code' && !(await attemptReauthenticationCode(tx, services, viewer, first)))
      return 'first'
    const since = second ? await verifySecondFactorCode(tx, services.keyring, viewer.id, second) : null
    if (second && !since) return 'second'
    await revokeTokens(tx, viewer.id, ['reauthentication_code'])
    return rotateSession(tx, viewer, since)
  })
  if (typeof result === 'string') throw new DomainError('code_wrong', { field: result })
  return result
}

export function startReauthenticationWithPasskey(db: Db, party: RelyingParty, viewer: Viewer): Promise<PasskeyRequest> {
  return createPasskeyRequest(db, party, { use: 'reauthenticate', by: viewer.sessionId }, viewer.id)
}

/** Same, with a passkey, which is both factors. Refuses with `passkey_refused`. */
export async function reauthenticateWithPasskey(
  db: Db,
  party: RelyingParty,
  viewer: Viewer,
  answer: PasskeyAnswer,
): Promise<RotatedSession> {
  const purpose = { use: 'reauthenticate' as const, by: viewer.sessionId }
  const challenge = await redeemChallenge(db, purpose, answer.clientDataJSON)
  return inTransaction(db, async (tx) => {
    const { since } = await verifyPasskey(tx, party, { challenge, answer, userId: viewer.id })
    return rotateSession(tx, viewer, since)
  })
}

function satisfies({ first, second }: Reauthentication, required: RequiredReauthentication): boolean {
  if (first.method !== required.first) return false
  return second ? required.second.includes(second.method) : required.second.length === 0
}

async function isPassword({ db, passwords }: Services, userId: string, password: string): Promise<boolean> {
  const hash = await findPasswordHash(db, userId)
  return hash !== null && passwords.verify({ hash, password })
}
