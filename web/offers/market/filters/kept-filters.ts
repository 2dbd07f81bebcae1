/** The filters of each list that the user has set last, kept in this browser for the next visit. */
import { paths } from '../../../paths.ts'

/** Words that the user typed to find one trader or offer are not kept. */
const KEPT = ['type', 'currency', 'amount', 'method', 'country', 'minTrades', 'minCompletion', 'sort', 'direction']

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
