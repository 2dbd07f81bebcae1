import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import type { MarketplaceQuery } from '../../domain/api.ts'
import { CURRENCIES, FIAT_CURRENCIES, PAYMENT_METHODS } from '../../domain/market.ts'
import { NUMBERED_PAGES, marketplaceFilters } from '../../domain/listing.ts'

export type Filters = Omit<MarketplaceQuery, 'page' | 'cursor'>
/** The page's number, and the cursor it begins at where the person came from page to page. */
export type Place = { page: number; cursor: string | undefined }

const { search, type, currency, method, sort, direction } = marketplaceFilters
const filterSchema = z.object({
  search: z.catch(search, undefined),
  type: z.catch(type, undefined),
  currency: z.catch(currency, undefined),
  method: z.catch(method, undefined),
  sort: z.catch(sort, undefined),
  direction: z.catch(direction, undefined),
})
const pageSchema = z.catch(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1)

/** The filters an address carries; what is not valid is left out. */
export function filtersOf(address: string): Filters {
  return z.parse(filterSchema, Object.fromEntries(new URL(address).searchParams))
}

/** A page without a cursor is one of the numbered ones, else the first. */
export function placeOf(address: string): Place {
  const { searchParams } = new URL(address)
  const page = z.parse(pageSchema, searchParams.get('page') ?? 1)
  const cursor = searchParams.get('from') ?? undefined
  if (page === 1 || (cursor === undefined && page > NUMBERED_PAGES)) return { page: 1, cursor: undefined }
  return { page, cursor }
}

export function queryOf(filters: Filters, { page, cursor }: Place): MarketplaceQuery {
  return cursor === undefined ? { ...filters, page } : { ...filters, cursor }
}

/** Whether anything narrows the market; an order does not. */
export function isNarrowed({ search, type, currency, method }: Filters): boolean {
  return Boolean(search?.trim() || type || currency || method)
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

/** Changes filters in the address and goes to page 1. A method that does not belong to the new currency goes. */
export function useSetFilters(): (change: Filters, options?: { replace: boolean }) => void {
  const [, setSearch] = useSearchParams()
  return (change, { replace } = { replace: false }) =>
    setSearch((present) => changed(present, change), { replace, preventScrollReset: true })
}

export function changed(present: URLSearchParams, change: Filters): URLSearchParams {
  const next = new URLSearchParams(pageAddress(present, 1))
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, value)
  }
  const chosen = FIAT_CURRENCIES.find((known) => known === next.get('currency'))
  const methods: readonly string[] = chosen ? CURRENCIES[chosen].methods : PAYMENT_METHODS
  if (!methods.includes(next.get('method') ?? '')) next.delete('method')
  return next
}
