import { tradingRefusal, type Standing } from '../../../domain/accounts/trading-refusal.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { SENT_WITH_NEXT, sql } from '../../db/pool.ts'

/**
 * Refuses with `account_suspended` and the reason while staff have suspended this user, who makes the call, and with
 * `arbiter_may_not_trade` while they are an arbiter. The triggers `users_may_trade` refuse the same.
 */
export async function assertMayTrade(tx: Tx, userId: string): Promise<void> {
  const refusal = tradingRefusal(await readStanding(tx, userId))
  if (refusal === 'account_suspended') throw await suspendedError(tx, userId)
  if (refusal !== null) throw new DomainError(refusal)
}

/** Refuses with `account_suspended` and the reason: what the user would give away or make now would outlive the suspension. */
export async function assertNotSuspended(tx: Tx, userId: string): Promise<void> {
  const { isSuspended } = await readStanding(tx, userId)
  if (isSuspended) throw await suspendedError(tx, userId)
}

async function suspendedError(tx: Tx, userId: string): Promise<DomainError> {
  const { rows } = await sql<{ reason: string; at: Date }>`
    select reason, at from suspensions where user_id = ${userId} and restored_id is null`.execute(tx)
  const { reason = '', at = null } = rows[0] ?? {}
  return new DomainError('account_suspended', {
    values: { reason },
    details: { reason, at: at?.toISOString() ?? null },
  })
}

export async function mayTrade(tx: Tx, userId: string): Promise<boolean> {
  return tradingRefusal(await readStanding(tx, userId)) === null
}

/** Read under a shared lock, for which suspensions and grants of the role wait: the answer holds until the transaction ends. */
async function readStanding(tx: Tx, userId: string): Promise<Standing> {
  await sql`${SENT_WITH_NEXT} select pg_advisory_xact_lock_shared(hashtextextended(${`may trade${userId}`}, 0))`.execute(
    tx,
  )
  const { rows } = await sql<Standing>`
    select suspended_at is not null as is_suspended,
      exists (select from staff_members where user_id = users.id and role = 'arbiter') as is_arbiter
    from users where id = ${userId}`.execute(tx)
  return rows[0] ?? { isSuspended: false, isArbiter: false }
}
