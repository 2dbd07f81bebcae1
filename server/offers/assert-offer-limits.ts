import { DomainError } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/**
 * Refuses one more offer of this owner with `offers_limit`, or one more active offer with `active_offers_limit`. The
 * owner's concurrent calls wait for each other here; the constraints of `offers` refuse the same.
 */
export async function assertOfferLimits(tx: Tx, ownerId: string, { isNew }: { isNew: boolean }): Promise<void> {
  await sql`select from count_alone('offers', ${ownerId})`.execute(tx)
  const { rows } = await sql<{ kept: number; active: number }>`
    select count(*)::int as kept, (count(*) filter (where status = 'active'))::int as active
    from offers where owner_id = ${ownerId} and deleted_at is null`.execute(tx)
  const { kept, active } = rows[0]!
  if (isNew && kept >= LIMITS.offers) throw new DomainError('offers_limit', { values: { limit: LIMITS.offers } })
  if (active >= LIMITS.active_offers)
    throw new DomainError('active_offers_limit', { values: { limit: LIMITS.active_offers } })
}
