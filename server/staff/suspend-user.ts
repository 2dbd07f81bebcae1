import { DomainError } from '../../domain/errors.ts'
import { marketChanged } from '../db/after-commit.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { notify } from '../notifications/notify.ts'
import type { Viewer } from '../http/viewer.ts'
import { findUserById, getRecipient } from '../accounts/users/queries.ts'
import { assertImpartial } from './assert-impartial.ts'
import { recordAction } from './record-action.ts'

/**
 * Suspends a user, who reads the reason: their offers leave the market, and they can finish open trades but open none.
 * Calls that open a trade or post an offer meanwhile are waited for. Refuses with `own_account`, `staff_account`,
 * `staff_conflict`, `staff_limit`, `already_done`, and `not_found` for an unknown or deleted user.
 */
export async function suspendUser(tx: Tx, viewer: Viewer, userId: string, reason: string): Promise<void> {
  if (!(await findUserById(tx, userId))) throw new DomainError('not_found')
  await assertImpartial(tx, viewer.id, userId)
  const auditId = await recordAction(tx, viewer, { action: 'suspend_user', subject: userId, reason })
  const { rows } = await sql<{ isStaff: boolean; isSuspended: boolean }>`
    select suspended_at is not null as is_suspended,
      exists (select from staff_members where user_id = users.id) as is_staff
    from users where id = ${userId}`.execute(tx)
  if (rows[0]?.isStaff) throw new DomainError('staff_account')
  if (rows[0]?.isSuspended) throw new DomainError('already_done')
  await sql`insert into suspensions (audit_id, user_id) values (${auditId}, ${userId})`.execute(tx)
  await queueMail(tx, { ...(await getRecipient(tx, userId)), kind: 'account_suspended', values: { message: reason } })
  marketChanged(tx)
  await notify(tx, { userId, event: 'account_suspended' })
}

/** Ends the suspension of a user; their active offers return to the market. Refuses as `suspendUser`. */
export async function restoreUser(tx: Tx, viewer: Viewer, userId: string, reason: string): Promise<void> {
  if (!(await findUserById(tx, userId))) throw new DomainError('not_found')
  await assertImpartial(tx, viewer.id, userId)
  const auditId = await recordAction(tx, viewer, { action: 'restore_user', subject: userId, reason })
  const { rows } = await sql`
    update suspensions set restored_id = ${auditId} where user_id = ${userId} and restored_id is null
    returning audit_id`.execute(tx)
  if (rows.length === 0) throw new DomainError('already_done')
  await queueMail(tx, { ...(await getRecipient(tx, userId)), kind: 'account_restored', values: { message: reason } })
  marketChanged(tx)
  await notify(tx, { userId, event: 'account_restored' })
}
