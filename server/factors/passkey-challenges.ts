/** What a passkey is asked to sign: each question is asked once, for one purpose, and answered within minutes. */
import { DomainError } from '../../domain/errors.ts'
import { CHALLENGE_MINUTES } from '../../domain/factors.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import { issueToken, redeemToken } from '../one-time-tokens/one-time-tokens.ts'

/** What the answer is for, and whose: a session's, or that of a sign-in which waits for its second step. */
export type Purpose = { use: 'sign_in' | 'second_factor' | 'add' | 'reauthenticate'; by: string | null }

/** 256 random bits for the authenticator to sign. */
export async function newChallenge(db: Db, purpose: Purpose): Promise<Uint8Array<ArrayBuffer>> {
  const issue = { purpose: 'passkey_challenge' as const, userId: null, minutes: CHALLENGE_MINUTES, value: purpose }
  return new Uint8Array(Buffer.from(await inTransaction(db, (tx) => issueToken(tx, issue)), 'base64url'))
}

/**
 * The challenge that a browser's answer names, if we asked it for this purpose. It is used up at once, whatever becomes of
 * the answer. Refuses with `passkey_refused`.
 */
export async function redeemChallenge(db: Db, purpose: Purpose, clientDataJSON: string): Promise<string> {
  const challenge = challengeIn(clientDataJSON)
  const { value } = await inTransaction(db, (tx) => redeemToken(tx, 'passkey_challenge', challenge)).catch(refuse)
  if (value.use !== purpose.use || value.by !== purpose.by) throw new DomainError('passkey_refused')
  return challenge
}

function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    if (typeof challenge === 'string') return challenge
  } catch {
    // Not JSON: the same refusal as for a challenge that nobody asked.
  }
  throw new DomainError('passkey_refused')
}

function refuse(error: unknown): never {
  if (error instanceof DomainError && error.kind !== 'busy') throw new DomainError('passkey_refused')
  throw error
}
