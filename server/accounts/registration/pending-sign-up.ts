/** Completing a sign-up that began with a verified identity: no password, but a username, an email and the terms. */
import type { PendingSignUp } from '../../../domain/api/accounts/identities.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { PendingSignUpInput } from '../../../domain/accounts/identities.ts'
import type { AccountServices } from '../services.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import { findToken, redeemToken } from '../one-time-tokens/tokens.ts'
import type { Client } from '../sessions/client.ts'
import type { AccountSignIn } from '../sign-in/complete-sign-in.ts'
import { createAccount } from './create-account.ts'
import { consumeRegistrationLimit, storeRegistration } from './register.ts'
import type { PendingRegistration } from './register.ts'

/** The identity that waits for a username under this token; null where none does. */
export async function findPendingSignUp(db: Db, token: string | null): Promise<PendingSignUp | null> {
  const found = await findToken(db, 'pending_sign_up', token)
  if (!found) return null
  const { kind, identity } = found.payload
  return { kind, email: identity.email, isEmailVerified: identity.email !== null && identity.isEmailVerified }
}

/**
 * Creates the account and its first session where the provider has verified this very email; for any other email a code is sent
 * first. Refuses with `sign_in_expired`, `username_taken`, `email_taken` (an account with that email is never taken over), `email_suspended` or
 * `identity_taken`.
 */
export async function completePendingSignUp(
  services: Pick<AccountServices, 'db' | 'limits' | 'secrets' | 'keyring'>,
  token: string | null,
  { username, language, ...input }: PendingSignUpInput,
  client: Client,
): Promise<AccountSignIn | PendingRegistration> {
  const { db } = services
  const found = await findToken(db, 'pending_sign_up', token)
  if (!found || token === null) throw new DomainError('sign_in_expired')
  await consumeRegistrationLimit(services, client)
  const registration = { username, language, email: input.email, credential: found.payload }
  const { identity } = found.payload
  if (!identity.isEmailVerified || registration.email !== identity.email)
    return storeRegistration(services, registration, client)
  try {
    return await inTransaction(db, async (tx) => {
      await redeemToken(tx, 'pending_sign_up', token)
      return createAccount(tx, services.keyring, registration, client)
    })
  } catch (error) {
    // Of two concurrent calls the later finds the token used.
    const isUsed = error instanceof DomainError && error.code === 'link_invalid'
    throw isUsed ? new DomainError('sign_in_expired') : error
  }
}
