/** Signing in with an ID token that a program of the person's was given by their service (spec-coverage 7: ID token). */
import { decodeJwt } from 'jose'
import { DomainError } from '../../../domain/errors.ts'
import { AUTHORIZATION_MINUTES } from '../../../domain/identities.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import { issueToken, redeemToken } from '../../one-time-tokens/one-time-tokens.ts'
import { readIdToken } from './id-token.ts'
import { scopedToIssuer } from '../provider.ts'
import type { Claim } from '../provider.ts'
import type { OidcSettings } from '../settings.ts'

/** What the token has to carry, so that it is made for this one sign-in. */
export function startIdTokenSignIn(db: Db): Promise<string> {
  return inTransaction(db, (tx) =>
    issueToken(tx, { purpose: 'id_token_nonce', userId: null, minutes: AUTHORIZATION_MINUTES }),
  )
}

/**
 * Who it is about. Refuses with `provider_unavailable`, and with `id_token_refused` also where it was shown before: its nonce
 * is one of ours, and used up.
 */
export async function redeemIdToken(db: Db, settings: OidcSettings, idToken: string): Promise<Claim> {
  const nonce = nonceIn(idToken)
  const claim = scopedToIssuer(settings.issuer, await readIdToken(settings, idToken, nonce))
  try {
    await inTransaction(db, (tx) => redeemToken(tx, 'id_token_nonce', nonce))
  } catch (error) {
    throw error instanceof DomainError && error.code === 'link_invalid' ? refused('nonce') : error
  }
  return claim
}

/** Nothing else of the token is believed before its signature was checked. */
function nonceIn(idToken: string): string {
  try {
    const { nonce } = decodeJwt(idToken)
    if (typeof nonce === 'string') return nonce
  } catch {
    throw refused('malformed')
  }
  throw refused('nonce')
}

function refused(reason: string): DomainError {
  return new DomainError('id_token_refused', { details: { reason } })
}
