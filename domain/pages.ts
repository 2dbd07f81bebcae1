/** The pages of the site, and which of them search engines may list. A test compares the two lists with the router's routes. */
import { FIAT_CURRENCIES } from './offers/currencies.ts'
import type { FiatCurrency } from './offers/currencies.ts'

/** Stands in rendered HTML for the site's origin, which a build does not know. The server replaces it in the head of each page. */
export const ORIGIN_PLACEHOLDER = 'https://origin.invalid'

/** Search engines may list these; `:name` stands for one segment. */
export const INDEXED_PAGES = [
  '/',
  '/offers',
  '/offers/buy',
  '/offers/sell',
  '/offer/:offerId',
  '/trader/:username',
  '/limits',
  '/currencies',
  '/how-it-works',
  '/how-to-start',
  '/about',
  '/contact',
  '/faq',
  '/security',
  '/api-docs',
  '/verify',
  '/transparency',
  '/terms',
  '/privacy',
  '/login',
  '/register',
] as const

/** They show what belongs to one user, or what a link from an email opens. */
export const PRIVATE_PAGES = [
  '/create-offer',
  '/my-offers',
  '/business-hours',
  '/trade/new',
  '/trade',
  '/trade/:tradeId',
  '/trades',
  '/trade-again/:username',
  '/saved-searches',
  '/dashboard',
  '/account',
  '/settings',
  '/profile',
  '/rehearsal',
  '/rehearsal/:scenario',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/confirm-email',
  '/undo-email',
  '/remove-addition',
  '/admin',
  '/admin/users/:userId',
  '/admin/disputes',
  '/admin/disputes/:tradeId',
  '/dev/mail',
] as const

/** Former addresses, each of which leads to the page that took its place. */
export const MOVED_PAGES = ['/marketplace'] as const

/** Where a former address leads, with its query; null for every other address. Its `type` was that of the offers, not the reader's side. */
export function movedTo(path: string, query: URLSearchParams): string | null {
  if (!MOVED_PAGES.some((moved) => moved === path)) return null
  const kept = new URLSearchParams(query)
  const type = kept.get('type')
  kept.delete('type')
  const page = type === 'sell' ? '/offers/buy' : type === 'buy' ? '/offers/sell' : '/offers'
  return kept.size > 0 ? `${page}?${kept}` : page
}

/** The sides of the market, each of which is a page of its own for every currency (decisions: Interface, "Search engines"). */
const PAGES_BY_CURRENCY: readonly string[] = ['/offers/buy', '/offers/sell']

/** Parameters that make an address a step of one visitor, or the second page of a list. */
const UNINDEXED_PARAMETERS = 'page from next step with problem'.split(' ')

const INDEXED = INDEXED_PAGES.map((page) => new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}$`))

/** Whether search engines may list an address: its path without the language, and its query. */
export function isIndexed(path: string, query: URLSearchParams): boolean {
  return INDEXED.some((page) => page.test(path)) && !UNINDEXED_PARAMETERS.some((name) => query.has(name))
}

/** The page that an address shows a variant of: "/offers/buy?currency=TND" of "/offers?currency=TND&sort=rating". */
export function canonicalAddress(path: string, query: URLSearchParams): string {
  const page = path === '/offers' ? `/offers/${query.get('type') === 'sell' ? 'sell' : 'buy'}` : path
  const currency = FIAT_CURRENCIES.find((known) => known === query.get('currency'))
  return currency !== undefined && PAGES_BY_CURRENCY.includes(page) ? `${page}?currency=${currency}` : page
}

/** The addresses of all pages that show no single offer or trader, with the lists of these currencies. */
export function listedAddresses(currencies: readonly FiatCurrency[] = FIAT_CURRENCIES): string[] {
  const isOwn = (page: string) => canonicalAddress(page, new URLSearchParams()) === page
  const pages = INDEXED_PAGES.filter((page) => !page.includes(':') && isOwn(page))
  return [...pages, ...PAGES_BY_CURRENCY.flatMap((page) => currencies.map((each) => `${page}?currency=${each}`))]
}
