import { STAFF_ACTIONS } from '../../domain/staff.ts'
import type { StaffAction } from '../../domain/staff.ts'
import type { Viewer } from '../sessions/viewer.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

export type StaffRecord = {
  action: StaffAction
  /** The user or the message that the action concerns. */
  subject: string
  /** Null where the action needs no reason. */
  reason: string | null
}

/** Records a staff action in the audit log, in the transaction of the action; returns the record's id. */
export async function recordAction(tx: Tx, { id }: Viewer, { action, subject, reason }: StaffRecord): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    insert into audit_log (actor_id, role, action, subject, reason)
    values (${id}, ${STAFF_ACTIONS[action]}, ${action}, ${subject}, ${reason}) returning id`.execute(tx)
  return rows[0]!.id
}
