/** Signing in with an ID token that a program obtained from the provider itself (spec-coverage 7: ID token). */
import { decodeJwt } from 'jose'
import { DomainError } from '../../../../domain/errors.ts'
import { AUTHORIZATION_MINUTES } from '../../../../domain/accounts/identities.ts'
import type { Db } from '../../../db/pool.ts'
import { inTransaction } from '../../../db/pool.ts'
import type { VerifiedIdentity } from '../../one-time-tokens/purposes.ts'
import { issueToken, redeemToken } from '../../one-time-tokens/tokens.ts'
import { scopedToIssuer } from '../provider.ts'
import type { OidcSettings } from '../settings.ts'
import { verifyIdToken } from './id-token.ts'

/** The nonce that the ID token must contain, so that it is issued for this one sign-in. */
export function issueIdTokenNonce(db: Db): Promise<string> {
  const issue = { purpose: 'id_token_nonce' as const, userId: null, minutes: AUTHORIZATION_MINUTES, payload: {} }
  return inTransaction(db, (tx) => issueToken(tx, issue))
}

/**
 * The identity in the ID token, whose nonce is used up. Refuses with `provider_unavailable`, and with `id_token_refused`, also
 * where the nonce was used before.
 */
export async function redeemIdToken(db: Db, settings: OidcSettings, idToken: string): Promise<VerifiedIdentity> {
  const nonce = nonceIn(idToken)
  const identity = scopedToIssuer(settings.issuer, await verifyIdToken(settings, idToken, nonce))
  try {
    await inTransaction(db, (tx) => redeemToken(tx, 'id_token_nonce', nonce))
  } catch (error) {
    throw error instanceof DomainError && error.code === 'link_invalid' ? refused('nonce') : error
  }
  return identity
}

/** Read before the signature is verified, and therefore used for nothing but the verification itself. */
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
