/** The orders of the listing, and the cursors that mark a position in one. */
import { InvalidInput } from '../../../domain/errors.ts'
import { parseCursor } from '../../../domain/offers/listing.ts'
import type { Cell, Cursor, Direction, Sort } from '../../../domain/offers/listing.ts'
import type { OfferType } from '../../../domain/offers/offers.ts'
import { FIELD_TEXTS } from '../../../domain/texts.ts'
import { timeAt } from '../../db/page-of.ts'
import { sql } from '../../db/pool.ts'
import { inCell, isAvailable, meetsConditions, trustedOffers } from './scope.ts'
import type { Scope, Sql } from './scope.ts'

/** Where a page begins: after the offer of the cursor, or after a number of offers of the first page. */
export type Place = { cursor: Cursor | null; skip: number }
/** An offer with its position in the order. */
export type Found = { offerId: string; position: string }

/** The sort key of each order, before the id. The best price is `takerAdvantage` of the domain. */
const KEYS: Readonly<Record<Sort, (type: OfferType) => Sql>> = {
  created_at: () => sql`m.created_at`,
  best_price: (type) => (type === 'sell' ? sql`(-m.percentage_tenths)` : sql`m.percentage_tenths`),
  price_percentage: () => sql`m.percentage_tenths`,
  max_amount: () => sql`m.max_milli`,
  rating: () => sql`m.rating_score`,
  completed_trades: () => sql`m.completed_trades`,
}

/**
 * The first `most` offers of the scope in its order from a cursor on: `offer_id`, `key`, and whether the offer `matches`
 * the filters beyond the cells. Each cell is read along its own index and no further than needed, so that neither the size
 * of the market nor the choice of cells slows it down.
 */
export function inOrder(scope: Scope, cursor: Cursor | null, most: number): Sql {
  const direction = sql.raw(readingDirection(scope, cursor))
  const cells = [
    ...scope.cells.map((cell) => cellInOrder(scope, cursor, cell, most)),
    ...(scope.viewerId === null ? [] : [trustedInOrder(scope, cursor, most)]),
  ]
  // The rows of an offer follow each other: it has one place in the order of every cell.
  return sql`select distinct on (key, offer_id) * from (${sql.join(cells, sql` union all `)}) cells
    order by key ${direction}, offer_id ${direction} limit ${sql.lit(most)}`
}

function cellInOrder(scope: Scope, cursor: Cursor | null, cell: Cell, most: number): Sql {
  const direction = sql.raw(readingDirection(scope, cursor))
  const key = KEYS[scope.sort](cell.type)
  const beyond = cursor === null ? sql`` : sql`and ${isBeyond(scope, cursor, key, sql`m.offer_id`)}`
  // Ordered by what the filter bounds, the offers that cannot match are at one end: the index scan starts after them.
  const withinBound =
    scope.sort === 'max_amount' && scope.amountMilli !== null
      ? sql`and m.max_milli >= ${scope.amountMilli}::bigint`
      : scope.sort === 'completed_trades' && scope.minTrades !== null
        ? sql`and m.completed_trades >= ${scope.minTrades}::int`
        : sql``
  return sql`(select m.offer_id, ${key} as key, ${meetsConditions(scope)} as matches from market_offers m
    where ${inCell(cell)} and ${isAvailable(scope)} ${beyond} ${withinBound}
    order by ${key} ${direction}, m.offer_id ${direction} limit ${sql.lit(most)})`
}

/** The offers for trusted traders of all cells, which are sorted. */
function trustedInOrder(scope: Scope, cursor: Cursor | null, most: number): Sql {
  const direction = sql.raw(readingDirection(scope, cursor))
  const key = keyColumn(scope)
  const beyond = cursor === null ? sql`` : sql`and ${isBeyond(scope, cursor, key, sql`m.offer_id`)}`
  return sql`(select m.offer_id, ${key} as key, ${meetsConditions(scope)} as matches ${trustedOffers(scope)} ${beyond}
    order by ${key} ${direction}, m.offer_id ${direction} limit ${sql.lit(most)})`
}

/** The scope's sort key of a row `m` of any cell. */
export function keyColumn({ sort }: Scope): Sql {
  if (sort !== 'best_price') return KEYS[sort]('buy')
  return sql`case m.type when 'sell' then ${KEYS[sort]('sell')} else ${KEYS[sort]('buy')} end`
}

/**
 * One page of the offers that the common table expression `found` holds, one more than a page where there is more, with
 * their `position` for cursors: a whole number, times in microseconds since 1970.
 */
export function pageOfFound(scope: Scope, { cursor, skip }: Place): Sql {
  const direction = sql.raw(readingDirection(scope, cursor))
  return sql`select offer_id, ${position(scope)} as position from found
    where matches and ${cursor === null ? sql`true` : isBeyond(scope, cursor, sql`key`, sql`offer_id`)}
    order by key ${direction}, offer_id ${direction} limit ${scope.limit + 1}::int offset ${skip}::int`
}

/** The last of the offers in `found`, whether it matches or not: a search that stops there continues from it. */
export function lastOfFound(scope: Scope, { cursor }: Place): Sql {
  const back = sql.raw(readingDirection(scope, cursor) === 'asc' ? 'desc' : 'asc')
  return sql`select offer_id, ${position(scope)} as position from found order by key ${back}, offer_id ${back} limit 1`
}

function position({ sort }: Scope): Sql {
  return sort === 'created_at' ? sql`(extract(epoch from key) * 1000000)::bigint::text` : sql`key::text`
}

function isBeyond(scope: Scope, cursor: Cursor, key: Sql, offerId: Sql): Sql {
  const after = readingDirection(scope, cursor) === 'asc' ? sql`>` : sql`<`
  const from = scope.sort === 'created_at' ? timeAt(cursor.position) : sql`${cursor.position}::bigint`
  return sql`(${key}, ${offerId}) ${after} (${from}, ${cursor.offerId}::uuid)`
}

/** The direction in which rows are read: backwards for the page before a cursor. */
function readingDirection({ direction }: Scope, cursor: Cursor | null): Direction {
  if (cursor?.to !== 'previous') return direction
  return direction === 'asc' ? 'desc' : 'asc'
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The way back from an empty page after a search that stopped: the cursor's own offer is included. */
export function beside(scope: Scope, cursor: Cursor | null, to: Cursor['to']): Found | null {
  if (cursor === null) return null
  const isRising = readingDirection(scope, { ...cursor, to }) === 'asc'
  return { position: cursor.position, offerId: isRising ? FIRST_ID : LAST_ID }
}

/** Refuses a cursor of another order, and an invalid cursor. */
export function readCursor({ sort }: Scope, text: string): Cursor {
  const cursor = parseCursor(sort, text)
  if (cursor === null) throw new InvalidInput({ cursor: FIELD_TEXTS.cursor })
  return cursor
}
