/** What the public pages must cost at most on the phone, and whether they do. */
import type { INDEXED_PAGES, PRIVATE_PAGES } from '../../../domain/pages.ts'
import { EMPTY_PAGE } from './metrics.ts'
import type { PageMetrics } from './metrics.ts'

type Metrics = Record<string, PageMetrics>
type Metric = keyof PageMetrics

type Target = {
  what: string
  figure: Metric
  /** Addresses; without them the target is every page's. */
  pages?: readonly string[]
  atMost?: number
  atLeast?: number
  /** `atMost` is a multiple of this page's figure. */
  timesThatOf?: string
}

const LISTS = ['/offers', '/marketplace']
const FIRST = ['/', ...LISTS]

/** Scripts before React takes over the first control of a page. */
const SCRIPTS = { files: 12, listKb: 160, landingKb: 110 }

/** What the stories allow (e2e/page-budgets.story.ts); a signed-in reader also preloads what opens a trade. */
export const SCRIPT_BUDGETS = { ...SCRIPTS, signedInFiles: 6, signedInKb: 58 }

/** The lists have a budget of their own, and /trade leads home. */
type ListPage = '/' | '/offers' | '/offers/buy' | '/offers/sell' | '/marketplace' | '/trade'
type OtherPage = Exclude<(typeof INDEXED_PAGES | typeof PRIVATE_PAGES)[number], ListPage>

/** KB of all scripts of every other page: 2 to 3 percent above what they were when it was set, so that growth is a decision. */
export const PAGE_BUDGETS: Record<OtherPage, number> = {
  '/offer/:offerId': 271,
  '/trader/:username': 257,
  '/limits': 316,
  '/currencies': 256,
  '/how-it-works': 263,
  '/how-to-start': 256,
  '/about': 255,
  '/contact': 266,
  '/faq': 258,
  '/security': 256,
  '/api-docs': 279,
  '/verify': 260,
  '/transparency': 257,
  '/terms': 256,
  '/privacy': 256,
  '/login': 301,
  '/register': 301,
  '/create-offer': 327,
  '/my-offers': 316,
  '/business-hours': 317,
  '/trade/new': 279,
  '/trade/:tradeId': 331,
  '/trades': 316,
  '/trade-again/:username': 315,
  '/saved-searches': 316,
  '/dashboard': 328,
  '/profile': 325,
  '/rehearsal': 315,
  '/rehearsal/:scenario': 317,
  '/forgot-password': 270,
  '/reset-password': 270,
  '/verify-email': 269,
  '/confirm-email': 269,
  '/undo-email': 269,
  '/remove-addition': 270,
  '/admin': 289,
  '/admin/users/:userId': 284,
  '/admin/disputes': 283,
  '/admin/disputes/:tradeId': 288,
  '/dev/mail': 284,
}

export const TARGETS: readonly Target[] = [
  { what: 'first offer readable, ms', figure: 'readableMs', pages: FIRST, atMost: 1500 },
  { what: 'largest contentful paint, ms', figure: 'largestPaintMs', pages: FIRST, atMost: 1600 },
  { what: 'total blocking time, ms', figure: 'blockingMs', pages: FIRST, atMost: 1.5, timesThatOf: EMPTY_PAGE },
  { what: 'layout shift', figure: 'shift', pages: FIRST, atMost: 0 },
  { what: 'filters usable, ms', figure: 'filtersMs', pages: LISTS, atMost: 5000 },
  { what: 'trade dialog usable, ms', figure: 'dialogMs', pages: LISTS, atMost: 5000 },
  { what: 'first offer readable over HTTP/2, ms', figure: 'http2ReadableMs', pages: FIRST, atMost: 1500 },
  { what: 'largest contentful paint over HTTP/2, ms', figure: 'http2PaintMs', pages: FIRST, atMost: 1600 },
  { what: 'filters usable over HTTP/2, ms', figure: 'http2FiltersMs', pages: LISTS, atMost: 5000 },
  { what: 'trade dialog usable over HTTP/2, ms', figure: 'http2DialogMs', pages: LISTS, atMost: 4000 },
  { what: 'script files before use', figure: 'scriptFiles', pages: FIRST, atMost: SCRIPTS.files },
  { what: 'script KB before use', figure: 'scriptKb', pages: LISTS, atMost: SCRIPTS.listKb },
  { what: 'script KB before use', figure: 'scriptKb', pages: ['/'], atMost: SCRIPTS.landingKb },
  { what: 'Lighthouse performance', figure: 'performance', pages: FIRST, atLeast: 95 },
  { what: 'Lighthouse accessibility', figure: 'accessibility', atLeast: 100 },
]

/** Of a rendered list page against the API call that reads the same offers. */
export const SERVER_COST_TARGETS = { uncached: 4, cached: 0.5 }

/** One row for each target of a measured page; null is a figure that was not reached. */
export function checkTargets(figures: Metrics): Record<string, object> {
  const rows: Record<string, object> = {}
  for (const target of TARGETS) {
    for (const page of target.pages ?? Object.keys(figures).filter((name) => name !== EMPTY_PAGE)) {
      const measured = figures[page]?.[target.figure]
      if (measured === undefined) continue
      const base = target.timesThatOf === undefined ? 1 : (figures[target.timesThatOf]?.[target.figure] ?? NaN)
      const [least, most] = [target.atLeast ?? -Infinity, (target.atMost ?? Infinity) * base]
      rows[`${page} ${target.what}`] = {
        measured: measured === null ? 'never' : Number(measured.toPrecision(4)),
        target: target.atLeast === undefined ? `<= ${Number(most.toFixed(1))}` : `>= ${least}`,
        met: measured !== null && measured >= least && measured <= most ? 'yes' : 'NO',
      }
    }
  }
  return rows
}
