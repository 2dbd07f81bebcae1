import { DomainError } from '../../domain/errors.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/**
 * Refuses with `account_suspended` and the reason while staff have suspended this user, who makes the call. The triggers
 * `users_not_suspended` refuse the same.
 */
export async function assertNotSuspended(tx: Tx, userId: string): Promise<void> {
  if (!(await isSuspended(tx, userId))) return
  const { rows } = await sql<{ reason: string; at: Date }>`
    select reason, at from suspensions where user_id = ${userId} and restored_id is null`.execute(tx)
  const { reason = '', at = null } = rows[0] ?? {}
  throw new DomainError('account_suspended', { values: { reason }, details: { reason, at: at?.toISOString() ?? null } })
}

/** Read under a shared lock, for which a suspension waits: the answer holds until the transaction ends. */
export async function isSuspended(tx: Tx, userId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${`suspension${userId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ isSuspended: boolean }>`
    select suspended_at is not null as is_suspended from users where id = ${userId}`.execute(tx)
  return rows[0]?.isSuspended ?? false
}
