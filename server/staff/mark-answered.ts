import { DomainError } from '../../domain/errors.ts'
import type { Viewer } from '../sessions/viewer.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { recordAction } from './record-action.ts'

/**
 * Records that a contact message was answered. Of two concurrent calls the later is refused with `message_answered`; an
 * unknown message is `not_found`. An empty note is stored as none.
 */
export async function markAnswered(tx: Tx, viewer: Viewer, messageId: string, note: string): Promise<void> {
  const { rows } = await sql<{ answerId: bigint | null }>`
    select answer_id from contact_messages where id = ${messageId} for no key update`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  if (rows[0].answerId !== null) throw new DomainError('message_answered')
  const recordId = await recordAction(tx, viewer, { action: 'mark_answered', subject: messageId, reason: note || null })
  await sql`update contact_messages set answer_id = ${recordId} where id = ${messageId}`.execute(tx)
}
