/** What one search of the marketplace ranges over, and the statements' parts that say it. */
import type { MarketplaceQuery } from '../../domain/api.ts'
import { InvalidInput } from '../../domain/errors.ts'
import { FIAT_CURRENCIES } from '../../domain/market.ts'
import { cellsOf } from '../../domain/listing.ts'
import type { Cell, Direction, Sort } from '../../domain/listing.ts'
import { OFFER_LIFE_DAYS } from '../../domain/offers.ts'
import { FIELD_TEXTS } from '../../domain/texts.ts'
import { sql } from '../db/pool.ts'
import type { RateSource } from '../market/rates.ts'

type Sql = ReturnType<typeof sql>

export type Scope = {
  viewerId: string | null
  rates: RateSource
  cells: Cell[]
  sort: Sort
  direction: Direction
  /** What `search_text` must be like, or null without a search. */
  pattern: string | null
}

/** Where a page starts: at the row this names, or after so many rows from the beginning. */
export type Place = { cursor: Cursor | null; skip: number }
/** A row found, by its place in the order. */
export type Found = { offerId: string; position: string }
export type Cursor = Found & { to: 'next' | 'previous' }

const COLUMN: Readonly<Record<Sort, string>> = {
  created_at: 'created_at',
  price_percentage: 'percentage_tenths',
  max_amount: 'max_milli',
  completed_trades: 'completed_trades',
}

export function scopeOf(rates: RateSource, viewerId: string | null, query: MarketplaceQuery): Scope {
  const { sort = 'created_at', direction = 'desc' } = query
  return { viewerId, rates, cells: cellsOf(query), sort, direction, pattern: patternOf(query.search ?? '') }
}

/** Offers anybody but their owner can take now. */
export function onMarket({ viewerId, rates }: Pick<Scope, 'viewerId' | 'rates'>): Sql {
  return sql`m.renewed_at >= clock_timestamp() - make_interval(days => ${sql.lit(OFFER_LIFE_DAYS)})
    and (m.least_rate_e6 is null or m.least_rate_e6 <= ${rateColumn(rates)})
    ${viewerId === null ? sql`` : sql`and m.owner_id <> ${viewerId}::uuid`}`
}

/** The market rate of a row's currency, in 10^-6. */
export function rateColumn(rates: RateSource): Sql {
  const cases = FIAT_CURRENCIES.map((currency) => sql`when ${currency} then ${rates.rateOf(currency).rateE6}::bigint`)
  return sql`case m.fiat_currency ${sql.join(cases, sql` `)} end`
}

/**
 * The first `most` offers of the scope in its order, from a cursor on. Each cell is read along its own index and no
 * further than asked, so that neither the size of the market nor the filter counts.
 */
export function ordered(scope: Scope, cursor: Cursor | null, most: number): Sql {
  const column = sql.ref(`m.${COLUMN[scope.sort]}`)
  const method = wayOf(scope, cursor)
  const from =
    cursor === null
      ? sql``
      : sql`and (${column}, m.offer_id) ${beyond(method)} (${keyOf(scope.sort, cursor)}, ${cursor.offerId}::uuid)`
  const cells = scope.cells.map(
    (cell) => sql`(select m.offer_id, ${column} as key, m.search_text from market_offers m
      where m.type = ${sql.lit(cell.type)} and m.payment_method = ${sql.lit(cell.paymentMethod)}
        and ${onMarket(scope)} ${from}
      order by ${column} ${sql.raw(method)}, m.offer_id ${sql.raw(method)} limit ${sql.lit(most)})`,
  )
  return sql`select * from (${sql.join(cells, sql` union all `)}) cells
    order by key ${sql.raw(method)}, offer_id ${sql.raw(method)} limit ${sql.lit(most)}`
}

/** Found rows: their order, in the direction they are read. */
export function inOrder(scope: Scope, cursor: Cursor | null): Sql {
  const method = sql.raw(wayOf(scope, cursor))
  return sql`key ${method}, offer_id ${method}`
}

/** Rows beyond the cursor, as a condition on found rows. */
export function beyondCursor(scope: Scope, cursor: Cursor | null): Sql {
  if (cursor === null) return sql`true`
  return sql`(key, offer_id) ${beyond(wayOf(scope, cursor))} (${keyOf(scope.sort, cursor)}, ${cursor.offerId}::uuid)`
}

/** The scope's sort key of a row of `market_offers m`. */
export function keyColumn({ sort }: Scope): Sql {
  return sql`${sql.ref(`m.${COLUMN[sort]}`)}`
}

/** A key as cursors carry it: a whole number, moments in microseconds since 1970. */
export function keyText({ sort }: Scope): Sql {
  return sort === 'created_at' ? sql`(extract(epoch from key) * 1000000)::bigint::text` : sql`key::text`
}

export function writeCursor({ sort }: Scope, { to, position, offerId }: Cursor): string {
  return [sort, to, position, offerId].join('.')
}

/** A cursor of another order is refused, as is anything that is none. */
export function readCursor({ sort }: Scope, text: string): Cursor {
  const match = /^([a-z_]+)\.(next|previous)\.(-?\d{1,17})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text)
  const [, ofSort, to, position = '', offerId = ''] = match ?? []
  if (!match || ofSort !== sort) throw new InvalidInput({ cursor: FIELD_TEXTS.cursor })
  return { to: to === 'next' ? 'next' : 'previous', position, offerId }
}

function keyOf(sort: Sort, { position }: Cursor): Sql {
  if (sort === 'created_at') return sql`'epoch'::timestamptz + ${position}::bigint * interval '1 microsecond'`
  return sql`${position}::bigint`
}

function wayOf({ direction }: Scope, cursor: Cursor | null): Direction {
  if (cursor?.to !== 'previous') return direction
  return direction === 'asc' ? 'desc' : 'asc'
}

function beyond(method: Direction): Sql {
  return method === 'asc' ? sql`>` : sql`<`
}

/** One or two signs are looked for where a word begins: shorter pieces than three have no index. */
function patternOf(search: string): string | null {
  const words = search.trim().replaceAll(/\s+/g, ' ')
  if (words === '') return null
  const escaped = words.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)
  return [...words].length < 3 ? `% ${escaped}%` : `%${escaped}%`
}
