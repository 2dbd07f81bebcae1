/** A page of the marketplace and how many offers there are to page through. Rows are found in `market_offers`. */
import type { Count, MarketplacePage, MarketplaceQuery } from '../../domain/api.ts'
import { MARKETPLACE_PAGE_SIZE } from '../../domain/listing.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { RateSource } from '../market/rates.ts'
import { inOrder, keyText, ordered, readCursor, scopeOf, writeCursor } from './marketplace-scope.ts'
import type { Cursor, Found, Place, Scope } from './marketplace-scope.ts'
import { countOffers } from './marketplace-statistics.ts'
import { searchPage } from './marketplace-search.ts'
import { listOffersById } from './queries.ts'

/**
 * Ten offers of other traders as `query` asks for them, with cursors to the pages around. Pages 1 to 5 can be asked
 * for by number; walking on by cursor meets each offer once, whatever is posted meanwhile.
 */
export async function listMarketplace(
  db: DbOrTx,
  rates: RateSource,
  viewerId: string | null,
  query: MarketplaceQuery,
): Promise<MarketplacePage> {
  const scope = scopeOf(rates, viewerId, query)
  const cursor = query.cursor === undefined ? null : readCursor(scope, query.cursor)
  const place = { cursor, skip: cursor === null ? ((query.page ?? 1) - 1) * MARKETPLACE_PAGE_SIZE : 0 }
  const { found, total } = await findPage(db, scope, place)
  const rows = inReadingOrder(found.slice(0, MARKETPLACE_PAGE_SIZE), cursor)
  const ids = rows.map(({ offerId }) => offerId)
  const [offers, now] = await Promise.all([listOffersById(db, rates, viewerId, ids), clock(db)])
  const hasMore = found.length > MARKETPLACE_PAGE_SIZE
  const [first, last] = [rows[0], rows.at(-1)]
  const hasNext = cursor?.to === 'previous' || hasMore
  const hasPrevious = cursor?.to === 'previous' ? hasMore : cursor !== null || place.skip > 0
  return {
    offers,
    total,
    nextCursor: last && hasNext ? writeCursor(scope, { to: 'next', ...last }) : null,
    previousCursor: first && hasPrevious ? writeCursor(scope, { to: 'previous', ...first }) : null,
    now,
  }
}

/** What stands beyond a place, one more than a page where there is more; and the count of the whole scope. */
async function findPage(db: DbOrTx, scope: Scope, place: Place): Promise<{ found: Found[]; total: Count }> {
  if (scope.cells.length === 0) return { found: [], total: { count: 0, isExact: true } }
  if (scope.pattern !== null) return searchPage(db, scope, scope.pattern, place)
  const [found, total] = await Promise.all([readOn(db, scope, place), countOffers(db, scope)])
  return { found, total }
}

async function readOn(db: DbOrTx, scope: Scope, { cursor, skip }: Place): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select offer_id, ${keyText(scope)} as position
    from (${ordered(scope, cursor, skip + MARKETPLACE_PAGE_SIZE + 1)}) page
    order by ${inOrder(scope, cursor)} offset ${skip}`.execute(db)
  return rows
}

function inReadingOrder(rows: Found[], cursor: Cursor | null): Found[] {
  return cursor?.to === 'previous' ? rows.toReversed() : rows
}

async function clock(db: DbOrTx): Promise<string> {
  const { rows } = await sql<{ moment: Date }>`select clock_timestamp() as moment`.execute(db)
  if (!rows[0]) throw new Error('the database has no clock')
  return rows[0].moment.toISOString()
}
