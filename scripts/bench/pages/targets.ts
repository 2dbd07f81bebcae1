/** What the public pages must cost at most on the phone, and whether they do. */
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

/** KB of all scripts of further pages: what they were when the budget was set, rounded up, so that growth is a decision. */
export const PAGE_BUDGETS = { offer: 265, trader: 252, signUp: 298, tradeForm: 277, dashboard: 325, room: 327 }

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
