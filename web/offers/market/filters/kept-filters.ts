/** The filters of each list that the user has set last, kept in this browser for the next visit. */
import type { listingFilters, listingOrder } from '../../../../domain/offers/listing.ts'
import { paths } from '../../../paths.ts'

type FilterName = keyof typeof listingFilters.shape | keyof typeof listingOrder.shape

/** Whether each filter is kept. Words that the user typed to find one trader or offer are not. */
const IS_KEPT: Readonly<Record<FilterName, boolean>> = {
  type: true,
  currency: true,
  amount: true,
  method: true,
  country: true,
  minTrades: true,
  minCompletion: true,
  trader: false,
  search: false,
  sort: true,
  direction: true,
}
const KEPT = Object.entries(IS_KEPT).flatMap(([name, isKept]) => (isKept ? [name] : []))

const keyOf = (pathname: string) => `filters:${pathname}`

/** `web/layout/first.js` opens the list with them where its address has none. */
export function keepFilters(pathname: string, search: URLSearchParams): void {
  // The pages of Browse have their direction in the path.
  const isKept = (name: string) => KEPT.includes(name) && !(name === 'type' && pathname.startsWith(paths.offers))
  const kept = new URLSearchParams([...search].filter(([name]) => isKept(name)))
  try {
    if (kept.size === 0) localStorage.removeItem(keyOf(pathname))
    else localStorage.setItem(keyOf(pathname), kept.toString())
  } catch {
    // Without storage the next visit begins without filters.
  }
}

export function readKept(pathname: string): string {
  try {
    return localStorage.getItem(keyOf(pathname)) ?? ''
  } catch {
    return ''
  }
}
