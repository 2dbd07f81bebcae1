/** Who a service speaks of, from the claims of OpenID Connect. */
import { emailSchema } from '../../../domain/accounts.ts'
import { ACCOUNT_ID_MAX } from '../../../domain/identities.ts'
import type { Claim } from '../provider.ts'

/** Printable ASCII, as OpenID Connect Core section 2 has it. */
const SUBJECT = /^[\x20-\x7e]+$/

/** Null where the subject is none that can be kept. */
export function claimOf(claims: { sub?: unknown; email?: unknown; email_verified?: unknown }): Claim | null {
  const { sub } = claims
  if (typeof sub !== 'string' || sub.length > ACCOUNT_ID_MAX || !SUBJECT.test(sub)) return null
  const email = mailboxOf(claims.email)
  return { accountId: sub, email, isEmailVerified: email !== null && claims.email_verified === true }
}

/** The address in lower case, or null where it is none. */
export function mailboxOf(email: unknown): string | null {
  const read = emailSchema.safeParse({ email })
  return read.success ? read.data.email : null
}
