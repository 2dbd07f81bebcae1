import { OFFER_LIFE_DAYS } from '../../domain/offers.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Stores the status that every read already shows: offers past their 30 days are expired (decisions: Offers). */
export async function expireOffers(db: DbOrTx): Promise<void> {
  await sql`
    update offers set status = 'expired'
    where id in (
      select id from offers
      where status <> 'expired' and deleted_at is null
        and renewed_at < clock_timestamp() - make_interval(days => ${sql.lit(OFFER_LIFE_DAYS)})
      order by id limit 500
      for no key update skip locked)`.execute(db)
}
