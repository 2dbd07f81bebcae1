import { DomainError } from '../../domain/errors.ts'
import type { Db, Tx } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import type { Client } from '../accounts/accounts.ts'
import { completeSignIn } from '../sign-in/complete-sign-in.ts'
import type { AccountSignIn } from '../sign-in/complete-sign-in.ts'
import { insertIdentity } from '../identities/link-identity.ts'
import { insertPassword, insertUser, refusalOf } from '../accounts/insert-user.ts'
import { isHeldByUndo } from '../accounts/queries.ts'
import { requireRegistration } from './register.ts'
import type { Registration } from './register.ts'
import { findRegistrationCode, redeemCode, redeemToken } from '../one-time-tokens/one-time-tokens.ts'

/**
 * Makes the account that waits under this token, and opens its first session: the code shows that the mailbox is theirs.
 * Refuses with `registration_expired`, and with `code_wrong`, which uses up one of five tries. Of two people who register with
 * one name or e-mail the later gets `username_taken` or `email_taken`, from the tables' own constraints; `identity_taken`
 * where a service's account was linked meanwhile. None of these three uses up the code.
 */
export async function confirmRegistration(
  { db, secret }: { db: Db; secret: string },
  token: string | null,
  code: string,
  client: Client,
): Promise<AccountSignIn> {
  const { id, value } = await requireRegistration(db, token)
  const arrival = await inTransaction(db, async (tx) => {
    const codeId = await findRegistrationCode(tx, id)
    // Null commits: the try stays counted.
    if (codeId === null || !(await redeemCode(tx, secret, 'registration_code', codeId, code))) return null
    await redeemToken(tx, 'registration', token ?? '')
    return createAccount(tx, value, client)
  })
  if (arrival === null) throw new DomainError('code_wrong', { field: 'code' })
  return arrival
}

/** The account and its first session, for somebody whose mailbox was reached. Throws the refusals named above. */
export async function createAccount(tx: Tx, { by, ...person }: Registration, client: Client): Promise<AccountSignIn> {
  try {
    const userId = await insertUser(tx, person)
    // Its former owner may take it back for a day, and nobody comes between by registering with it.
    if (await isHeldByUndo(tx, person.email)) throw new DomainError('email_taken', { field: 'email' })
    if ('passwordHash' in by) await insertPassword(tx, userId, by.passwordHash)
    else await insertIdentity(tx, userId, by.kind, by.claim)
    const method = 'passwordHash' in by ? 'registration' : by.kind
    // There is nothing yet that somebody else could take: the first minutes need no other proof.
    return await completeSignIn(tx, { userId, method, client, isAuthentication: true })
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}
