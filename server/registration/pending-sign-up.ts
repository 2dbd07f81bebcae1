/** Joining with what another service or a wallet has vouched for: no password, but a name, an e-mail and the terms. */
import type { PendingSignUp } from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'
import type { PendingSignUpInput } from '../../domain/identities.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import type { Context } from '../context.ts'
import type { Client } from '../accounts/accounts.ts'
import { createAccount } from './confirm-registration.ts'
import type { AccountSignIn } from '../sign-in/complete-sign-in.ts'
import type { Waiting } from './register.ts'
import { readToken, redeemToken } from '../one-time-tokens/one-time-tokens.ts'
import type { Vouched } from '../identities/authorization-requests.ts'

/** Who waits for a name under this token; null where nobody does. */
export async function findPendingSignUp(db: Db, token: string | null): Promise<PendingSignUp | null> {
  const vouched = await findVouched(db, token)
  if (!vouched) return null
  const { kind, claim } = vouched
  return { kind, email: claim.email, isEmailVerified: claim.email !== null && claim.isEmailVerified }
}

/**
 * The account and its first session, where the service says that this very mailbox is theirs; any other e-mail gets a code
 * first, and who has vouched for them stays known until it comes. Refuses with `sign_in_expired`, `username_taken`,
 * `email_taken` (their own mailbox has an account: it is never taken over) or `identity_taken` where two join with one identity.
 */
export async function completePendingSignUp(
  { accounts, db, limits }: Pick<Context, 'accounts' | 'db' | 'limits'>,
  token: string | null,
  { username, language, ...input }: PendingSignUpInput,
  client: Client,
): Promise<AccountSignIn | Waiting> {
  const vouched = await findVouched(db, token)
  if (!vouched || token === null) throw new DomainError('sign_in_expired')
  await limits.consume(db, 'registrations_per_network', client.ipAddress)
  const registration = { username, language, email: input.email.toLowerCase(), by: vouched }
  const { claim } = vouched
  if (!claim.isEmailVerified || registration.email !== claim.email)
    return accounts.storeRegistration(registration, client)
  try {
    return await inTransaction(db, async (tx) => {
      await redeemToken(tx, 'pending_sign_up', token)
      return createAccount(tx, registration, client)
    })
  } catch (error) {
    // Sent twice at once, the later finds the word used up.
    const isUsedUp = error instanceof DomainError && error.code === 'link_invalid'
    throw isUsedUp ? new DomainError('sign_in_expired') : error
  }
}

async function findVouched(db: Db, token: string | null): Promise<Vouched | null> {
  const found = token === null ? null : await readToken(db, 'pending_sign_up', token)
  return found && (found.value as Vouched)
}
