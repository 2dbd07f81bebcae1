/** What the public pages cost a phone: the built product behind the real server, in headless Chromium. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findBrowser } from '../../e2e/browser.ts'
import { OFFER } from '../../server/testing/users.ts'
import { measureFirstLoad } from './first-load.ts'
import { openHttp } from './http.ts'
import type { BenchEnvironment } from './environment.ts'
import { newPair } from './trade-cycles.ts'

const PAGES = [
  '/',
  '/marketplace',
  '/offers',
  '/how-it-works',
  '/how-to-start',
  '/about',
  '/faq',
  '/security',
  '/contact',
  '/terms',
  '/privacy',
  '/login',
  '/register',
]
/** The pages that are measured three times; the median counts. */
const OFTEN = new Set(['/', '/marketplace'])
const SCRIPT_KB = 120
const KB = 1024

type Scores = { lcpMs: number; cls: number; tbtMs: number; performance: number; accessibility: number }

/** One row for each page, for `console.table`. `quick` measures the landing page alone, once. */
export async function measurePages(environment: BenchEnvironment, quick: boolean): Promise<Record<string, object>> {
  const { url } = environment
  await fillMarket(environment)
  const port = await freePort()
  const { executablePath, env, args } = await findBrowser()
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: [...args, `--remote-debugging-port=${port}`],
  })
  try {
    const rows: Record<string, object> = {}
    for (const page of quick ? PAGES.slice(0, 1) : PAGES) {
      rows[page] = await measurePage(browser, port, url, page, !quick && OFTEN.has(page) ? 3 : 1)
    }
    return rows
  } finally {
    await browser.close()
  }
}

async function measurePage(browser: Browser, port: number, url: string, page: string, runs: number): Promise<object> {
  const load = await measureFirstLoad(browser, url + page)
  const taken: Scores[] = []
  while (taken.length < runs) taken.push(await audit(url + page, port))
  const middle = (figure: keyof Scores) => median(taken.map((scores) => scores[figure]))
  const kb = (bytes: number) => (bytes / KB).toFixed(1)
  const hasBudget = page === '/'
  const isMet =
    (!hasBudget || load.scriptBytes <= SCRIPT_KB * KB) &&
    middle('cls') === 0 &&
    middle('performance') === 100 &&
    middle('accessibility') === 100
  return {
    'JS, KB': kb(load.scriptBytes),
    'JS later, KB': kb(load.laterScriptBytes),
    'CSS, KB': kb(load.styleBytes),
    'LCP, s': (middle('lcpMs') / 1000).toFixed(2),
    CLS: middle('cls').toFixed(3),
    'TBT, ms': middle('tbtMs').toFixed(0),
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    target: `${hasBudget ? `JS <= ${SCRIPT_KB}, ` : ''}CLS 0, 100, 100`,
    met: isMet ? 'yes' : 'NO',
  }
}

/** Lighthouse as it comes: a phone on a slow line, which it calculates from what it saw. */
async function audit(address: string, port: number): Promise<Scores> {
  const result = await lighthouse(address, {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility'],
  })
  const report = result?.lhr
  if (!report || report.runtimeError) throw new Error(`no report of ${address}: ${report?.runtimeError?.message}`)
  for (const { id, title, score, scoreDisplayMode } of Object.values(report.audits)) {
    const isFault = scoreDisplayMode === 'binary' && score === 0
    if (isFault && report.categories.accessibility?.auditRefs.some((ref) => ref.id === id && ref.weight > 0)) {
      console.log(`${address}: ${title} (${id})`)
    }
  }
  const figure = (id: string) => report.audits[id]?.numericValue ?? Infinity
  const score = (category: string) => Math.round((report.categories[category]?.score ?? 0) * 100)
  return {
    lcpMs: figure('largest-contentful-paint'),
    cls: figure('cumulative-layout-shift'),
    tbtMs: figure('total-blocking-time'),
    performance: score('performance'),
    accessibility: score('accessibility'),
  }
}

/** Offers of a few traders, so that the pages have rows to show. */
async function fillMarket(environment: BenchEnvironment): Promise<void> {
  const http = openHttp(environment.url, 1)
  const ways = [
    { type: 'sell', fiatCurrency: 'TND', paymentMethod: 'D17' },
    { type: 'buy', fiatCurrency: 'USD', paymentMethod: 'PayPal' },
    { type: 'buy', fiatCurrency: 'EUR', paymentMethod: 'Revolut' },
  ]
  for (const name of ['page_a', 'page_b', 'page_c', 'page_d']) {
    const { buyerCookie } = await newPair(http, environment, name)
    for (const way of ways) await http('POST', '/api/offers', { cookie: buyerCookie, body: { ...OFFER, ...way } })
  }
  http.close()
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })
}
