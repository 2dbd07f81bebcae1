/** The listing engine: finds a page of the market's offers in `market_offers`. */
import type { Count } from '../../../domain/api/endpoint.ts'
import type { OfferQuery } from '../../../domain/api/offers/offers.ts'
import { NUMBERED_PAGES, OFFERS_PAGE_MAX, writeCursor } from '../../../domain/offers/listing.ts'
import type { Cursor } from '../../../domain/offers/listing.ts'
import type { Db } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { countOffers } from './counts.ts'
import { BOUNDS, findMatching } from './find-matching.ts'
import type { Bounds, Page } from './find-matching.ts'
import { beside, inOrder, pageOfFound, readCursor } from './order.ts'
import type { Found, Place } from './order.ts'
import type { RateSource } from '../rates/rates.ts'
import { hasConditions, scopeOf } from './scope.ts'
import type { Scope } from './scope.ts'

const ROW_LIMITS = [11, 21, 61, NUMBERED_PAGES * OFFERS_PAGE_MAX + 1]

/** What is listed for whom; null is a visitor. */
type Listing = { rates: RateSource; viewerId: string | null; query: OfferQuery }

export type FoundPage = {
  offerIds: string[]
  total: Count
  nextCursor: string | null
  previousCursor: string | null
  /** After how many offers the search stopped; null if it did not. */
  searched: number | null
}

/**
 * A page of other traders' offers for `query`, with cursors to the pages before and after. The first pages can be
 * requested by number; a reader who follows the cursors sees each offer once, while others are posted.
 */
export async function findOffers(
  db: Db,
  { rates, viewerId, query }: Listing,
  bounds: Bounds = BOUNDS,
): Promise<FoundPage> {
  const scope = scopeOf(rates, viewerId, query)
  const cursor = query.cursor === undefined ? null : readCursor(scope, query.cursor)
  const place = { cursor, skip: cursor === null ? ((query.page ?? 1) - 1) * scope.limit : 0 }
  const { found, total, stopped } = await findPage(db, scope, place, bounds)
  const stoppedAt = stopped?.at ?? null
  const rows = inReadingOrder(found.slice(0, scope.limit), cursor)
  const hasMore = found.length > scope.limit || stoppedAt !== null
  const isBack = cursor?.to === 'previous'
  const first = (isBack ? stoppedAt : null) ?? rows[0] ?? stoppedAt ?? beside(scope, cursor, 'previous')
  const last = (isBack ? null : stoppedAt) ?? rows.at(-1) ?? stoppedAt ?? beside(scope, cursor, 'next')
  const hasNext = isBack || hasMore
  const hasPrevious = isBack ? hasMore : cursor !== null || place.skip > 0
  return {
    offerIds: rows.map(({ offerId }) => offerId),
    total,
    nextCursor: last && hasNext ? writeCursor(scope.sort, { to: 'next', ...last }) : null,
    previousCursor: first && hasPrevious ? writeCursor(scope.sort, { to: 'previous', ...first }) : null,
    searched: stopped?.searched ?? null,
  }
}

/**
 * The offers of the first page only, in their order. Unlike `findOffers` it counts nothing: every open list asks for it after
 * every change of the market.
 */
export async function findFirstPage(db: Db, { rates, viewerId, query }: Listing): Promise<string[]> {
  const scope = scopeOf(rates, viewerId, query)
  const place = { cursor: null, skip: 0 }
  if (scope.cells.length === 0) return []
  const found = hasConditions(scope)
    ? (await findMatching(db, scope, place, BOUNDS)).found
    : await readPage(db, scope, place)
  return found.slice(0, scope.limit).map(({ offerId }) => offerId)
}

/** The offers from a position on, one more than a page where there is more; and the count of the whole scope. */
async function findPage(db: Db, scope: Scope, place: Place, bounds: Bounds): Promise<Page> {
  if (scope.cells.length === 0) return { found: [], total: { count: 0, isExact: true }, stopped: null }
  if (hasConditions(scope)) return findMatching(db, scope, place, bounds)
  const [found, total] = await Promise.all([readPage(db, scope, place), countOffers(db, scope)])
  return { found, total, stopped: null }
}

async function readPage(db: Db, scope: Scope, place: Place): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with found as (${inOrder(scope, place.cursor, rowsFor(place.skip + scope.limit + 1))})
    ${pageOfFound(scope, place)}`.execute(db)
  return rows
}

/** Few distinct limits, so that page size and number do not multiply the prepared statements. */
function rowsFor(wanted: number): number {
  return ROW_LIMITS.find((rows) => rows >= wanted) ?? wanted
}

function inReadingOrder(rows: Found[], cursor: Cursor | null): Found[] {
  return cursor?.to === 'previous' ? rows.toReversed() : rows
}
