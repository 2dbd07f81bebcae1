import type { Location } from 'react-router'

/**
 * The address of signing in or registering, which returns to a list with its filters, an offer or a trader, where the visitor was about
 * to trade.
 */
export function thenBack(entrance: string, { pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  if (!/^\/(offer|trader)/.test(pathname)) return entrance
  return `${entrance}?next=${encodeURIComponent(pathname + search)}`
}
