import type { Relation } from '../../../domain/api/profiles/relations.ts'
import { DomainError } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { RelationKind } from '../../../domain/profiles/relations.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { getUserIdByName } from '../../accounts/users/queries.ts'
import { findRelation } from './queries.ts'

/**
 * The owner trusts or blocks another user from now on. Open trades of the two go on. Refuses with `not_found`,
 * `relation_with_yourself` and `relations_limit`. It waits for a trade that one of them is opening with the other.
 */
export async function setRelation(tx: Tx, ownerId: string, username: string, kind: RelationKind): Promise<Relation> {
  const otherId = await getUserIdByName(tx, username)
  if (otherId === ownerId) throw new DomainError('relation_with_yourself')
  await assertWithinLimit(tx, ownerId, otherId)
  await sql`
    insert into relations (owner_id, other_id, kind) values (${ownerId}, ${otherId}, ${kind})
    on conflict (owner_id, other_id) do update set kind = excluded.kind, at = clock_timestamp()`.execute(tx)
  return (await findRelation(tx, ownerId, otherId))!
}

/** The owner no longer trusts or blocks the user; false where there was nothing to remove. */
export async function removeRelation(tx: Tx, ownerId: string, username: string): Promise<boolean> {
  const otherId = await getUserIdByName(tx, username)
  const { rows } = await sql`
    delete from relations where owner_id = ${ownerId} and other_id = ${otherId} returning 1 as removed`.execute(tx)
  return rows.length > 0
}

/** The constraint relations_within_limit refuses the same. A statement after the lock sees what earlier calls have committed. */
async function assertWithinLimit(tx: Tx, ownerId: string, otherId: string): Promise<void> {
  await sql`select from count_alone('relations', ${ownerId})`.execute(tx)
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from relations where owner_id = ${ownerId} and other_id <> ${otherId}`.execute(tx)
  const limit = LIMITS.relations
  if ((rows[0]?.others ?? 0) >= limit) throw new DomainError('relations_limit', { values: { limit } })
}
