import { DomainError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

type Offer = { ownerId: string; hoursOnly: boolean }

/**
 * Refuses with `offer_closed`, and when it opens again, an offer that follows business hours outside of them: by the schedule
 * and the database's clock, whatever the market shows. The constraint `trades_within_business_hours` refuses the same.
 */
export async function assertOpen(tx: Tx, { ownerId, hoursOnly }: Offer): Promise<void> {
  if (!hoursOnly) return
  const { rows } = await sql<{ isOpen: boolean; changesAt: Date }>`
    select is_open, changes_at from business_hours_now(${ownerId})`.execute(tx)
  const now = rows[0]
  if (!now || now.isOpen) return
  const opensAt = now.changesAt.toISOString()
  throw new DomainError('offer_closed', { values: { opensAt }, details: { opensAt } })
}
