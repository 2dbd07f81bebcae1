/** Lighthouse with its phone applied by Chromium (`throttlingMethod: 'devtools'`), not calculated from a fast load. */
import lighthouse from 'lighthouse'
import { launchBrowser } from './phone.ts'

export type Audit = {
  largestPaintMs: number
  blockingMs: number
  /** All work of the main thread; blocking is what its tasks take beyond 50 ms each. */
  mainThreadMs: number
  shift: number
  performance: number
  accessibility: number
}

/** Prints the name of each accessibility audit that fails. */
export async function auditPage(url: string): Promise<Audit> {
  const { lhr: report } = (await visit(url)) ?? {}
  if (!report || report.runtimeError) throw new Error(`no report of ${url}: ${report?.runtimeError?.message}`)
  for (const { id, title, score, scoreDisplayMode } of Object.values(report.audits)) {
    const isFault = scoreDisplayMode === 'binary' && score === 0
    if (isFault && report.categories.accessibility?.auditRefs.some((ref) => ref.id === id && ref.weight > 0)) {
      console.log(`${url}: ${title} (${id})`)
    }
  }
  const figure = (id: string) => report.audits[id]?.numericValue ?? Infinity
  const score = (category: string) => Math.round((report.categories[category]?.score ?? 0) * 100)
  return {
    largestPaintMs: figure('largest-contentful-paint'),
    blockingMs: figure('total-blocking-time'),
    mainThreadMs: figure('mainthread-work-breakdown'),
    shift: figure('cumulative-layout-shift'),
    performance: score('performance'),
    accessibility: score('accessibility'),
  }
}

/** In a browser of its own, as at a first visit: Lighthouse empties the cache of a browser, but keeps its local storage. */
async function visit(url: string) {
  const { browser, port } = await launchBrowser()
  try {
    return await lighthouse(url, {
      port,
      logLevel: 'error',
      throttlingMethod: 'devtools',
      onlyCategories: ['performance', 'accessibility'],
      disableFullPageScreenshot: true,
    })
  } finally {
    await browser.close()
  }
}
