import type { PasswordChangeInput } from '../../domain/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import type { Client } from './accounts.ts'
import type { Auth } from './auth.ts'
import type { Passwords } from './passwords.ts'
import { findPasswordHash } from './queries.ts'

type Setup = { db: Db; auth: Auth; passwords: Passwords }

/**
 * Puts a new password in the place of the present one, ends every session of the person and returns the token of a
 * fresh one: an older cookie, this browser's included, opens nothing. Refuses with `password_wrong` or `busy`; of two
 * changes at once the later is refused. Whose answer got lost signs in with the new password.
 */
export async function changePassword(
  { db, auth, passwords }: Setup,
  userId: string,
  { currentPassword, newPassword }: PasswordChangeInput,
  client: Client,
): Promise<string> {
  const present = await findPasswordHash(db, userId)
  if (!present || !(await passwords.verify({ hash: present, password: currentPassword }))) throw wrong()
  // Hashed before the transaction, which would else hold a connection while it waits for its turn.
  await replaceHash(db, userId, present, await passwords.hash(newPassword))
  const session = await (await auth.$context).internalAdapter.createSession(userId, false, client)
  return session.token
}

async function replaceHash(db: Db, userId: string, present: string, next: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql`
      update identities set password = ${next}, updated_at = clock_timestamp()
      where user_id = ${userId} and provider_id = 'credential' and password = ${present}
      returning 1 as replaced`.execute(tx)
    if (rows.length === 0) throw wrong()
    await sql`delete from sessions where user_id = ${userId}`.execute(tx)
  })
}

function wrong(): DomainError {
  return new DomainError('password_wrong', { field: 'currentPassword' })
}
