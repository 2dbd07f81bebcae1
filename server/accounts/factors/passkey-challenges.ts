/** WebAuthn challenges: each is issued for one purpose, used once, and answered within minutes. */
import { DomainError } from '../../../domain/errors.ts'
import { CHALLENGE_MINUTES } from '../../../domain/accounts/factors.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import type { PayloadOf } from '../one-time-tokens/purposes.ts'
import { issueToken, redeemToken } from '../one-time-tokens/tokens.ts'

/** Why a passkey is asked for, and by which session or second factor challenge. */
export type PasskeyPurpose = PayloadOf<'passkey_challenge'>

/** 256 random bits for the authenticator to sign. */
export async function issueChallenge(db: Db, payload: PasskeyPurpose): Promise<Uint8Array<ArrayBuffer>> {
  const issue = { purpose: 'passkey_challenge' as const, userId: null, minutes: CHALLENGE_MINUTES, payload }
  return new Uint8Array(Buffer.from(await inTransaction(db, (tx) => issueToken(tx, issue)), 'base64url'))
}

/**
 * The challenge in a browser's answer, if it was issued for this purpose. It is used up, whether or not the answer is
 * accepted. Refuses with `passkey_refused`.
 */
export async function redeemChallenge(db: Db, purpose: PasskeyPurpose, clientDataJSON: string): Promise<string> {
  const challenge = challengeIn(clientDataJSON)
  const { payload } = await inTransaction(db, (tx) => redeemToken(tx, 'passkey_challenge', challenge)).catch(refuse)
  if (payload.use !== purpose.use || payload.by !== purpose.by) throw new DomainError('passkey_refused')
  return challenge
}

function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    if (typeof challenge === 'string') return challenge
  } catch {
    // Not JSON: the same refusal as for an unknown challenge.
  }
  throw new DomainError('passkey_refused')
}

function refuse(error: unknown): never {
  if (error instanceof DomainError && error.kind !== 'busy') throw new DomainError('passkey_refused')
  throw error
}
