/** Reads an identity from the claims of OpenID Connect. */
import { EMAIL_MAX, EMAIL_PATTERN } from '../../../../domain/accounts/accounts.ts'
import { ACCOUNT_ID_MAX } from '../../../../domain/accounts/identities.ts'
import type { VerifiedIdentity } from '../../one-time-tokens/purposes.ts'

/** Printable ASCII, as OpenID Connect Core section 2 requires. */
const SUBJECT = /^[\x20-\x7e]+$/

type Claims = { sub?: unknown; email?: unknown; email_verified?: unknown }

/** Null where the subject is not a valid one. */
export function identityFromClaims(claims: Claims): VerifiedIdentity | null {
  const { sub } = claims
  if (typeof sub !== 'string' || sub.length > ACCOUNT_ID_MAX || !SUBJECT.test(sub)) return null
  const email = validEmail(claims.email)
  return { accountId: sub, email, isEmailVerified: email !== null && claims.email_verified === true }
}

/**
 * The email in lower case, or null where it is invalid. A program wrote it, so nothing around an address is dropped: what a user
 * would read as an address is not what the provider verified.
 */
export function validEmail(email: unknown): string | null {
  if (typeof email !== 'string' || email.length > EMAIL_MAX) return null
  const address = email.toLowerCase()
  return EMAIL_PATTERN.test(address) ? address : null
}

/** How much two clocks may differ. */
export const CLOCK_SKEW_SECONDS = 30

/** Whether a token says that it was issued later than now: its issuer's clock, or its claim, is wrong. */
export function isIssuedInFuture({ iat }: { iat?: unknown }): boolean {
  return typeof iat === 'number' && iat > Date.now() / 1000 + CLOCK_SKEW_SECONDS
}
