/** The scope of a query of the listing, as parts of statements about `market_offers m`. */
import type { OfferQuery } from '../../../domain/api/offers/offers.ts'
import { searchFold } from '../../../domain/reading/fold.ts'
import { DEFAULT_DIRECTION, DEFAULT_SORT, OFFERS_PAGE_SIZE, cellsOf } from '../../../domain/offers/listing.ts'
import type { Cell, Direction, Sort } from '../../../domain/offers/listing.ts'
import { FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import { parseFiat } from '../../../domain/money.ts'
import { OFFER_LIFE_DAYS } from '../../../domain/offers/offers.ts'
import { sql } from '../../db/pool.ts'
import type { RateSource } from '../rates/rates.ts'

export type Sql = ReturnType<typeof sql>

/** The payment methods of currencies that are switched off. */
const SWITCHED_OFF = sql`array(
  select p.method from payment_methods p join currencies c on c.code = p.fiat_currency where c.switched_off_at is not null)`

export type Scope = {
  viewerId: string | null
  rates: RateSource
  /** Type, currency, country and payment method select cells; each index is ordered within a cell. */
  cells: Cell[]
  sort: Sort
  direction: Direction
  limit: number
  /** The filters without an index in page order. */
  amountMilli: bigint | null
  minTrades: number | null
  minCompletionTenths: number | null
  traderPattern: string | null
  searchPattern: string | null
}

export function scopeOf(rates: RateSource, viewerId: string | null, query: OfferQuery): Scope {
  return {
    viewerId,
    rates,
    cells: cellsOf(query),
    sort: query.sort ?? DEFAULT_SORT,
    direction: query.direction ?? DEFAULT_DIRECTION,
    limit: query.limit ?? OFFERS_PAGE_SIZE,
    amountMilli: query.amount === undefined ? null : parseFiat(query.amount),
    minTrades: query.minTrades === undefined ? null : Number(query.minTrades),
    minCompletionTenths: query.minCompletion === undefined ? null : Number(query.minCompletion) * 10,
    traderPattern: traderPatternOf(query.trader ?? ''),
    searchPattern: searchPatternOf(searchFold(query.search ?? '')),
  }
}

/** Whether the scope has a filter that requires reading offers one by one. */
export function hasConditions(scope: Scope): boolean {
  return boundConditions(scope).length > 0 || wordConditions(scope).length > 0
}

/** The filters beyond the cells. */
export function meetsConditions(scope: Scope): Sql {
  return allOf([...boundConditions(scope), ...wordConditions(scope)])
}

/** The filters that bound a number of the offer, each with an index of its own in every cell. */
export function boundConditions({ amountMilli, minTrades, minCompletionTenths }: Scope): Sql[] {
  return [
    ...(amountMilli === null
      ? []
      : [sql`m.max_milli >= ${amountMilli}::bigint`, sql`m.min_milli <= ${amountMilli}::bigint`]),
    ...(minTrades === null ? [] : [sql`m.completed_trades >= ${minTrades}::int`]),
    ...(minCompletionTenths === null ? [] : [sql`m.completion_tenths >= ${minCompletionTenths}::smallint`]),
  ]
}

/** The filters that the trigram indexes of usernames and of words answer. */
export function wordConditions({ traderPattern, searchPattern }: Scope): Sql[] {
  return [
    ...(traderPattern === null ? [] : [sql`lower(m.username) like lower(${traderPattern})`]),
    ...(searchPattern === null ? [] : [sql`m.search_text like ${searchPattern}`]),
  ]
}

/**
 * Offers that can be taken now, by the viewer where there is one. Postgres estimates how many are young enough by the statement's time;
 * for a clock that differs for each row it takes a third, and then sorts whole cells instead of reading their index.
 */
export function isAvailable({ viewerId, rates }: Pick<Scope, 'viewerId' | 'rates'>): Sql {
  return allOf([
    sql`m.renewed_at >= statement_timestamp() - make_interval(days => ${sql.lit(OFFER_LIFE_DAYS)})`,
    sql`(m.least_rate_e6 is null or m.least_rate_e6 <= ${rateColumn(rates)})`,
    ...(viewerId === null ? [] : [sql`m.owner_id <> ${viewerId}::uuid`, isNotRefused(viewerId)]),
  ])
}

/** The owner and the viewer trade with each other: a look-up in the primary key for each row that is read. */
export function isNotRefused(viewerId: string): Sql {
  return sql`not exists (select from offer_access a
    where a.viewer_id = ${viewerId}::uuid and a.owner_id = m.owner_id and a.is_refused)`
}

/**
 * The offers for trusted traders, of the owners who trust the viewer: few, since each of these has few offers. They are not
 * in `market_offers`, whose pages are for every reader.
 */
export function trustedOffers({ viewerId, rates, cells }: Pick<Scope, 'viewerId' | 'rates' | 'cells'>): Sql {
  return sql`from offer_access access join trusted_offers m on m.owner_id = access.owner_id
    where access.viewer_id = ${viewerId}::uuid and not access.is_refused
      and ${inCells(cells)} and ${isFirstIn(cells)} and ${isAvailable({ rates, viewerId: null })}`
}

/** The reference rate of a row's currency, in 10^-6. */
export function rateColumn(rates: RateSource): Sql {
  const cases = FIAT_CURRENCIES.map((currency) => sql`when ${currency} then ${rates.rateOf(currency).rateE6}::bigint`)
  return sql`case m.fiat_currency ${sql.join(cases, sql` `)} end`
}

/** None while its currency is switched off: the subquery is read once, before the first offer. */
export function inCell({ type, fiatCurrency, paymentMethod }: Cell): Sql {
  return sql`m.type = ${sql.lit(type)} and m.payment_method = ${sql.lit(paymentMethod)}
    and (select switched_off_at is null from currencies where code = ${sql.lit(fiatCurrency)})`
}

export function inCells(cells: Cell[]): Sql {
  const chosen = cells.map(({ type, paymentMethod }) => sql`(${sql.lit(type)}, ${sql.lit(paymentMethod)})`)
  return sql`(type, payment_method) in (${sql.join(chosen)}) and ${isTraded}`
}

/** Of the rows of an offer in these cells only the first one, so that the offer is found once. */
export function isFirstIn(cells: Cell[]): Sql {
  const methods = methodsOf(cells)
  if (methods.length === 1) return sql`true`
  return sql`not m.payment_methods[:array_position(m.payment_methods, m.payment_method) - 1] && ${methods}::text[]`
}

/** Rows of `market_counts`, of which each counts its offers once, whichever of their methods the cells have. */
export function isCountedIn(cells: Cell[]): Sql {
  const types = [...new Set(cells.map(({ type }) => type))]
  return sql`type = any(${types}::text[]) and payment_methods && ${methodsOf(cells)}::text[] and payment_methods[1] <> all (${SWITCHED_OFF})`
}

function methodsOf(cells: Cell[]): PaymentMethod[] {
  return [...new Set(cells.map(({ paymentMethod }) => paymentMethod))]
}

/** The currency of the row's payment method is not switched off. The array is read once in a statement. */
export const isTraded = sql`payment_method <> all (${SWITCHED_OFF})`

function allOf(conditions: Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** One or two characters are matched at the beginning of the username, because a trigram index finds no shorter part. */
function traderPatternOf(text: string): string | null {
  if (text === '') return null
  return isShort(text) ? `${likeEscaped(text)}%` : `%${likeEscaped(text)}%`
}

/** One or two characters are matched at the beginning of a word, because a trigram index finds no shorter part. */
function searchPatternOf(text: string): string | null {
  if (text === '') return null
  return isShort(text) ? `% ${likeEscaped(text)}%` : `%${likeEscaped(text)}%`
}

function isShort(text: string): boolean {
  return [...text].length < 3
}

function likeEscaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
