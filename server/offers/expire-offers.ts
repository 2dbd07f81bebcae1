import { OFFER_LIFE_DAYS } from '../../domain/offers/offers.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import { notify } from '../notifications/notify.ts'

const OFFERS_PER_ROUND = 100

/**
 * Stores the status that every read already shows: offers past their 30 days are expired (decisions: Offers). Notifies their owners.
 * The moment is read once, because an index cannot be searched for clock_timestamp(), which differs for each row.
 */
export async function expireOffers(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ ownerId: string; offerId: string }>`
      update offers set status = 'expired'
      where id = any(array(
        select id from offers
        where status <> 'expired' and deleted_at is null
          and renewed_at < (select clock_timestamp() - make_interval(days => ${sql.lit(OFFER_LIFE_DAYS)}))
        order by renewed_at limit ${sql.lit(OFFERS_PER_ROUND)}
        for no key update skip locked))
      returning owner_id, id as offer_id`.execute(tx)
    // In the order in which every act locks users' streams.
    for (const { ownerId, offerId } of rows.toSorted((a, b) => (a.ownerId < b.ownerId ? -1 : 1))) {
      await notify(tx, { userId: ownerId, event: 'offer_expired', values: { offerId } })
    }
  })
}
