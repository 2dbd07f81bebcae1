/** The part of the bench about pages: its figures, and the targets that they meet or miss. */
import type { Comparison } from '../compare.ts'
import { openBenchEnvironment } from '../environment.ts'
import { OFFERS, measurePages, prepareMarket } from './measure-pages.ts'
import type { PageMetrics } from './metrics.ts'
import { measureMoves } from './moves.ts'
import { launchBrowser } from './phone.ts'
import { measureServerCost } from './server-cost.ts'
import { SERVER_COST_TARGETS, checkTargets } from './targets.ts'

const RUNS = 5

/** `quick` loads every page once. */
export async function printPages({ quick, only }: { quick: boolean; only: readonly string[] | null }): Promise<void> {
  const environment = await openBenchEnvironment()
  try {
    const runs = quick ? 1 : RUNS
    const figures = await measurePages(environment, { runs, only, offers: OFFERS })
    console.log(`\nThe public pages on a phone, throttled by Chromium, median of ${runs}, HTTP/1.1`)
    console.table(mapped(figures, timesOf))
    console.log('\nWhat they request, in units of 1024 compressed bytes')
    console.table(mapped(figures, weightsOf))
    console.log('\nThe same through an HTTP/2 proxy')
    console.table(mapped(figures, http2Of))
    console.log('\nTargets')
    console.table(checkTargets(figures))
    await printServerCost(environment.url, quick)
  } finally {
    await environment.close()
  }
}

/** The moves inside the product, in a market of their own. */
export async function printMoves(quick: boolean): Promise<void> {
  const environment = await openBenchEnvironment()
  const { browser } = await launchBrowser()
  try {
    const { offerId } = await prepareMarket(environment, OFFERS)
    const runs = quick ? 1 : RUNS
    console.log(`\nMoves on the phone to pages whose data is known, from the press to the frame, median of ${runs}`)
    console.table(await measureMoves(browser, { url: environment.url, offerId }, { runs }))
  } finally {
    await browser.close()
    await environment.close()
  }
}

async function printServerCost(url: string, quick: boolean): Promise<void> {
  const { uncached, cached, hasRows } = await measureServerCost(url, quick ? 3 : 15, quick ? 50 : 200)
  console.log(`\nThe list page against its API call; its HTML has ${hasRows ? 'the offers' : 'NO OFFERS'}`)
  console.table({
    'not cached': costRow(uncached, SERVER_COST_TARGETS.uncached),
    'from the cache': costRow(cached, SERVER_COST_TARGETS.cached),
  })
}

function costRow({ ours, bare, ratio }: Comparison, target: number) {
  return {
    'page, ms': ours.median.toFixed(2),
    'API call, ms': bare.median.toFixed(2),
    'ratio min': ratio.min.toFixed(2),
    'ratio median': ratio.median.toFixed(2),
    'ratio max': ratio.max.toFixed(2),
    target: `<= ${target}`,
    met: ratio.median <= target ? 'yes' : 'NO',
  }
}

function timesOf(page: PageMetrics) {
  return {
    'first offer, s': seconds(page.readableMs),
    'LCP, s': seconds(page.largestPaintMs),
    'TBT, ms': page.blockingMs.toFixed(0),
    'main thread, s': seconds(page.mainThreadMs),
    CLS: page.shift.toFixed(3),
    'filters, s': seconds(page.filtersMs),
    'trade dialog, s': seconds(page.dialogMs),
    performance: page.performance,
    accessibility: page.accessibility,
  }
}

function weightsOf(page: PageMetrics) {
  return {
    'script files before use': page.scriptFiles,
    'scripts before use, KB': page.scriptKb.toFixed(1),
    'scripts later, KB': page.laterScriptKb.toFixed(1),
    'styles, KB': page.styleKb.toFixed(1),
    'HTML, KB': page.htmlKb.toFixed(1),
  }
}

function http2Of(page: PageMetrics) {
  if (page.http2ReadableMs === undefined) return null
  return {
    'first offer, s': seconds(page.http2ReadableMs),
    'LCP, s': seconds(page.http2PaintMs),
    'filters, s': seconds(page.http2FiltersMs),
    'trade dialog, s': seconds(page.http2DialogMs),
  }
}

function mapped(figures: Record<string, PageMetrics>, rowOf: (page: PageMetrics) => object | null) {
  const rows = Object.entries(figures).flatMap(([name, page]) => {
    const row = rowOf(page)
    return row === null ? [] : [[name, row] as const]
  })
  return Object.fromEntries(rows)
}

/** A dash is a figure that the page does not have. */
function seconds(ms: number | null | undefined): string {
  if (ms === undefined) return '–'
  return ms === null ? 'never' : (ms / 1000).toFixed(2)
}
