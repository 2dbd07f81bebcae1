/** The side and the filters of the market that the reader has set last, kept in this browser for the next visit. */
import type { listingFilters, listingOrder } from '../../../../domain/offers/listing.ts'
import { paths } from '../../../paths.ts'
import { localCurrency } from '../../currencies/local-currency.ts'

/** What the reader does. */
export type Side = 'buy' | 'sell'

type FilterName = keyof typeof listingFilters.shape | keyof typeof listingOrder.shape

/** Whether each filter is kept. Words that the user typed to find one trader or offer are not, and the side is in the path. */
const IS_KEPT: Readonly<Record<FilterName, boolean>> = {
  type: false,
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

const KEY = 'market'

type Market = { path: string; search: string }

export const sidePath = (side: Side) => (side === 'buy' ? paths.buyOffers : paths.sellOffers)

/** Kept without filters too: then the reader has chosen all offers, of all currencies. */
export function keepMarket(side: Side, search: URLSearchParams): void {
  const kept = new URLSearchParams([...search].filter(([name]) => KEPT.includes(name)))
  try {
    localStorage.setItem(KEY, sidePath(side) + (kept.size > 0 ? `?${kept}` : ''))
  } catch {
    // Without storage the next visit begins as the first one.
  }
}

/** Null before the reader has set anything, and where the browser keeps nothing. */
export function readKept(): Market | null {
  try {
    const [path, search = ''] = localStorage.getItem(KEY)?.split('?') ?? []
    return path === paths.buyOffers || path === paths.sellOffers ? { path, search } : null
  } catch {
    return null
  }
}

/** Before anything is kept: the buyer's side in the currency that is usual here, unless a choice of all currencies could not be kept. */
function firstMarket(): Market {
  const currency = hasStorage() ? localCurrency() : undefined
  return { path: paths.buyOffers, search: currency === undefined ? '' : `currency=${currency}` }
}

function hasStorage(): boolean {
  try {
    return Boolean(localStorage)
  } catch {
    return false
  }
}

/** The address that a link to the market opens, without a language. `web/layout/first.js` opens the same where the browser asks the server. */
export function openedAt(pathname: string, search: string): string {
  const isMarket = pathname === paths.offers || pathname === paths.buyOffers || pathname === paths.sellOffers
  if (!isMarket || search !== '') return pathname + search
  const kept = readKept() ?? (pathname === paths.offers ? firstMarket() : null)
  if (kept === null) return pathname
  // The server shows the buyer's side there.
  if (pathname === paths.offers && kept.path === paths.buyOffers && kept.search === '') return pathname
  return (pathname === paths.offers ? kept.path : pathname) + (kept.search === '' ? '' : `?${kept.search}`)
}
