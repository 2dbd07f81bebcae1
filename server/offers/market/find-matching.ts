/**
 * Offers by filters without an index in page order: an amount, the owner's record, a trader's name, words. The size of the market must not slow
 * down a common or a rare match. A search that is neither stops: it has read a bounded number of offers, and says so.
 */
import type { Count } from '../../../domain/api/endpoint.ts'
import { COUNT_BOUND, SEARCHED_OFFERS_MAX, boundedCount } from '../../../domain/offers/listing.ts'
import type { Db, DbOrTx } from '../../db/pool.ts'
import { inRepeatedTransaction, isTimedOut, sql } from '../../db/pool.ts'
import { inOrder, keyColumn, lastOfFound, pageOfFound } from './order.ts'
import type { Found, Place } from './order.ts'
import {
  boundConditions,
  inCell,
  inCells,
  isAvailable,
  isFirstIn,
  meetsConditions,
  trustedOffers,
  wordConditions,
} from './scope.ts'
import type { Scope, Sql } from './scope.ts'

export type Bounds = {
  /** The first read takes this many offers in page order: enough for a page, and its count, of a common word. */
  lookForWords: number
  /** The same for an amount or a record: most amounts lie within most limits. */
  lookForBound: number
  /** The most candidates of an index that are fetched and sorted; where there are more, the offers are read in page order. */
  rare: number
  /** Where there are more candidates, the last read takes this many offers in page order. */
  lookAtMost: number
}
export const BOUNDS: Bounds = { lookForWords: 2000, lookForBound: 300, rare: 4000, lookAtMost: SEARCHED_OFFERS_MAX }

/**
 * For the search by index. An index of words of which each is common (“pay win”) has many candidates, or all, for few
 * matches, and Postgres can limit the matches only.
 */
const INDEX_MS = 100

/** `stopped` has the last offer that was read, and how many were, where the search stopped before the page was full. */
export type Page = { found: Found[]; total: Count; stopped: { at: Found; searched: number } | null }
type Looked = { looked: number; hits: number; found: Found[]; last: Found | null }
type Read = Looked & { isWhole: boolean }

export async function findMatching(db: Db, scope: Scope, place: Place, bounds: Bounds): Promise<Page> {
  const most = hasWords(scope) ? bounds.lookForWords : bounds.lookForBound
  const seen = await lookForPage(db, scope, place, most)
  if (seen.isWhole && place.cursor === null) return { found: seen.found, total: boundedCount(seen.hits), stopped: null }
  if (seen.isWhole || seen.found.length > scope.limit) {
    const start = place.cursor === null ? seen : await look(db, scope, { cursor: null, skip: 0 }, most)
    return { found: seen.found, total: atLeast(start.hits, start.isWhole), stopped: null }
  }
  return (await findRare(db, scope, place, bounds.rare)) ?? lookOn(db, scope, place, Math.max(most, bounds.lookAtMost))
}

/** The last read: what it did not find is left to the next page. */
async function lookOn(db: Db, scope: Scope, place: Place, most: number): Promise<Page> {
  const { looked, hits, found, last, isWhole } = await look(db, scope, place, most)
  const stopped = isWhole || found.length > scope.limit || last === null ? null : { at: last, searched: looked }
  return { found, total: atLeast(hits, isWhole && place.cursor === null), stopped }
}

/** Reads `most` offers in order; where the page is nearly full, up to half as many again, since a search by index costs more. */
async function lookForPage(db: Db, scope: Scope, place: Place, most: number): Promise<Read> {
  const step = Math.ceil(most / 4)
  let seen = await look(db, scope, place, most)
  for (let left = 2 * step; left > 0 && seen.last !== null && isNearlyFull(scope, place, seen, left); left -= step) {
    const cursor = { to: place.cursor?.to ?? 'next', ...seen.last }
    const next = await look(db, scope, { cursor, skip: Math.max(0, place.skip - seen.hits) }, step)
    seen = {
      looked: seen.looked + next.looked,
      hits: seen.hits + next.hits,
      found: [...seen.found, ...next.found],
      last: next.last,
      isWhole: next.isWhole,
    }
  }
  return seen
}

/** Whether `more` offers should fill the page, if as many of them match as of those that were read. */
function isNearlyFull(scope: Scope, place: Place, { looked, hits, isWhole }: Read, more: number): boolean {
  const missing = place.skip + scope.limit + 1 - hits
  return !isWhole && missing > 0 && hits * more >= missing * looked
}

/** Reads `most` offers in order and keeps those that match. */
async function look(db: DbOrTx, scope: Scope, place: Place, most: number): Promise<Read> {
  const seen = await pageAndCounts(db, scope, place, inOrder(scope, place.cursor, most))
  return { ...seen, isWhole: seen.looked < most }
}

/** Searches by index: all matches when there are few candidates; null when there are many. */
async function findRare(db: Db, scope: Scope, place: Place, rare: number): Promise<Page | null> {
  try {
    return await inRepeatedTransaction(db, async (tx) => {
      await sql`select set_config('statement_timeout', ${String(INDEX_MS)}, true)`.execute(tx)
      return await findAmongCandidates(tx, scope, place, rare)
    })
  } catch (error) {
    if (isTimedOut(error)) return null
    throw error
  }
}

async function findAmongCandidates(tx: DbOrTx, scope: Scope, place: Place, rare: number): Promise<Page | null> {
  for (const candidates of await candidatesOf(tx, scope, rare + 1)) {
    const { looked, hits, found } = await pageAndCounts(tx, scope, place, candidates)
    if (looked <= rare) return { found, total: boundedCount(hits), stopped: null }
  }
  return null
}

/** Statements for at most `most` offers each, which together hold every match unless there are more. */
async function candidatesOf(db: DbOrTx, scope: Scope, most: number): Promise<Sql[]> {
  const row = sql`m.offer_id, ${keyColumn(scope)} as key, ${meetsConditions(scope)} as matches`
  const byBound = (await rareBounds(db, scope, most)).map((condition) =>
    eachCell(
      scope,
      most,
      sql`select ${row} from market_offers m`,
      sql`${condition} and ${isFirstIn(scope.cells)} and ${isAvailable(scope)}`,
    ),
  )
  const byWords = sql`select ${row} from market_offers m
    where ${sql.join(wordConditions(scope), sql` and `)} and ${inCells(scope.cells)} and ${isFirstIn(scope.cells)} and ${isAvailable(scope)}
    limit ${sql.lit(most)}`
  const candidates = [...byBound, ...(hasIndexedWords(scope) ? [byWords] : [])]
  if (scope.viewerId === null) return candidates
  const trusted = sql`select ${row} ${trustedOffers(scope)} limit ${sql.lit(most)}`
  return candidates.map((found) => sql`(${found}) union all (${trusted})`)
}

/**
 * Those bounds that fewer than `most` offers meet. They are counted in the indexes alone: to fetch thousands of offers only to
 * learn that there are more would cost most of the search.
 */
async function rareBounds(db: DbOrTx, scope: Scope, most: number): Promise<Sql[]> {
  const conditions = boundConditions(scope)
  if (conditions.length === 0) return []
  const counts = conditions.map(
    (condition) =>
      sql`(select count(*)::int from (${eachCell(scope, most, sql`select from market_offers m`, condition)}) found)`,
  )
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(db)
  return conditions.filter((_, at) => (rows[0]?.counts[at] ?? most) < most)
}

/** At most `most` rows that meet the condition, along the index of each cell. */
function eachCell(scope: Scope, most: number, select: Sql, condition: Sql): Sql {
  const cells = scope.cells.map(
    (cell) => sql`(${select} where ${inCell(cell)} and ${condition} limit ${sql.lit(most)})`,
  )
  return sql`select * from (${sql.join(cells, sql` union all `)}) cells limit ${sql.lit(most)}`
}

async function pageAndCounts(db: DbOrTx, scope: Scope, place: Place, offers: Sql): Promise<Looked> {
  type Row = { looked: number; hits: number; lastId: string | null; lastPosition: string | null } & (
    | Found
    | { offerId: null; position: null }
  )
  const { rows } = await sql<Row>`
    with found as materialized (${offers})
    select counts.looked, counts.hits, last.offer_id as last_id, last.position as last_position,
      page.offer_id, page.position
    from (select count(*)::int as looked, (count(*) filter (where matches))::int as hits from found) counts
      left join (${lastOfFound(scope, place)}) last on true
      left join (${pageOfFound(scope, place)}) page on true`.execute(db)
  const { looked = 0, hits = 0, lastId = null, lastPosition = null } = rows[0] ?? {}
  const found = rows.filter((row): row is Row & Found => row.offerId !== null)
  const last = lastId === null || lastPosition === null ? null : { offerId: lastId, position: lastPosition }
  return { looked, hits, found, last }
}

function hasWords({ traderPattern, searchPattern }: Scope): boolean {
  return traderPattern !== null || searchPattern !== null
}

/** Words without a letter or a digit (“---”) have no trigram: their index would be read whole. */
function hasIndexedWords({ traderPattern, searchPattern }: Scope): boolean {
  return [traderPattern, searchPattern].some((pattern) => pattern !== null && /[\p{L}\p{N}]/u.test(pattern))
}

/** The matches of one read; whether there are more is known only if the read covered every offer. */
function atLeast(hits: number, isWhole: boolean): Count {
  return isWhole ? boundedCount(hits) : { count: Math.min(hits, COUNT_BOUND), isExact: false }
}
