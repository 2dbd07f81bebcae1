/** The pages of the site, and which of them search engines may list. A test compares the two lists with the router's routes. */
import { FIAT_CURRENCIES } from './market.ts'
import type { FiatCurrency } from './market.ts'

/** Stands in rendered HTML for the site's origin, which a build does not know. The server replaces it in the head of each page. */
export const ORIGIN_PLACEHOLDER = 'https://origin.invalid'

/** Search engines may list these; `:name` stands for one segment. */
export const INDEXED_PAGES = [
  '/',
  '/offers',
  '/offers/buy',
  '/offers/sell',
  '/marketplace',
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

/** Lists of offers, each of which is a page of its own for every currency (decisions: Interface, "Search engines"). */
const PAGES_BY_CURRENCY: readonly string[] = ['/offers', '/offers/buy', '/offers/sell']

/** Parameters that make an address a step of one visitor, or the second page of a list. */
const UNINDEXED_PARAMETERS = 'page from next step with problem'.split(' ')

const INDEXED = INDEXED_PAGES.map((page) => new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}$`))

/** Whether search engines may list an address: its path without the language, and its query. */
export function isIndexed(path: string, query: URLSearchParams): boolean {
  return INDEXED.some((page) => page.test(path)) && !UNINDEXED_PARAMETERS.some((name) => query.has(name))
}

/** The query of the page that an address shows a variant of: "?currency=TND" of "?currency=TND&sort=best_price", else "". */
export function canonicalQuery(path: string, query: URLSearchParams): string {
  const currency = FIAT_CURRENCIES.find((known) => known === query.get('currency'))
  return currency !== undefined && PAGES_BY_CURRENCY.includes(path) ? `?currency=${currency}` : ''
}

/** The addresses of all pages that show no single offer or trader, with the lists of these currencies. */
export function listedAddresses(currencies: readonly FiatCurrency[] = FIAT_CURRENCIES): string[] {
  const pages = INDEXED_PAGES.filter((page) => !page.includes(':'))
  return [...pages, ...PAGES_BY_CURRENCY.flatMap((page) => currencies.map((each) => `${page}?currency=${each}`))]
}
