import type { PasswordChangeInput } from '../../domain/accounts/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import { inTransaction } from '../db/pool.ts'
import type { Client } from './sessions/client.ts'
import { endAllSessions } from './sessions/end-sessions.ts'
import { openSession } from './sessions/open-session.ts'
import { requireRecentAuthentication } from './sessions/recent-authentication.ts'
import { listSecondFactors } from './sessions/second-factors.ts'
import type { Viewer } from '../http/viewer.ts'
import { assertUncommonPassword } from './common-passwords.ts'
import { findPasswordHash, replaceHash } from './queries.ts'
import { passwordReplaced } from './reset-password.ts'
import type { AccountServices } from './services.ts'

/**
 * Replaces the password, ends every session of the user, this browser's included, and returns the token of a new one.
 * Refuses with `password_wrong`, `busy`, or where a second factor is on `reauthentication_required`; of two concurrent
 * changes the later is refused. A client whose answer is lost signs in with the new password.
 */
export async function changePassword(
  { db, passwords }: AccountServices,
  viewer: Viewer,
  { currentPassword, newPassword }: PasswordChangeInput,
  client: Client,
): Promise<string> {
  // The new session counts as recently authenticated, for which a password alone is not enough with a second factor on.
  if ((await listSecondFactors(db, viewer.id)).length > 0) await requireRecentAuthentication(viewer, db)
  const present = await findPasswordHash(db, viewer.id)
  if (!present || !(await passwords.verify({ hash: present, password: currentPassword }))) throw wrong()
  assertUncommonPassword(newPassword, viewer, 'newPassword')
  // Hashed before the transaction, which would otherwise hold a connection while it waits for its turn.
  const next = await passwords.hash(newPassword)
  return inTransaction(db, async (tx) => {
    if (!(await replaceHash(tx, viewer.id, present, next))) throw wrong()
    await passwordReplaced(tx, viewer.id, next)
    // Afterwards: `passwordReplaced` waits for a second factor challenge that is being answered, whose session ends here.
    const ended = await endAllSessions(tx, viewer.id)
    const own = ended.find((session) => session.id === viewer.sessionId)
    if (!own) throw new DomainError('signed_out')
    const { secondFactorSince } = own
    return openSession(tx, { userId: viewer.id, method: 'password', secondFactorSince, client, isSignIn: false })
  })
}

function wrong(): DomainError {
  return new DomainError('password_wrong', { field: 'currentPassword' })
}
