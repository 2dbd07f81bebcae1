/**
 * Pages that the stories of a worker use one after another. A new page starts a process that compiles the client again,
 * which takes 0.3 seconds of processor time.
 */
import type { Browser, BrowserContext, Page } from '@playwright/test'

type Opened = { context: BrowserContext; page: Page }

/** An empty page of the site, which never reaches the server. */
const EMPTY = '/empty'
const free: Opened[] = []

/** A page in a context without cookies and storage: one that a former story returned, or else a new one. */
export async function takePage(browser: Browser): Promise<Opened> {
  return free.pop() ?? openPage(browser)
}

/** A new page in a new context. */
export async function openPage(browser: Browser): Promise<Opened> {
  const context = await browser.newContext()
  return { context, page: await context.newPage() }
}

/** Removes what a story left. Scripts and clocks that it installed would stay: such a story must not reuse pages. */
export async function returnPage({ context, page }: Opened): Promise<void> {
  const others = context.pages().filter((each) => each !== page)
  await Promise.all(others.map((each) => each.close()))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(EMPTY, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto(EMPTY)
  await page.unroute(EMPTY)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  free.push({ context, page })
}
