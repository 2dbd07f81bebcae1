/** Lighthouse with its phone applied by Chromium (`throttlingMethod: 'devtools'`), not calculated from a fast load. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

/** A folder that keeps the trace of each audit, to be opened in Chromium's performance panel. */
const TRACES = process.env.BENCH_TRACES

/** Prints the name of each accessibility audit that fails. */
export async function auditPage(url: string): Promise<Audit> {
  const { lhr: report, artifacts } = (await visit(url)) ?? {}
  if (!report || report.runtimeError) throw new Error(`no report of ${url}: ${report?.runtimeError?.message}`)
  for (const { id, title, score, scoreDisplayMode } of Object.values(report.audits)) {
    const isFault = scoreDisplayMode === 'binary' && score === 0
    if (isFault && report.categories.accessibility?.auditRefs.some((ref) => ref.id === id && ref.weight > 0)) {
      console.log(`${url}: ${title} (${id})`)
    }
  }
  if (TRACES !== undefined) await keepTrace(TRACES, url, artifacts?.Trace)
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

async function keepTrace(folder: string, url: string, trace: unknown): Promise<void> {
  const { port, pathname } = new URL(url)
  await mkdir(folder, { recursive: true })
  const name = `${port}${pathname.replaceAll('/', '-')}-${Date.now()}.json`
  await writeFile(join(folder, name), JSON.stringify(trace))
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
