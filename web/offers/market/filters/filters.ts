/** The address bar of the market: its side, its filters, its order and its page. */
import { useLingui } from '@lingui/react'
import { useEffect, useMemo } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router'
import * as z from 'zod/mini'
import type { OfferQuery } from '../../../../domain/api/offers/offers.ts'
import {
  addressIn,
  formattingOf,
  namedIn,
  SOURCE_LANGUAGE,
  withoutLanguage,
  type Language,
} from '../../../../domain/languages.ts'
import {
  DEFAULT_SORT,
  MARKET_PAGE_SIZE,
  NUMBERED_PAGES,
  SORTS,
  hasDirection,
  cellsOf,
  listingFilters,
  methodsIn,
  parseCursor,
  type Sort,
  listingOrder,
} from '../../../../domain/offers/listing.ts'
import { FIAT_CURRENCIES, type FiatCurrency } from '../../../../domain/offers/currencies.ts'
import { methodsOf } from '../../../../domain/payments/methods.ts'
import { parseFiat } from '../../../../domain/money.ts'
import { separatorsOf } from '../../../../domain/number-format.ts'
import { readNumber } from '../../../../domain/reading/numbers.ts'
import type { OfferType } from '../../../../domain/offers/offers.ts'
import { paths } from '../../../paths.ts'
import { keepMarket, openedAt, type Side } from './kept-market.ts'
import { languageOf } from '../../../language-of.ts'

/** The typed text stays in the address. The contract reads it, and the page reports a text that is no amount. */
const typed = z.optional(z.string().check(z.maxLength(100)))
const schema = z.object({
  ...listingFilters.shape,
  ...listingOrder.shape,
  amount: typed,
  trader: typed,
  search: typed,
})
export type Filters = z.infer<typeof schema>
export type FilterName = keyof Filters

/** The filters that the market has controls for; it ignores others in the address, which users could not see or change. */
const FILTERS = [
  'search',
  'currency',
  'amount',
  'method',
  'country',
  'minTrades',
  'minCompletion',
  'trader',
  'sort',
  'direction',
] as const satisfies readonly FilterName[]

/**
 * The address of the market, absolute; where a link without filters led to it, on the side and with the filters that were kept.
 * Going back changes nothing.
 */
export function useListAddress(): string {
  const { i18n } = useLingui()
  const { pathname, search, key } = useLocation()
  const navigate = useNavigate()
  const isLinked = useNavigationType() !== NavigationType.Pop && key !== 'default'
  const present = pathname + search
  // As the link was followed: another tab may keep other filters since.
  const opened = useMemo(
    () => (isLinked ? openedAt(pathname, search) : pathname + search),
    [isLinked, pathname, search],
  )
  useEffect(() => {
    if (opened !== present) void navigate(opened, { replace: true, preventScrollReset: true })
  }, [opened, present, navigate])
  return `http://localhost${addressIn(languageOf(i18n), opened)}`
}

/** The filters in an address, without invalid ones. A form that the browser sends by itself also names its empty fields. */
export function filtersOf(address: string): Filters {
  const { pathname, searchParams } = new URL(address)
  const amount = searchParams.get('amount')
  if (amount) {
    const language = namedIn(pathname) ?? SOURCE_LANGUAGE
    searchParams.set('amount', amountIn(amount, language, searchParams.get('currency') ?? undefined))
  }
  // Such a form sends each ticked payment method under the same name. One that the market does not have leaves the others.
  const methods = methodsIn(searchParams.getAll('method').join()).join()
  const given = FILTERS.map((name) => [name, name === 'method' ? methods : searchParams.get(name)]).filter(
    ([, value]) => value,
  )
  const { data, error } = z.safeParse(schema, Object.fromEntries(given))
  if (data) return consistent(data)
  const wrong = new Set(error.issues.map(({ path }) => path[0]))
  return consistent(z.parse(schema, Object.fromEntries(given.filter(([name]) => !wrong.has(name ?? '')))))
}

/** Such a form sends the amount as it was typed: "150,5" on a French page. */
function amountIn(text: string, language: Language, unit: string | undefined): string {
  if (parseFiat(text) !== null) return text
  const read = readNumber(text, { separators: separatorsOf(formattingOf(language)), unit })
  return read && 'value' in read ? read.value : text
}

/** Without a method of another currency, and without a direction of an order that has none. */
function consistent({ method, direction, ...others }: Filters): Filters {
  return {
    ...others,
    ...methodsFilter(method, others.currency),
    ...(direction !== undefined && hasDirection(others.sort) && { direction }),
  }
}

function methodsFilter(method: string | undefined, currency: FiatCurrency | undefined): Filters {
  const known = methodsIn(method).filter((each) => methodsOf(currency).includes(each))
  return known.length > 0 ? { method: known.join() } : {}
}

/** The currency of all offers that pass the filters: a payment method and a country have one. Undefined where they have several. */
export function currencyOf(filters: Pick<OfferQuery, 'currency' | 'country' | 'method'>): FiatCurrency | undefined {
  const [first, ...others] = new Set(cellsOf(filters).map(({ fiatCurrency }) => fiatCurrency))
  return filters.currency ?? (others.length === 0 ? first : undefined)
}

/** Whether a filter narrows the market; an order does not. */
export function isNarrowed(filters: Filters): boolean {
  return Object.entries(filters).some(([name, value]) => name in listingFilters.shape && value?.trim())
}

/** The change that removes every filter and keeps the order. */
export function cleared(): Filters {
  return Object.fromEntries(FILTERS.filter((name) => name in listingFilters.shape).map((name) => [name, undefined]))
}

/** The address that was opened last, until the page shows it. */
let opening: (Address & { from: string }) | null = null

type Options = { replace?: boolean }
type Address = { pathname: string; search: URLSearchParams }

/**
 * The market's address, and how to open another one. `latest` is the address that was opened last, which the page may not show
 * yet: a side and a filter that are chosen in quick succession both apply.
 */
export function useMarketAddress() {
  const navigate = useNavigate()
  const { key, pathname, search } = useLocation()
  useEffect(
    () => () => {
      if (opening?.from === key) opening = null
    },
    [key],
  )
  const latest = (): Address => (opening?.from === key ? opening : { pathname, search: new URLSearchParams(search) })
  return {
    latest,
    open: (to: Address, { replace = false }: Options = {}) => {
      keepMarket(sideOf(to.pathname, to.search), to.search)
      // Going back must not lead to the same list: React may repeat a choice that was made before it took over the page.
      if (isSameList(latest(), to)) return
      opening = { from: key, ...to }
      void navigate({ pathname: to.pathname, search: to.search.toString() }, { replace, preventScrollReset: true })
    },
  }
}

/** Also where the side is once in the path and once in the query. */
function isSameList(one: Address, other: Address): boolean {
  const rest = ({ search }: Address) => [...search].filter(([name]) => name !== 'type').toString()
  return sideOf(one.pathname, one.search) === sideOf(other.pathname, other.search) && rest(one) === rest(other)
}

/** Changes filters in the address and goes to page 1. Removes a method and a direction that no longer apply. */
export function useSetFilters(): (change: Filters, options?: Options) => void {
  const { latest, open } = useMarketAddress()
  return (change, options) => {
    const { pathname, search: before } = latest()
    open({ pathname, search: changed(before, change) }, options)
  }
}

export function changed(present: URLSearchParams, change: Filters): URLSearchParams {
  const next = new URLSearchParams(pageAddress(present, 1))
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, value)
  }
  const chosen = FIAT_CURRENCIES.find((known) => known === next.get('currency'))
  const { method } = methodsFilter(next.get('method') ?? undefined, chosen)
  if (method === undefined) next.delete('method')
  else next.set('method', method)
  if (!hasDirection(SORTS.find((known) => known === next.get('sort')))) next.delete('direction')
  return next
}

/** /offers/buy, /offers/sell, or /offers with ?type= (spec-coverage 2 Browse); else the buyer's. */
export function sideOf(pathname: string, search: URLSearchParams): Side {
  const path = withoutLanguage(pathname).replace(/(.)\/$/, '$1')
  if (path === paths.buyOffers) return 'buy'
  return path === paths.sellOffers || search.get('type') === 'sell' ? 'sell' : 'buy'
}

/** The query of a page of the market: a buyer sees sell offers; an invalid amount is left out, and its field says so. */
export function marketQuery(side: Side, filters: Filters, { page, cursor }: Place): OfferQuery {
  const types: Record<Side, OfferType> = { buy: 'sell', sell: 'buy' }
  return {
    ...filters,
    amount: validAmount(filters),
    type: types[side],
    limit: MARKET_PAGE_SIZE,
    ...(cursor === undefined ? { page } : { cursor }),
  }
}

function validAmount({ amount }: Filters): string | undefined {
  return amount !== undefined && parseFiat(amount) !== null ? amount : undefined
}

/** The cursor in an address; undefined for one of another order, which the API refuses. */
function cursorOf(address: string, sort: Sort = DEFAULT_SORT): string | undefined {
  const cursor = new URL(address).searchParams.get('from')
  return cursor !== null && parseCursor(sort, cursor) ? cursor : undefined
}

/** The number of a page of the market, and its cursor where the user came from the page before. */
export type Place = { page: number; cursor: string | undefined }

const pageSchema = z.catch(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1)

/** A page without a cursor is one of the numbered ones, else the first. */
export function placeOf(address: string, sort?: Sort): Place {
  const page = z.parse(pageSchema, new URL(address).searchParams.get('page') ?? 1)
  const cursor = cursorOf(address, sort)
  if (page === 1 || (cursor === undefined && page > NUMBERED_PAGES)) return { page: 1, cursor: undefined }
  return { page, cursor }
}

/** The address's search part of another page of the same offers. */
export function pageAddress(present: URLSearchParams, page: number, cursor?: string | null): string {
  const next = new URLSearchParams(present)
  next.delete('page')
  next.delete('from')
  if (page > 1) next.set('page', String(page))
  if (page > 1 && cursor) next.set('from', cursor)
  return next.size > 0 ? `?${next}` : ''
}
