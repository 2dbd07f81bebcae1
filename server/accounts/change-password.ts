import type { PasswordChangeInput } from '../../domain/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Viewer } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import type { Client, Setup } from './accounts.ts'
import { assertUncommonPassword } from './common-passwords.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import { listSecondFactors } from '../factors/queries.ts'
import { openSession } from '../sessions/open-session.ts'
import { findPasswordHash } from './queries.ts'
import { passwordReplaced } from './reset-password.ts'

/**
 * Puts a new password in the place of the present one, ends every session of the person and returns the token of a
 * fresh one: an older cookie, this browser's included, opens nothing. Refuses with `password_wrong`, `busy`, or with a
 * second factor on `reauthentication_required`; of two changes at once the later is refused. Whose answer got lost signs in with the new password.
 */
export async function changePassword(
  { db, passwords }: Setup,
  viewer: Viewer,
  { currentPassword, newPassword }: PasswordChangeInput,
  client: Client,
): Promise<string> {
  // The fresh session counts as proved, and with a second factor on a password proves nothing.
  if ((await listSecondFactors(db, viewer.id)).length > 0) await requireRecentAuthentication(viewer, db)
  const present = await findPasswordHash(db, viewer.id)
  if (!present || !(await passwords.verify({ hash: present, password: currentPassword }))) throw wrong()
  assertUncommonPassword(newPassword, viewer, 'newPassword')
  // Hashed before the transaction, which would else hold a connection while it waits for its turn.
  const next = await passwords.hash(newPassword)
  return inTransaction(db, async (tx) => {
    await replaceHash(tx, viewer.id, present, next)
    await passwordReplaced(tx, viewer.id)
    // After it: a second step that was being taken was waited for there, and what it opened ends here.
    const hasSecondFactor = await endAllSessions(tx, viewer)
    return openSession(tx, { userId: viewer.id, method: 'password', hasSecondFactor, client, isSignIn: false })
  })
}

async function replaceHash(tx: Tx, userId: string, present: string, next: string): Promise<void> {
  const { rows } = await sql`
    update identities set password = ${next}
    where user_id = ${userId} and provider_id = 'credential' and password = ${present}
    returning 1 as replaced`.execute(tx)
  if (rows.length === 0) throw wrong()
}

/** Whether this session had shown a second factor, which the next one goes on with. */
async function endAllSessions(tx: Tx, { id, sessionId }: Viewer): Promise<boolean> {
  const { rows } = await sql<{ id: string; hasSecondFactor: boolean }>`
    delete from sessions where user_id = ${id} returning id, has_second_factor`.execute(tx)
  const own = rows.find((session) => session.id === sessionId)
  if (!own) throw new DomainError('signed_out')
  return own.hasSecondFactor
}

function wrong(): DomainError {
  return new DomainError('password_wrong', { field: 'currentPassword' })
}
