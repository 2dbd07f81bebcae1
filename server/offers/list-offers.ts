import type { OfferPage, OfferQuery } from '../../domain/api.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { findOffers } from '../market/find-offers.ts'
import type { RateSource } from '../market/rates.ts'
import { listOffersById } from './queries.ts'

/** A page of the market for `viewerId`: offers that can be taken now, without the viewer's own. */
export async function listOffers(
  db: Db,
  rates: RateSource,
  viewerId: string | null,
  query: OfferQuery,
): Promise<OfferPage> {
  const { offerIds, ...page } = await findOffers(db, rates, viewerId, query)
  const [offers, now] = await Promise.all([listOffersById(db, rates, viewerId, offerIds), clock(db)])
  return { ...page, offers, now }
}

async function clock(db: Db): Promise<string> {
  const { rows } = await sql<{ moment: Date }>`select clock_timestamp() as moment`.execute(db)
  if (!rows[0]) throw new Error('the database has no clock')
  return rows[0].moment.toISOString()
}
