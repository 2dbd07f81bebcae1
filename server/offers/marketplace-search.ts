/** Offers whose words hold a text. Neither a common nor a rare word may cost more for a larger market. */
import type { Count } from '../../domain/api.ts'
import { COUNT_BOUND, MARKETPLACE_PAGE_SIZE, boundedCount } from '../../domain/listing.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { beyondCursor, inOrder, keyColumn, keyText, onMarket, ordered } from './marketplace-scope.ts'
import type { Found, Place, Scope } from './marketplace-scope.ts'

/** So many offers are read in the page's order at first: a common word has filled a page by then. */
const LOOK = 2000
/** A word met less often than this in the first look is asked for in the index of words. */
const SELDOM = 3
/** So many offers of a word are fetched and put in order; a word with more is read for in the page's order. */
const RARE = 4000

type Page = { found: Found[]; total: Count }
type Looked = { looked: number; hits: number; found: Found[] }

export async function searchPage(db: DbOrTx, scope: Scope, pattern: string, place: Place): Promise<Page> {
  const wanted = MARKETPLACE_PAGE_SIZE + 1
  const seen = await look(db, scope, pattern, place, LOOK)
  const isWhole = seen.looked < LOOK
  if (isWhole && place.cursor === null) return { found: seen.found, total: boundedCount(seen.hits) }
  if (isWhole || seen.found.length === wanted) {
    const start = place.cursor === null ? seen : await look(db, scope, pattern, { cursor: null, skip: 0 }, LOOK)
    return { found: seen.found, total: atLeast(start.hits, start.looked < LOOK) }
  }
  const rare = seen.hits < SELDOM ? await findRare(db, scope, pattern, place) : null
  return rare ?? lookOn(db, scope, pattern, place)
}

/** Reads further and further until the page is full. */
async function lookOn(db: DbOrTx, scope: Scope, pattern: string, place: Place): Promise<Page> {
  for (let most = LOOK * 8; ; most *= 8) {
    const { looked, hits, found } = await look(db, scope, pattern, place, most)
    const isWhole = looked < most
    if (isWhole || found.length > MARKETPLACE_PAGE_SIZE) {
      return { found, total: atLeast(hits, isWhole && place.cursor === null) }
    }
  }
}

/** Reads `most` offers in order and keeps those that match. */
async function look(db: DbOrTx, scope: Scope, pattern: string, { cursor, skip }: Place, most: number): Promise<Looked> {
  const { rows } = await sql<{ looked: number; hits: number; offerId: string | null; position: string | null }>`
    with looked as materialized (${ordered(scope, cursor, most)}),
      hits as materialized (select offer_id, key from looked where search_text like lower(${pattern}))
    select (select count(*) from looked)::int as looked, (select count(*) from hits)::int as hits, page.offer_id, page.position
    from (select 1) one left join (
      select offer_id, ${keyText(scope)} as position from hits
      order by ${inOrder(scope, cursor)} limit ${MARKETPLACE_PAGE_SIZE + 1} offset ${skip}) page on true`.execute(db)
  const { looked = 0, hits = 0 } = rows[0] ?? {}
  return { looked, hits, found: rows.filter((row): row is typeof row & Found => row.offerId !== null) }
}

/** By the index of words: all that match, when they are few; null when they are many. */
async function findRare(db: DbOrTx, scope: Scope, pattern: string, { cursor, skip }: Place): Promise<Page | null> {
  const cells = scope.cells.map(({ type, paymentMethod }) => sql`(${type}, ${paymentMethod})`)
  const { rows } = await sql<{ hits: number; offerId: string | null; position: string | null }>`
    with hits as materialized (
      select m.offer_id, ${keyColumn(scope)} as key from market_offers m
      where m.search_text like lower(${pattern}) and (m.type, m.payment_method) in (${sql.join(cells)})
        and ${onMarket(scope)}
      limit ${sql.lit(RARE + 1)})
    select (select count(*) from hits)::int as hits, page.offer_id, page.position
    from (select 1) one left join (
      select offer_id, ${keyText(scope)} as position from hits where ${beyondCursor(scope, cursor)}
      order by ${inOrder(scope, cursor)} limit ${MARKETPLACE_PAGE_SIZE + 1} offset ${skip}) page on true`.execute(db)
  const hits = rows[0]?.hits ?? 0
  if (hits > RARE) return null
  return { found: rows.filter((row): row is typeof row & Found => row.offerId !== null), total: boundedCount(hits) }
}

/** What the first look found is there; whether there is more is known only where it saw everything. */
function atLeast(hits: number, isWhole: boolean): Count {
  return isWhole ? boundedCount(hits) : { count: Math.min(hits, COUNT_BOUND), isExact: false }
}
