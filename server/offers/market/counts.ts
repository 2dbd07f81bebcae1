/** How many offers and traders the market has: sums of counters that triggers keep, so that no large set is ever counted. */
import type { Count } from '../../../domain/api/endpoint.ts'
import type { MarketCounts } from '../../../domain/api/offers/market.ts'
import { COUNT_BOUND, NEW_OFFER_HOURS, boundedCount, cellsOf } from '../../../domain/offers/listing.ts'
import { OFFER_TYPES } from '../../../domain/offers/offers.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import type { RateSource } from '../rates/rates.ts'
import { inCell, inCells, isAvailable, isCountedIn, isFirstIn, isTraded, rateColumn, trustedOffers } from './scope.ts'
import type { Scope } from './scope.ts'

/** The offers of other traders, and their owners (spec-coverage 2 Marketplace). New ones are counted up to 1,000. */
export async function readMarketCounts(db: DbOrTx, rates: RateSource, viewerId: string | null): Promise<MarketCounts> {
  const counted = (type: (typeof OFFER_TYPES)[number]) => countOffers(db, { rates, viewerId, cells: cellsOf({ type }) })
  const [buy, sell, traders, newToday] = await Promise.all([
    counted('buy'),
    counted('sell'),
    countTraders(db, viewerId),
    countNew(db, rates, viewerId),
  ])
  return { offers: { count: buy.count + sell.count, isExact: true }, traders, buy, sell, newToday }
}

/**
 * All offers of the cells, without those that are too sold out for their minimum at the present rate. For a viewer without
 * their own and those of traders with whom they do not trade, and with those for traders whom the owner trusts.
 */
export async function countOffers(
  db: DbOrTx,
  { rates, viewerId, cells }: Pick<Scope, 'viewerId' | 'rates' | 'cells'>,
): Promise<Count> {
  // Without a viewer the part is left out: as a parameter that is null it made Postgres plan the statement for each call.
  const difference =
    viewerId === null
      ? sql``
      : sql`- (select count(*) from ${hiddenOwners(viewerId)} hidden join market_offers m on m.owner_id = hidden.id
         where ${inCells(cells)} and ${isFirstIn(cells)} and (m.least_rate_e6 is null or m.least_rate_e6 <= ${rateColumn(rates)}))
         + (select count(*) ${trustedOffers({ viewerId, rates, cells })})`
  const { rows } = await sql<{ n: number }>`
    select (
      (select coalesce(sum(offers), 0) from market_counts where ${isCountedIn(cells)})
      - (select count(*) from market_offers m where ${inCells(cells)} and ${isFirstIn(cells)} and m.least_rate_e6 > ${rateColumn(rates)})
      ${difference}
    )::int as n`.execute(db)
  return { count: Math.max(0, rows[0]?.n ?? 0), isExact: true }
}

async function countTraders(db: DbOrTx, viewerId: string | null): Promise<Count> {
  const { rows } = await sql<{ n: number }>`
    select ((select coalesce(sum(traders), 0) from market_trader_counts
        where not currencies <@ array(select code from currencies where switched_off_at is not null))
      - (select count(*) from ${hiddenOwners(viewerId)} hidden
         where exists (select from market_offers where owner_id = hidden.id and ${isTraded})))::int as n`.execute(db)
  return { count: rows[0]?.n ?? 0, isExact: true }
}

/** Far more than a user can block: who is blocked by more users than this gets a count that is too large by their offers. */
const HIDDEN_OWNERS_MAX = 1000

/** The viewer, and the traders with whom the viewer does not trade. */
function hiddenOwners(viewerId: string | null) {
  return sql`(select ${viewerId}::uuid as id union all (select owner_id from offer_access
    where viewer_id = ${viewerId}::uuid and is_refused limit ${sql.lit(HIDDEN_OWNERS_MAX)}))`
}

/**
 * Each cell is read backwards from its newest offer, and no further than the bound. The time is computed once:
 * an index cannot be searched for clock_timestamp(), which differs for each row.
 */
async function countNew(db: DbOrTx, rates: RateSource, viewerId: string | null): Promise<Count> {
  const most = sql.lit(COUNT_BOUND + 1)
  const every = cellsOf({})
  const cells = every.map(
    (cell) => sql`(select m.offer_id from market_offers m
      where ${inCell(cell)} and ${isFirstIn(every)} and m.created_at >= (select moment from since) and ${isAvailable({ rates, viewerId })}
      order by m.created_at desc, m.offer_id desc limit ${most})`,
  )
  const { rows } = await sql<{ n: number }>`
    with since as (select clock_timestamp() - make_interval(hours => ${sql.lit(NEW_OFFER_HOURS)}) as moment)
    select count(*)::int as n from (
      select from (${sql.join(cells, sql` union all `)}) cells limit ${most}) bounded`.execute(db)
  return boundedCount(rows[0]?.n ?? 0)
}
