/** The market's listing: how its offers are filtered, ordered and paged. */
import * as z from 'zod/mini'
import { exact, inCurrency, numberOf, reads, readsNumber } from '../reading/fields.ts'
import { parsePosition, writePosition } from '../cursors.ts'
import { COUNTRIES, CURRENCIES, FIAT_CURRENCIES } from './currencies.ts'
import { PAYMENT_METHODS, methodsOf } from '../payments/methods.ts'
import type { Country, FiatCurrency } from './currencies.ts'
import type { PaymentMethod } from '../payments/methods.ts'
import { AMOUNT_TEXTS, parseFiat } from '../money.ts'
import { OFFER_TYPES } from './offers.ts'
import type { OfferType } from './offers.ts'

/**
 * The date of posting; the best price for the taker of the offer; the price as a percentage of the reference rate; the
 * largest amount; the owner's rating and completed trades. The best price comes first in descending order (`takerAdvantage`).
 */
export const SORTS = [
  'created_at',
  'best_price',
  'price_percentage',
  'max_amount',
  'rating',
  'completed_trades',
] as const
export type Sort = (typeof SORTS)[number]
export const DEFAULT_SORT: Sort = 'best_price'
export const DIRECTIONS = ['desc', 'asc'] as const
export type Direction = (typeof DIRECTIONS)[number]
export const DEFAULT_DIRECTION: Direction = 'desc'

/** Whether a reader chooses the direction of an order: no taker looks for the worst price first. */
export function hasDirection(sort: Sort = DEFAULT_SORT): boolean {
  return sort !== 'best_price'
}

/** The offers on the landing page. */
export const LANDING_OFFERS = 6

export const OFFERS_PAGE_SIZE = 20
export const OFFERS_PAGE_MAX = 50
export const MARKET_PAGE_SIZE = 10
/** The most rows of a list that are kept up to date, and how often a visible page asks for them. */
export const LIVE_OFFERS_MAX = 60
export const LIVE_OFFERS_SECONDS = 10
/** Pages that have a number; the pages after them are reached by cursor only. */
export const NUMBERED_PAGES = 5
/** Beyond this many, a count says "more than 1,000" (decisions: Offers). */
export const COUNT_BOUND = 1000
/** A search reads at most this many offers one by one, and then says so; the next page continues it. */
export const SEARCHED_OFFERS_MAX = 10_000
export const NEW_OFFER_HOURS = 24
export const SEARCH_MAX = 60
export const TRADER_MAX = 40

/** The steps of the filters by the owner's record: at least so many completed trades, and a completion rate of at least so many percent. */
export const TRADES_STEPS = ['1', '5', '20', '100'] as const
export const COMPLETION_STEPS = ['80', '90', '95', '98'] as const

/** All of them. */
const METHODS_TEXT_MAX = PAYMENT_METHODS.join().length
const METHOD_LIST = new RegExp(`^(?:${PAYMENT_METHODS.join('|')})(?:,(?:${PAYMENT_METHODS.join('|')}))*$`)

/** The payment methods of a filter, which an address has as one text: "revolut,sepa_instant". */
export function methodsIn(text: string | undefined): PaymentMethod[] {
  const named = (text ?? '').split(',')
  return PAYMENT_METHODS.filter((method) => named.includes(method))
}

/** Every filter of the market. A filter that an address or a query leaves out does not apply. */
export const listingFilters = z.strictObject({
  type: z.optional(z.enum(OFFER_TYPES)),
  currency: z.optional(z.enum(FIAT_CURRENCIES)),
  /** Filters by the country's currency. */
  country: z.optional(z.enum(COUNTRIES)),
  /** One or several, with commas between them. */
  method: z.optional(
    exact().check(
      z.maxLength(METHODS_TEXT_MAX),
      z.regex(METHOD_LIST, /*i18n*/ 'Choose payment methods from the list, with commas between them.'),
    ),
  ),
  /** Fiat: keeps offers whose limits contain it. */
  amount: z.optional(
    readsNumber('amount').check(
      z.refine((amount) => numberOf(amount) === '' || parseFiat(numberOf(amount)) !== null, AMOUNT_TEXTS.fiat),
    ),
  ),
  /** Part of the owner's username, in any case; one or two characters are its beginning. */
  trader: z.optional(reads('username').check(z.maxLength(TRADER_MAX))),
  minTrades: z.optional(z.enum(TRADES_STEPS)),
  minCompletion: z.optional(z.enum(COMPLETION_STEPS)),
  /** Part of the owner's username, the payment method or the terms, in any case. */
  search: z.optional(reads('search').check(z.maxLength(SEARCH_MAX))),
})

/** For every query with the filters. */
export const amountFits = inCurrency<'amount', Pick<z.infer<typeof listingFilters>, 'amount' | 'currency'>>(
  ['amount'],
  ({ currency }) => currency,
)

export const listingOrder = z.strictObject({
  sort: z.optional(z.enum(SORTS)),
  direction: z.optional(z.enum(DIRECTIONS)),
})

/** A type and a payment method, which has one currency: the smallest part of the market with an index order of its own. */
export type Cell = { type: OfferType; fiatCurrency: FiatCurrency; paymentMethod: PaymentMethod }

/** The cells that the filters select; none when they contradict each other. */
export function cellsOf(filter: {
  type?: OfferType | undefined
  currency?: FiatCurrency | undefined
  country?: Country | undefined
  method?: string | undefined
}): Cell[] {
  const methods = methodsIn(filter.method)
  const cells = OFFER_TYPES.flatMap((type) =>
    FIAT_CURRENCIES.flatMap((fiatCurrency) =>
      methodsOf(fiatCurrency).map((paymentMethod) => ({ type, fiatCurrency, paymentMethod })),
    ),
  )
  return cells.filter(
    (cell) =>
      (filter.type === undefined || cell.type === filter.type) &&
      (filter.currency === undefined || cell.fiatCurrency === filter.currency) &&
      (filter.country === undefined || CURRENCIES[cell.fiatCurrency].country === filter.country) &&
      (filter.method === undefined || methods.includes(cell.paymentMethod)),
  )
}

/** A position in an order: a page begins after the offer there, or ends before it. */
export type Cursor = { to: 'next' | 'previous'; position: string; offerId: string }

export function writeCursor(sort: Sort, { to, position, offerId }: Cursor): string {
  return `${sort}.${to}.${writePosition([position], offerId)}`
}

/** Null for a cursor of another order, and for other text. */
export function parseCursor(sort: Sort, text: string): Cursor | null {
  const [, ofSort, to, place = ''] = /^([a-z_]+)\.(next|previous)\.(.+)$/.exec(text) ?? []
  const found = ofSort === sort ? parsePosition(place, 1) : null
  const [position = ''] = found?.numbers ?? []
  return found && { to: to === 'next' ? 'next' : 'previous', position, offerId: found.id }
}

/** A count that stops above the bound: 1,001 means that there are more than 1,000. */
export function boundedCount(n: number): { count: number; isExact: boolean } {
  return { count: Math.min(n, COUNT_BOUND), isExact: n <= COUNT_BOUND }
}

export type Age = { kind: 'now' } | { kind: 'hours'; hours: number } | { kind: 'yesterday' } | { kind: 'date' }

const HOUR_MS = 3_600_000

/** How long ago an offer was posted: under 1 h "now", under 24 h in hours, under 48 h "yesterday", else its date. */
export function postedAge(createdAtMs: number, nowMs: number): Age {
  const hours = Math.floor((nowMs - createdAtMs) / HOUR_MS)
  if (hours < 1) return { kind: 'now' }
  if (hours < 24) return { kind: 'hours', hours }
  return hours < 48 ? { kind: 'yesterday' } : { kind: 'date' }
}
