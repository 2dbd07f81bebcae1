/** Offers by filters without an index in page order: an amount, a trader's name, words. The size of the market must not slow down a common or a rare match. */
import type { Count } from '../../domain/api.ts'
import { COUNT_BOUND, boundedCount } from '../../domain/listing.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { inOrder, keyColumn, pageOfFound } from './order.ts'
import type { Found, Place } from './order.ts'
import { inCell, inCells, isAvailable, meetsConditions, wordConditions } from './scope.ts'
import type { Scope, Sql } from './scope.ts'

export type Bounds = {
  /** The first read takes this many offers in page order: enough for a page, and its count, of a common word. */
  lookForWords: number
  /** The same for an amount: most amounts lie within most limits. */
  lookForAmount: number
  /** The most candidates of an index that are fetched and sorted; where there are more, the offers are read in page order. */
  rare: number
}
export const BOUNDS: Bounds = { lookForWords: 2000, lookForAmount: 300, rare: 4000 }

type Page = { found: Found[]; total: Count }
type Looked = { looked: number; hits: number; found: Found[] }

export async function findMatching(db: DbOrTx, scope: Scope, place: Place, bounds: Bounds): Promise<Page> {
  const most = hasWords(scope) ? bounds.lookForWords : bounds.lookForAmount
  const seen = await look(db, scope, place, most)
  const isWhole = seen.looked < most
  if (isWhole && place.cursor === null) return { found: seen.found, total: boundedCount(seen.hits) }
  if (isWhole || seen.found.length > scope.limit) {
    const start = place.cursor === null ? seen : await look(db, scope, { cursor: null, skip: 0 }, most)
    return { found: seen.found, total: atLeast(start.hits, start.looked < most) }
  }
  return (await findRare(db, scope, place, bounds.rare)) ?? lookOn(db, scope, place, most)
}

/** Reads eight times as many offers in each step, until the page is full. */
async function lookOn(db: DbOrTx, scope: Scope, place: Place, before: number): Promise<Page> {
  for (let most = before * 8; ; most *= 8) {
    const { looked, hits, found } = await look(db, scope, place, most)
    const isWhole = looked < most
    if (isWhole || found.length > scope.limit) return { found, total: atLeast(hits, isWhole && place.cursor === null) }
  }
}

/** Reads `most` offers in order and keeps those that match. */
async function look(db: DbOrTx, scope: Scope, place: Place, most: number): Promise<Looked> {
  return pageAndCounts(db, scope, place, inOrder(scope, place.cursor, most))
}

/** Searches by index: all matches when there are few candidates; null when there are many. */
async function findRare(db: DbOrTx, scope: Scope, place: Place, rare: number): Promise<Page | null> {
  for (const candidates of await candidatesOf(db, scope, rare + 1)) {
    const { looked, hits, found } = await pageAndCounts(db, scope, place, candidates)
    if (looked <= rare) return { found, total: boundedCount(hits) }
  }
  return null
}

/** Statements for at most `most` offers each, which together hold every match unless there are more. */
async function candidatesOf(db: DbOrTx, scope: Scope, most: number): Promise<Sql[]> {
  const row = sql`m.offer_id, ${keyColumn(scope)} as key, ${meetsConditions(scope)} as matches`
  const byAmount = (await rareLimits(db, scope, most)).map((condition) =>
    eachCell(scope, most, sql`select ${row} from market_offers m`, sql`${condition} and ${isAvailable(scope)}`),
  )
  const byWords = sql`select ${row} from market_offers m
    where ${sql.join(wordConditions(scope), sql` and `)} and ${inCells(scope.cells)} and ${isAvailable(scope)}
    limit ${sql.lit(most)}`
  return [...byAmount, ...(hasWords(scope) ? [byWords] : [])]
}

/**
 * Those limits of an offer that fewer than `most` offers have on the amount's side. They are counted in the indexes alone:
 * to fetch thousands of offers only to learn that there are more would cost most of the search.
 */
async function rareLimits(db: DbOrTx, scope: Scope, most: number): Promise<Sql[]> {
  if (scope.amountMilli === null) return []
  const largeEnough = sql`m.max_milli >= ${scope.amountMilli}::bigint`
  const smallEnough = sql`m.min_milli <= ${scope.amountMilli}::bigint`
  const count = (condition: Sql) => eachCell(scope, most, sql`select from market_offers m`, condition)
  const { rows } = await sql<{ large: number; small: number }>`
    select (select count(*)::int from (${count(largeEnough)}) found) as large,
      (select count(*)::int from (${count(smallEnough)}) found) as small`.execute(db)
  const { large = 0, small = 0 } = rows[0] ?? {}
  return [...(large < most ? [largeEnough] : []), ...(small < most ? [smallEnough] : [])]
}

/** At most `most` rows that meet the condition, along the index of each cell. */
function eachCell(scope: Scope, most: number, select: Sql, condition: Sql): Sql {
  const cells = scope.cells.map(
    (cell) => sql`(${select} where ${inCell(cell)} and ${condition} limit ${sql.lit(most)})`,
  )
  return sql`select * from (${sql.join(cells, sql` union all `)}) cells limit ${sql.lit(most)}`
}

async function pageAndCounts(db: DbOrTx, scope: Scope, place: Place, offers: Sql): Promise<Looked> {
  const { rows } = await sql<{ looked: number; hits: number; offerId: string | null; position: string | null }>`
    with found as materialized (${offers})
    select counts.looked, counts.hits, page.offer_id, page.position
    from (select count(*)::int as looked, (count(*) filter (where matches))::int as hits from found) counts
      left join (${pageOfFound(scope, place)}) page on true`.execute(db)
  const { looked = 0, hits = 0 } = rows[0] ?? {}
  return { looked, hits, found: rows.filter((row): row is typeof row & Found => row.offerId !== null) }
}

function hasWords({ traderPattern, searchPattern }: Scope): boolean {
  return traderPattern !== null || searchPattern !== null
}

/** The matches of one read; whether there are more is known only if the read covered every offer. */
function atLeast(hits: number, isWhole: boolean): Count {
  return isWhole ? boundedCount(hits) : { count: Math.min(hits, COUNT_BOUND), isExact: false }
}
