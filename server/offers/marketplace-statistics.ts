/** How many offers and traders the market has: sums of counters that triggers keep, so that no crowd is ever counted. */
import type { Count, MarketplaceStatistics } from '../../domain/api.ts'
import { PAYMENT_METHODS } from '../../domain/market.ts'
import { COUNT_BOUND, NEW_OFFER_HOURS, boundedCount, cellsOf } from '../../domain/marketplace.ts'
import { OFFER_TYPES } from '../../domain/offers.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { RateSource } from '../market/rates.ts'
import { onMarket, rateColumn } from './marketplace-scope.ts'
import type { Scope } from './marketplace-scope.ts'

type Viewing = Pick<Scope, 'viewerId' | 'rates' | 'cells'>

/** The offers of other traders, and these traders (spec section 2, Marketplace). New ones are counted up to 1,000. */
export async function readMarketplaceStatistics(
  db: DbOrTx,
  rates: RateSource,
  viewerId: string | null,
): Promise<MarketplaceStatistics> {
  const counted = (type: (typeof OFFER_TYPES)[number]) => countOffers(db, { rates, viewerId, cells: cellsOf({ type }) })
  const [buy, sell, traders, newToday] = await Promise.all([
    counted('buy'),
    counted('sell'),
    countTraders(db, viewerId),
    countNew(db, rates, viewerId),
  ])
  return { offers: { count: buy.count + sell.count, isExact: true }, traders, buy, sell, newToday }
}

/** All of a scope, without those too sold out to serve their minimum at the present rate, and without the viewer's. */
export async function countOffers(db: DbOrTx, { rates, viewerId, cells }: Viewing): Promise<Count> {
  const chosen = sql.join(cells.map(({ type, paymentMethod }) => sql`(${type}, ${paymentMethod})`))
  const served = sql`(m.least_rate_e6 is null or m.least_rate_e6 <= ${rateColumn(rates)})`
  const { rows } = await sql<{ n: number }>`
    select (
      (select coalesce(sum(offers), 0) from market_counts where (type, payment_method) in (${chosen}))
      - (select count(*) from market_offers m
         where (m.type, m.payment_method) in (${chosen}) and m.least_rate_e6 > ${rateColumn(rates)})
      - (select count(*) from market_offers m
         where m.owner_id = ${viewerId}::uuid and (m.type, m.payment_method) in (${chosen}) and ${served})
    )::int as n`.execute(db)
  return { count: Math.max(0, rows[0]?.n ?? 0), isExact: true }
}

async function countTraders(db: DbOrTx, viewerId: string | null): Promise<Count> {
  const { rows } = await sql<{ n: number }>`
    select ((select coalesce(sum(traders), 0) from market_trader_counts)
      - exists (select from market_offers where owner_id = ${viewerId}::uuid)::int)::int as n`.execute(db)
  return { count: rows[0]?.n ?? 0, isExact: true }
}

async function countNew(db: DbOrTx, rates: RateSource, viewerId: string | null): Promise<Count> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from market_offers m
      where m.type = any(${[...OFFER_TYPES]}) and m.payment_method = any(${[...PAYMENT_METHODS]})
        and m.created_at >= clock_timestamp() - make_interval(hours => ${sql.lit(NEW_OFFER_HOURS)})
        and ${onMarket({ rates, viewerId })}
      limit ${sql.lit(COUNT_BOUND + 1)}) bounded`.execute(db)
  return boundedCount(rows[0]?.n ?? 0)
}
