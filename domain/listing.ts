/** The marketplace: how offers are searched, ordered and paged (spec sections 2 and 9, Marketplace). */
import * as z from 'zod/mini'
import { CURRENCIES, FIAT_CURRENCIES, PAYMENT_METHODS } from './market.ts'
import type { FiatCurrency, PaymentMethod } from './market.ts'
import { OFFER_TYPES } from './offers.ts'
import type { OfferType } from './offers.ts'

/** Date, price against the market, largest amount, the owner's completed trades. */
export const SORTS = ['created_at', 'price_percentage', 'max_amount', 'completed_trades'] as const
export type Sort = (typeof SORTS)[number]
export const DIRECTIONS = ['desc', 'asc'] as const
export type Direction = (typeof DIRECTIONS)[number]

export const MARKETPLACE_PAGE_SIZE = 10
/** Pages with a number of their own; further ones are reached from page to page. */
export const NUMBERED_PAGES = 5
/** Beyond this many, a count says "more than 1,000" (decisions: Offers). */
export const COUNT_BOUND = 1000
export const NEW_OFFER_HOURS = 24
export const SEARCH_MAX = 60

export const marketplaceFilters = {
  /** Part of the owner's username, the payment method or the terms, in any case. */
  search: z.optional(z.string().check(z.maxLength(SEARCH_MAX))),
  type: z.optional(z.enum(OFFER_TYPES)),
  currency: z.optional(z.enum(FIAT_CURRENCIES)),
  method: z.optional(z.enum(PAYMENT_METHODS)),
  sort: z.optional(z.enum(SORTS)),
  direction: z.optional(z.enum(DIRECTIONS)),
}

export type Cell = { type: OfferType; fiatCurrency: FiatCurrency; paymentMethod: PaymentMethod }

/** The market is fourteen cells, a type and a method each; the ones a filter leaves. None when it contradicts itself. */
export function cellsOf(filter: {
  type?: OfferType | undefined
  currency?: FiatCurrency | undefined
  method?: PaymentMethod | undefined
}): Cell[] {
  const cells = OFFER_TYPES.flatMap((type) =>
    FIAT_CURRENCIES.flatMap((fiatCurrency) =>
      CURRENCIES[fiatCurrency].methods.map((paymentMethod) => ({ type, fiatCurrency, paymentMethod })),
    ),
  )
  return cells.filter(
    (cell) =>
      (filter.type === undefined || cell.type === filter.type) &&
      (filter.currency === undefined || cell.fiatCurrency === filter.currency) &&
      (filter.method === undefined || cell.paymentMethod === filter.method),
  )
}

/** A count that stops behind the bound: 1,001 means that there are more than 1,000. */
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
