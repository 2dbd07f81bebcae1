/** Proving anew who one is: the session goes on under another token, and dangerous acts pass for some minutes. */
import type { PasskeyAnswer, PasskeyRequest } from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Reauthentication, RequiredReauthentication } from '../../domain/factors.ts'
import type { Viewer } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { rotateSession } from '../sessions/rotate-session.ts'
import type { Renewed } from '../sessions/rotate-session.ts'
import { revokeTokens } from '../one-time-tokens/one-time-tokens.ts'
import { redeemChallenge } from '../factors/passkey-challenges.ts'
import { requiredReauthentication } from '../sessions/recent-authentication.ts'
import type { RelyingParty } from '../factors/relying-party.ts'
import { verifySecondFactorCode } from '../factors/verify-code.ts'
import { createPasskeyRequest, verifyPasskey } from '../factors/verify-passkey.ts'
import type { SecretBox } from '../factors/secret-box.ts'

type Setup = {
  db: Db
  secretBox: SecretBox
  accounts: Pick<Accounts, 'isPassword' | 'attemptReauthenticationCode'>
}

/**
 * Takes both factors, or the first where no second one is on. The second is looked at only beside a right first one, and
 * what was wrong is told of its own field: each has its own bound on tries. Refuses with `password_wrong`, `code_wrong`,
 * `totp_attempts_exceeded`, `rate_limited`, and with `reauthentication_required` where something else is asked for.
 */
export async function reauthenticate(
  { db, secretBox, accounts }: Setup,
  viewer: Viewer,
  proof: Reauthentication,
): Promise<Renewed> {
  const { first, second } = proof
  const asked = await requiredReauthentication(db, viewer.id)
  if (!isAsked(asked, proof)) throw new DomainError('reauthentication_required', { details: asked })
  if (first.method === 'password' && !(await accounts.isPassword(viewer.id, first.password)))
    throw new DomainError('password_wrong', { field: 'first' })
  const proved = await inTransaction(db, async (tx) => {
    // A field's name commits: the wrong code stays counted.
    if (first.method === 'mailed_code' && !(await accounts.attemptReauthenticationCode(tx, viewer, first)))
      return 'first'
    if (second && !(await verifySecondFactorCode(tx, secretBox, viewer.id, second))) return 'second'
    await revokeTokens(tx, viewer.id, ['reauthentication_code'])
    return rotateSession(tx, viewer, { isSecondFactor: second !== undefined })
  })
  if (typeof proved === 'string') throw new DomainError('code_wrong', { field: proved })
  return proved
}

/** What the browser asks its passkeys for. */
export function startReauthenticationWithPasskey(db: Db, party: RelyingParty, viewer: Viewer): Promise<PasskeyRequest> {
  return createPasskeyRequest(db, party, { use: 'reauthenticate', by: viewer.sessionId }, viewer.id)
}

/** The same with a passkey, which is both factors at once. Refuses with `passkey_refused`. */
export async function reauthenticateWithPasskey(
  db: Db,
  party: RelyingParty,
  viewer: Viewer,
  answer: PasskeyAnswer,
): Promise<Renewed> {
  const challenge = await redeemChallenge(db, { use: 'reauthenticate', by: viewer.sessionId }, answer.clientDataJSON)
  return inTransaction(db, async (tx) => {
    await verifyPasskey(tx, party, challenge, answer, viewer.id)
    return rotateSession(tx, viewer, { isSecondFactor: true })
  })
}

function isAsked(asked: RequiredReauthentication, { first, second }: Reauthentication): boolean {
  if (first.method !== asked.first) return false
  return second ? asked.second.includes(second.method) : asked.second.length === 0
}
