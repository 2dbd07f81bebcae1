import { DomainError } from '../../domain/errors.ts'
import { STAFF_ACTIONS } from '../../domain/staff/staff.ts'
import type { StaffAction } from '../../domain/staff/staff.ts'
import type { Viewer } from '../http/viewer.ts'
import { getRecipient } from '../accounts/users/queries.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'

export type StaffRecord = {
  action: StaffAction
  /** The user, offer, trade or message that the action concerns. */
  subject: string
  /** Null where the action needs no reason. */
  reason: string | null
}

/**
 * Records a staff action in the audit log, in the transaction of the action; returns the record's id. From here to the
 * commit no other action is recorded, so that actions on one subject run one after another. Refuses with `staff_limit`
 * beyond the actions of a day; the other admins are notified of the last one by email.
 */
export async function recordAction(tx: Tx, viewer: Viewer, { action, subject, reason }: StaffRecord): Promise<bigint> {
  const { role, perDay: limit } = STAFF_ACTIONS[action]
  const done = limit === null ? 0 : await countToday(tx, viewer.id, action)
  if (limit !== null && done >= limit) throw new DomainError('staff_limit', { values: { limit } })
  const { rows } = await sql<{ id: bigint }>`
    insert into audit_log (actor_id, role, action, subject, reason)
    values (${viewer.id}, ${role}, ${action}, ${subject}, ${reason}) returning id`.execute(tx)
  if (limit !== null && done + 1 === limit) await notifyAdmins(tx, viewer)
  return rows[0]!.id
}

/** The actor's concurrent actions wait for each other here. */
async function countToday(tx: Tx, actorId: string, action: StaffAction): Promise<number> {
  await sql`select from count_alone('staff actions', ${actorId})`.execute(tx)
  const { rows } = await sql<{ done: number }>`
    select count(*)::int as done from audit_log
    where actor_id = ${actorId} and action = ${action}
      and at > (select clock_timestamp() - interval '1 day')`.execute(tx)
  return rows[0]!.done
}

/** A mass of actions may be the work of a stolen session. */
async function notifyAdmins(tx: Tx, { id, username }: Viewer): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from staff_members where role = 'admin' and user_id <> ${id}`.execute(tx)
  for (const { userId } of rows)
    await queueMail(tx, {
      ...(await getRecipient(tx, userId)),
      kind: 'staff_limit_reached',
      values: { name: username },
    })
}
