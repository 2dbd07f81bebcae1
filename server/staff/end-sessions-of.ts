import { DomainError } from '../../domain/errors.ts'
import { getRecipient } from '../factors/queries.ts'
import { lockUser } from '../users/lock-user.ts'
import { findById } from '../accounts/queries.ts'
import type { Viewer } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { recordAction } from './record-action.ts'

/**
 * Ends every session of somebody else and tells them by mail; returns how many were open. Their API keys stay. Sign-ins
 * that are at it are waited for, and end as well. Refuses with `own_account` or, for an unknown person, `not_found`.
 */
export async function endSessionsOf(tx: Tx, viewer: Viewer, userId: string, reason: string): Promise<number> {
  if (userId === viewer.id) throw new DomainError('own_account')
  if (!(await findById(tx, userId))) throw new DomainError('not_found')
  await recordAction(tx, viewer, { action: 'end_sessions', subject: userId, reason })
  await lockUser(tx, userId)
  const { rows } = await sql<{ wasOpen: boolean }>`
    delete from sessions where user_id = ${userId} returning expires_at > clock_timestamp() as was_open`.execute(tx)
  const ended = rows.filter(({ wasOpen }) => wasOpen).length
  if (ended > 0)
    await queueMail(tx, { ...(await getRecipient(tx, userId)), kind: 'sessions_ended_by_staff', values: {} })
  return ended
}
