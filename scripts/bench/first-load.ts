/** The first load of a page on a throttled phone, and what it fetched before it was interactive. */
import type { Browser } from '@playwright/test'

/** A phone on a slow mobile line, as Lighthouse throttles one: 1.6 Mbit/s, 150 ms there and back, a processor four times slower. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const SLOWER = 4
/** The idle time after which a page has requested everything. */
const QUIET_MS = 2000

/** Bytes as they were sent, compressed and without their headers. */
export type FirstLoad = {
  /** Scripts asked for before the page was interactive. */
  scriptBytes: number
  /** Scripts requested by the page itself after that. */
  laterScriptBytes: number
  styleBytes: number
  interactiveMs: number
}

type Fetched = { name: string; startTime: number; encodedBodySize: number }
type Noted = { interactiveAt?: number }

/** Interactive is when React has taken over the page’s heading: from then on its buttons answer. */
export async function measureFirstLoad(browser: Browser, address: string): Promise<FirstLoad> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', LINE)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.addInitScript(noteInteractive)
    await page.goto(address)
    await page.waitForFunction(() => (window as Noted).interactiveAt !== undefined, undefined, { timeout: 30_000 })
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(QUIET_MS)
    const { interactiveAt, fetched } = await page.evaluate(readFetched)
    const bytes = (kind: RegExp, isCounted: (moment: number) => boolean) =>
      fetched
        .filter(({ name, startTime }) => kind.test(new URL(name).pathname) && isCounted(startTime))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    return {
      scriptBytes: bytes(/\.js$/, (moment) => moment <= interactiveAt),
      laterScriptBytes: bytes(/\.js$/, (moment) => moment > interactiveAt),
      styleBytes: bytes(/\.css$/, () => true),
      interactiveMs: interactiveAt,
    }
  } finally {
    await context.close()
  }
}

/** Runs in the page: React leaves its mark on what it has taken over. */
function noteInteractive(): void {
  performance.setResourceTimingBufferSize(1000)
  const look = () => {
    const heading = document.querySelector('main h1')
    if (heading && Object.keys(heading).some((key) => key.startsWith('__reactProps'))) {
      ;(window as Noted).interactiveAt = performance.now()
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Runs in the page. */
function readFetched(): { interactiveAt: number; fetched: Fetched[] } {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return {
    interactiveAt: (window as Noted).interactiveAt ?? Infinity,
    fetched: entries.map(({ name, startTime, encodedBodySize }) => ({ name, startTime, encodedBodySize })),
  }
}
