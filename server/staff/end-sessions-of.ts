import { DomainError } from '../../domain/errors.ts'
import { getRecipient } from '../accounts/users/queries.ts'
import { lockUser } from '../accounts/users/lock-user.ts'
import { findUserById } from '../accounts/users/queries.ts'
import { endAllSessions } from '../accounts/sessions/end-sessions.ts'
import type { Viewer } from '../http/viewer.ts'
import type { Tx } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { recordAction } from './record-action.ts'

/**
 * Ends every session of another user, notifies them by email, and returns how many were open. Their API keys stay.
 * Sign-ins in progress are waited for, and end as well. Refuses with `own_account` or, for an unknown user, `not_found`.
 */
export async function endSessionsOf(tx: Tx, viewer: Viewer, userId: string, reason: string): Promise<number> {
  if (userId === viewer.id) throw new DomainError('own_account')
  if (!(await findUserById(tx, userId))) throw new DomainError('not_found')
  await recordAction(tx, viewer, { action: 'end_sessions', subject: userId, reason })
  await lockUser(tx, userId)
  const ended = (await endAllSessions(tx, userId)).filter(({ wasOpen }) => wasOpen).length
  if (ended > 0)
    await queueMail(tx, { ...(await getRecipient(tx, userId)), kind: 'sessions_ended_by_staff', values: {} })
  return ended
}
