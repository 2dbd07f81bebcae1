import type { RawBuilder } from 'kysely'
import { DomainError } from '../../domain/errors.ts'
import { STAFF_CONFLICT_DAYS } from '../../domain/staff/staff.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/**
 * Refuses with `own_account` or `staff_conflict` an action of staff about themselves or about a user with whom they traded
 * or were in one team in the last STAFF_CONFLICT_DAYS days. The function `staff_is_impartial` of the database refuses the same.
 */
export async function assertImpartial(db: DbOrTx, actorId: string, userId: string): Promise<void> {
  const refusal = await partialityOf(db, actorId, userId)
  if (refusal === 'staff_conflict') throw new DomainError(refusal, { values: { days: STAFF_CONFLICT_DAYS } })
  if (refusal) throw new DomainError(refusal)
}

export async function partialityOf(
  db: DbOrTx,
  actorId: string,
  userId: string,
): Promise<'own_account' | 'staff_conflict' | null> {
  if (actorId === userId) return 'own_account'
  const { rows } = await sql<{ isPartial: boolean }>`
    select ${metLately(actorId, sql`${userId}::uuid`)} as is_partial`.execute(db)
  return rows[0]?.isPartial ? 'staff_conflict' : null
}

/** Whether the two traded or were in one team in the last STAFF_CONFLICT_DAYS days; `userId` may be a column. */
export function metLately(actorId: string, userId: RawBuilder<unknown>) {
  const since = sql`(select clock_timestamp() - make_interval(days => ${sql.lit(STAFF_CONFLICT_DAYS)}))`
  return sql<boolean>`(
    exists (select from trades where buyer_id = ${actorId} and seller_id = ${userId} and moved_at > ${since})
    or exists (select from trades where seller_id = ${actorId} and buyer_id = ${userId} and moved_at > ${since})
    or teamed_lately(${actorId}, ${userId}, ${userId}))`
}
