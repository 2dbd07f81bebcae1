import { DomainError } from '../../../domain/errors.ts'
import { insertPassword, insertUser, refusalOf } from '../insert-user.ts'
import { isReservedByUndo } from '../queries.ts'
import { isOfSuspended } from '../suspended-emails.ts'
import type { Tx } from '../../db/pool.ts'
import type { Keyring } from '../../db/encryption/keyring.ts'
import { insertIdentity } from '../identities/link-identity.ts'
import type { PayloadOf } from '../one-time-tokens/purposes.ts'
import type { Client } from '../sessions/client.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'
import type { AccountSignIn } from '../sign-in/complete-sign-in.ts'

/**
 * Creates the account of a user whose mailbox was reached, and its first session. Of two concurrent registrations the later gets
 * `username_taken` or `email_taken` from the tables' constraints, or `identity_taken` where the identity was linked meanwhile. The
 * address of a suspended user is `email_suspended`, shown only to a user who has access to the mailbox.
 */
export async function createAccount(
  tx: Tx,
  keyring: Keyring,
  { credential, ...user }: PayloadOf<'registration'>,
  client: Client,
): Promise<AccountSignIn> {
  try {
    const userId = await insertUser(tx, user)
    // Its former owner may take the address back for some days; no account comes between.
    if (await isReservedByUndo(tx, user.email)) throw new DomainError('email_taken', { field: 'email' })
    if (await isOfSuspended(tx, keyring, user.email)) throw new DomainError('email_suspended', { field: 'email' })
    if ('passwordHash' in credential) await insertPassword(tx, userId, credential.passwordHash)
    else await insertIdentity(tx, userId, credential.kind, credential.identity)
    const method = 'passwordHash' in credential ? 'registration' : credential.kind
    // A new account has nothing to protect yet, so its first minutes need no re-authentication.
    return await completeSignIn(tx, { userId, method, client, isRecentlyAuthenticated: true })
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}
