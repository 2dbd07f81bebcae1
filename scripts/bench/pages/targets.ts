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

const LISTS = ['/offers']
const FIRST = ['/', ...LISTS]

/**
 * Scripts before React takes over the first control of a page. Guards against accidents, such as a library that every page would
 * load: what a reader waits for is in TARGETS.
 */
const SCRIPTS = { files: 18, listKb: 180, landingKb: 125 }

/** What the stories allow (e2e/page-budgets.story.ts); a signed-in reader also preloads what opens a trade. */
export const SCRIPT_BUDGETS = { ...SCRIPTS, signedInFiles: 10, signedInKb: 80 }

/** The lists have a budget of their own; /trade leads home and /profile to the account. */
type ListPage = '/' | '/offers' | '/offers/buy' | '/offers/sell' | '/trade' | '/profile'
type OtherPage = Exclude<(typeof INDEXED_PAGES | typeof PRIVATE_PAGES)[number], ListPage>

/** KB of all scripts of every other page: a tenth above what they were when it was set, as a guard against accidents. */
export const PAGE_BUDGETS: Record<OtherPage, number> = {
  '/offer/:offerId': 305,
  '/trader/:username': 290,
  '/limits': 360,
  '/currencies': 290,
  '/how-it-works': 300,
  '/how-to-start': 290,
  '/about': 290,
  '/contact': 300,
  '/faq': 290,
  '/security': 290,
  '/api-docs': 310,
  '/verify': 290,
  '/transparency': 290,
  '/terms': 290,
  '/privacy': 290,
  '/login': 340,
  '/register': 340,
  '/create-offer': 370,
  '/my-offers': 360,
  '/business-hours': 360,
  '/trade/new': 315,
  '/trade/:tradeId': 380,
  '/trades': 360,
  '/trade-again/:username': 360,
  '/saved-searches': 360,
  '/dashboard': 360,
  '/account': 370,
  '/settings': 370,
  '/rehearsal': 360,
  '/rehearsal/:scenario': 360,
  '/forgot-password': 300,
  '/reset-password': 300,
  '/verify-email': 300,
  '/confirm-email': 300,
  '/undo-email': 300,
  '/remove-addition': 300,
  '/admin': 330,
  '/admin/users/:userId': 330,
  '/admin/disputes': 330,
  '/admin/disputes/:tradeId': 330,
  '/dev/mail': 330,
}

/** What a reader waits for: at most a tenth more than was measured on a quiet machine before React Router's data mode (docs/decisions/0007). */
const TARGETS: readonly Target[] = [
  { what: 'first offer readable, ms', figure: 'readableMs', pages: FIRST, atMost: 980 },
  { what: 'largest contentful paint, ms', figure: 'largestPaintMs', pages: FIRST, atMost: 1030 },
  { what: 'total blocking time, ms', figure: 'blockingMs', pages: FIRST, atMost: 1.5, timesThatOf: EMPTY_PAGE },
  { what: 'layout shift', figure: 'shift', pages: FIRST, atMost: 0 },
  { what: 'filters usable, ms', figure: 'filtersMs', pages: LISTS, atMost: 2740 },
  { what: 'trade dialog usable, ms', figure: 'dialogMs', pages: LISTS, atMost: 3290 },
  { what: 'first offer readable over HTTP/2, ms', figure: 'http2ReadableMs', pages: FIRST, atMost: 1110 },
  { what: 'largest contentful paint over HTTP/2, ms', figure: 'http2PaintMs', pages: FIRST, atMost: 1110 },
  { what: 'filters usable over HTTP/2, ms', figure: 'http2FiltersMs', pages: LISTS, atMost: 2830 },
  { what: 'trade dialog usable over HTTP/2, ms', figure: 'http2DialogMs', pages: LISTS, atMost: 3610 },
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
