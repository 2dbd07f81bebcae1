import { STAFF_ACTS } from '../../domain/staff.ts'
import type { StaffAct } from '../../domain/staff.ts'
import type { Viewer } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

export type Act = {
  act: StaffAct
  /** The person or the message it is about. */
  subject: string
  /** Null where nothing needs to be said. */
  reason: string | null
}

/** Writes an act into the audit log, in the transaction that does it; returns the record's id. */
export async function recordAct(tx: Tx, { id }: Viewer, { act, subject, reason }: Act): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    insert into audit_log (actor_id, role, act, subject, reason)
    values (${id}, ${STAFF_ACTS[act]}, ${act}, ${subject}, ${reason}) returning id`.execute(tx)
  return rows[0]!.id
}
