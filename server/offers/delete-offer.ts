import { DomainError } from '../../domain/errors.ts'
import { marketChanged } from '../db/after-commit.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Deletes the owner's offer, which stays hidden; open trades keep their own copy of its terms and price. */
export async function deleteOffer(tx: Tx, ownerId: string, offerId: string): Promise<void> {
  const { rows } = await sql`
    update offers set deleted_at = clock_timestamp()
    where id = ${offerId} and owner_id = ${ownerId} and deleted_at is null
    returning id`.execute(tx)
  if (rows.length === 0) throw new DomainError('not_found')
  marketChanged(tx)
}
