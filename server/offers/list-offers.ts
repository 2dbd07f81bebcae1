import type { Offer, OfferPage, OfferQuery } from '../../domain/api/offers/offers.ts'
import { DomainError } from '../../domain/errors.ts'
import { LANDING_OFFERS } from '../../domain/offers/listing.ts'
import { cellsOf, methodsIn } from '../../domain/offers/listing.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { findFirstPage, findOffers } from './market/find-offers.ts'
import type { RateSource } from './rates/rates.ts'
import { isAvailable, isFirstIn, isNotRefused, isTraded, trustedOffers } from './market/scope.ts'
import { listOffersById } from './queries.ts'

/** A page of the market for `viewerId`: offers that can be taken now, without the viewer's own. */
export async function listOffers(
  db: Db,
  rates: RateSource,
  viewerId: string | null,
  query: OfferQuery,
): Promise<OfferPage> {
  const { offerIds, ...page } = await findOffers(db, { rates, viewerId, query })
  const [offers, now] = await Promise.all([
    listOffersById(db, rates, viewerId, offerIds, methodsIn(query.method)),
    clock(db),
  ])
  return { ...page, offers, now }
}

/** Enough newest offers that one trader's do not fill the landing page while others have some. */
const LANDING_READ = 4 * LANDING_OFFERS

/**
 * The newest offers of traders with a completed trade, and where these are few, the newest of the others after them: an account
 * that was made a minute ago leads the landing page only of a market without records. The second offer of a trader comes after the
 * first of each.
 */
export async function listLandingOffers(db: Db, rates: RateSource, viewerId: string | null): Promise<Offer[]> {
  const newest = (query: OfferQuery) => findFirstPage(db, { rates, viewerId, query: { sort: 'created_at', ...query } })
  const known = await newest({ minTrades: '1', limit: LANDING_READ })
  const others = known.length < LANDING_OFFERS ? await newest({ limit: LANDING_READ }) : []
  const ofKnown = await listOffersById(db, rates, viewerId, known)
  const ofOthers = await listOffersById(
    db,
    rates,
    viewerId,
    others.filter((id) => !known.includes(id)),
  )
  return [...firstOfEachOwner(ofKnown), ...firstOfEachOwner(ofOthers)].slice(0, LANDING_OFFERS)
}

function firstOfEachOwner(offers: readonly Offer[]): Offer[] {
  const owners = offers.map(({ owner }) => owner.username)
  const isFirst = (_: Offer, at: number) => owners.indexOf(owners[at]!) === at
  return [...offers.filter(isFirst), ...offers.filter((offer, at) => !isFirst(offer, at))]
}

/**
 * The offers of one trader that can be taken now, newest first; `not_found` where no user has exactly this name. What is left of
 * each is as in `listOffersById`.
 */
export async function listTraderOffers(
  db: Db,
  rates: RateSource,
  viewerId: string | null,
  username: string,
  wanted: readonly PaymentMethod[] = [],
): Promise<Offer[]> {
  const offers = sql`select m.offer_id, m.created_at from market_offers m
    where m.owner_id = users.id and ${isFirstIn(cellsOf({}))} and ${isTraded} and ${isAvailable({ rates, viewerId: null })}`
  const seen =
    viewerId === null
      ? offers
      : sql`${offers} and ${isNotRefused(viewerId)} union all
        select m.offer_id, m.created_at ${trustedOffers({ viewerId, rates, cells: cellsOf({}) })} and m.owner_id = users.id`
  const { rows } = await sql<{ ids: string[] }>`
    select array(select offer_id from (${seen}) seen order by created_at desc, offer_id) as ids
    from users where username = ${username} and deleted_at is null`.execute(db)
  if (!rows[0]) throw new DomainError('not_found')
  return listOffersById(db, rates, viewerId, rows[0].ids, wanted)
}

async function clock(db: Db): Promise<string> {
  const { rows } = await sql<{ moment: Date }>`select clock_timestamp() as moment`.execute(db)
  if (!rows[0]) throw new Error('the database has no clock')
  return rows[0].moment.toISOString()
}
