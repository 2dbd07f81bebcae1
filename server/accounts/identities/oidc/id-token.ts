/** Verification of an ID token that a program obtained itself (spec-coverage 7: ID token; section 8: its two refusals). */
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTPayload, RemoteJWKSet } from 'jose'
import { None } from 'openid-client'
import type { VerifiedIdentity } from '../../one-time-tokens/purposes.ts'
import { CLOCK_SKEW_SECONDS, identityFromClaims } from './claims.ts'
import { TIMEOUT_SECONDS, createDiscovery } from './discovery.ts'
import type { Discovery } from './discovery.ts'
import { isUnavailable, refusal } from './provider-errors.ts'
import type { OidcSettings } from '../settings.ts'

export type IdTokenReason = 'signature' | 'expired' | 'audience' | 'issuer' | 'nonce' | 'malformed' | 'no_keys'

/** No algorithm with a shared secret: an attacker could use the public key as the secret. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']
const OLDEST_SECONDS = 10 * 60

/** By issuer and by address. They stay small, since both come from the settings. */
const discoveries = new Map<string, Discovery>()
const keySets = new Map<string, RemoteJWKSet>()

/**
 * The identity in the token. The issuer must have issued it to this client only, within ten minutes and with this nonce. Refuses with
 * `id_token_refused` and the reason in `details`, and with `provider_unavailable` where the issuer's keys cannot be fetched.
 */
export async function verifyIdToken(settings: OidcSettings, idToken: string, nonce: string): Promise<VerifiedIdentity> {
  const { issuer, jwks_uri: jwksUri = '' } = (await discoveryOf(settings)()).serverMetadata()
  const keys = keySetAt(jwksUri)
  const claims = await verified(idToken, keys, { issuer, audience: settings.clientId })
  if (!isFor(claims, settings.clientId)) throw refused('audience')
  if (nonce === '' || claims.nonce !== nonce) throw refused('nonce')
  return identityFromClaims(claims) ?? raise(refused('malformed'))
}

async function verified(idToken: string, keys: RemoteJWKSet, expected: { issuer: string; audience: string }) {
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      ...expected,
      algorithms: ALGORITHMS,
      requiredClaims: ['exp', 'sub'],
      maxTokenAge: OLDEST_SECONDS,
      clockTolerance: CLOCK_SKEW_SECONDS,
    })
    return payload
  } catch (error) {
    if (isUnreachable(error)) throw refusal('provider_unavailable', error)
    throw refused(reasonFor(error, keys), error)
  }
}

/** The library accepts several audiences, and does not check the client that the token was issued to. */
function isFor({ aud, azp }: JWTPayload, clientId: string): boolean {
  const audiences = [aud].flat()
  return audiences.length === 1 && audiences[0] === clientId && (azp === undefined || azp === clientId)
}

function reasonFor(error: unknown, keys: RemoteJWKSet): IdTokenReason {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'iss') return 'issuer'
    if (error.claim === 'aud') return 'audience'
    return error.reason === 'check_failed' ? 'expired' : 'malformed'
  }
  if (error instanceof errors.JWKSInvalid) return 'no_keys'
  if (error instanceof errors.JWKSNoMatchingKey) return keys.jwks()?.keys.length === 0 ? 'no_keys' : 'signature'
  const isOfSignature = [
    errors.JWSSignatureVerificationFailed,
    errors.JWKSMultipleMatchingKeys,
    errors.JOSEAlgNotAllowed,
  ].some((kind) => error instanceof kind)
  return isOfSignature ? 'signature' : 'malformed'
}

/** The library throws its base error where the key set's response has an error status or is not JSON. */
function isUnreachable(error: unknown): boolean {
  return (
    isUnavailable(error) ||
    error instanceof errors.JWKSTimeout ||
    (error instanceof errors.JOSEError && error.code === errors.JOSEError.code)
  )
}

function refused(reason: IdTokenReason, why: unknown = reason) {
  return refusal('id_token_refused', why, { reason })
}

function raise(error: Error): never {
  throw error
}

function discoveryOf({ issuer, clientId }: OidcSettings): Discovery {
  const known = discoveries.get(issuer) ?? createDiscovery(issuer, clientId, None())
  discoveries.set(issuer, known)
  return known
}

function keySetAt(address: string): RemoteJWKSet {
  const options = { timeoutDuration: TIMEOUT_SECONDS * 1000 }
  const known = keySets.get(address) ?? createRemoteJWKSet(new URL(address), options)
  keySets.set(address, known)
  return known
}
