import type { LiveOffersQuery, OffersNow } from '../../domain/api/offers/live-offers.ts'
import { cellsOf, methodsIn } from '../../domain/offers/listing.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { findFirstPage } from './market/find-offers.ts'
import type { RateSource } from './rates/rates.ts'
import { isAvailable, isFirstIn, isTraded, trustedOffers } from './market/scope.ts'
import { listOffersById } from './queries.ts'

/** Those of the shown offers that the viewer can take now, and which offers the first page of the list has now. */
export async function getOffersNow(
  db: Db,
  rates: RateSource,
  viewerId: string | null,
  { shown, ...query }: LiveOffersQuery,
): Promise<OffersNow> {
  const [first, takeable] = await Promise.all([
    findFirstPage(db, { rates, viewerId, query }),
    listTakeable(db, rates, viewerId, shown?.split(',') ?? []),
  ])
  return { offers: await listOffersById(db, rates, viewerId, takeable, methodsIn(query.method)), first }
}

/** By the primary key: the cost does not depend on the size of the market. */
async function listTakeable(db: Db, rates: RateSource, viewerId: string | null, offerIds: string[]): Promise<string[]> {
  const listed = sql`select m.offer_id from market_offers m
    where m.offer_id = any(${offerIds}::uuid[]) and ${isFirstIn(cellsOf({}))} and ${isTraded} and ${isAvailable({ rates, viewerId })}`
  const seen =
    viewerId === null
      ? listed
      : sql`${listed} union all select m.offer_id ${trustedOffers({ viewerId, rates, cells: cellsOf({}) })}
          and m.offer_id = any(${offerIds}::uuid[])`
  const { rows } = await sql<{ offerId: string }>`${seen}`.execute(db)
  return rows.map(({ offerId }) => offerId)
}
