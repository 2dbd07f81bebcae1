import type { Offer, OfferPage, OfferQuery } from '../../domain/api/offers/offers.ts'
import { DomainError } from '../../domain/errors.ts'
import { LANDING_OFFERS } from '../../domain/market.ts'
import { cellsOf } from '../../domain/offers/listing.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { findFirstPage, findOffers } from './market/find-offers.ts'
import type { RateSource } from './market/rates.ts'
import { isAvailable, isNotRefused, isTraded, trustedOffers } from './market/scope.ts'
import { listOffersById } from './queries.ts'

/** A page of the market for `viewerId`: offers that can be taken now, without the viewer's own. */
export async function listOffers(
  db: Db,
  rates: RateSource,
  viewerId: string | null,
  query: OfferQuery,
): Promise<OfferPage> {
  const { offerIds, ...page } = await findOffers(db, { rates, viewerId, query })
  const [offers, now] = await Promise.all([listOffersById(db, rates, viewerId, offerIds), clock(db)])
  return { ...page, offers, now }
}

/**
 * The newest offers of traders with a completed trade, and where these are few, the newest of the others after them: an account
 * that was made a minute ago leads the landing page only of a market without records.
 */
export async function listLandingOffers(db: Db, rates: RateSource, viewerId: string | null): Promise<Offer[]> {
  const newest = (query: OfferQuery) => findFirstPage(db, { rates, viewerId, query: { sort: 'created_at', ...query } })
  const known = await newest({ minTrades: '1', limit: LANDING_OFFERS })
  const others = known.length < LANDING_OFFERS ? await newest({ limit: known.length + LANDING_OFFERS }) : []
  const offerIds = [...new Set([...known, ...others])].slice(0, LANDING_OFFERS)
  return listOffersById(db, rates, viewerId, offerIds)
}

/** The offers of one trader that can be taken now, newest first; `not_found` where no user has exactly this name. */
export async function listTraderOffers(
  db: Db,
  rates: RateSource,
  viewerId: string | null,
  username: string,
): Promise<Offer[]> {
  const offers = sql`select m.offer_id, m.created_at from market_offers m
    where m.owner_id = users.id and ${isTraded} and ${isAvailable({ rates, viewerId: null })}`
  const seen =
    viewerId === null
      ? offers
      : sql`${offers} and ${isNotRefused(viewerId)} union all
        select m.offer_id, m.created_at ${trustedOffers({ viewerId, rates, cells: cellsOf({}) })} and m.owner_id = users.id`
  const { rows } = await sql<{ ids: string[] }>`
    select array(select offer_id from (${seen}) seen order by created_at desc, offer_id) as ids
    from users where username = ${username} and deleted_at is null`.execute(db)
  if (!rows[0]) throw new DomainError('not_found')
  return listOffersById(db, rates, viewerId, rows[0].ids)
}

async function clock(db: Db): Promise<string> {
  const { rows } = await sql<{ moment: Date }>`select clock_timestamp() as moment`.execute(db)
  if (!rows[0]) throw new Error('the database has no clock')
  return rows[0].moment.toISOString()
}
