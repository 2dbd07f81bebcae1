/**
 * Pages that the stories of a worker use one after another. A new page starts a process that compiles the client again,
 * which takes half a second, and a second of processor time with the end of its context.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test'

type Size = { width: number; height: number } | null
type Opened = { context: BrowserContext; page: Page }

/** An empty page of the site, which never reaches the server. */
const EMPTY = '/empty'
const free: Opened[] = []
const firstSizes = new WeakMap<Page, Size>()

/** A page in a context without cookies and storage: one that a former story returned, or else a new one. */
export async function takePage(browser: Browser): Promise<Opened> {
  return free.pop() ?? openPage(browser)
}

/** A new page in a new context. */
export async function openPage(browser: Browser): Promise<Opened> {
  const context = await browser.newContext()
  const page = await context.newPage()
  firstSizes.set(page, page.viewportSize())
  return { context, page }
}

/**
 * Removes what a story left. Scripts, clocks and devices that it installed would stay: such a story must not reuse
 * pages. A page that its story closed is not returned.
 */
export async function returnPage({ context, page }: Opened): Promise<void> {
  if (page.isClosed()) return context.close()
  const others = context.pages().filter((each) => each !== page)
  await Promise.all(others.map((each) => each.close()))
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(EMPTY, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto(EMPTY)
  await page.unroute(EMPTY)
  await page.emulateMedia({ colorScheme: 'light' })
  const size = firstSizes.get(page)
  if (size) await page.setViewportSize(size)
  await context.clearPermissions()
  await context.clearCookies()
  await forget({ context, page })
  free.push({ context, page })
}

/** Removes the entries of the page's history, and everything that the site stored. */
async function forget({ context, page }: Opened): Promise<void> {
  await page.evaluate(() => sessionStorage.clear())
  const chromium = await context.newCDPSession(page)
  await chromium.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' })
  await chromium.send('Page.resetNavigationHistory')
  await chromium.detach()
}
