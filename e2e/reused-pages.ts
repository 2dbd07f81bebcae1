/**
 * Pages that the stories of a worker use one after another. A new page starts a process that compiles the client again,
 * which takes half a second, and a second of processor time with the end of its context.
 */
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

type Opened = { context: BrowserContext; page: Page }

/** An empty page of the site, which never reaches the server. */
const EMPTY = '/empty'
const free: Opened[] = []
const opened = new WeakMap<Page, { size: { width: number; height: number } | null; chromium: CDPSession }>()
const changed = new WeakSet<BrowserContext>()

/** A page in a context without cookies and storage: one that a former story returned, or else a new one. */
export async function takePage(browser: Browser): Promise<Opened> {
  return free.pop() ?? openPage(browser)
}

/** A new page in a new context. */
export async function openPage(browser: Browser): Promise<Opened> {
  const context = await browser.newContext()
  const page = await context.newPage()
  opened.set(page, { size: page.viewportSize(), chromium: await context.newCDPSession(page) })
  noteChanges({ context, page })
  return { context, page }
}

/** Removes what a story left, for the next one; a page that its story closed, or changed for good, is closed instead. */
export async function returnPage({ context, page }: Opened): Promise<void> {
  if (page.isClosed() || changed.has(context)) return context.close()
  const others = context.pages().filter((each) => each !== page)
  await Promise.all(others.map((each) => each.close()))
  await context.setOffline(false)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(EMPTY, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto(EMPTY)
  await page.unroute(EMPTY)
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' })
  const { size, chromium } = opened.get(page)!
  if (size) await page.setViewportSize(size)
  await context.clearPermissions()
  await context.clearCookies()
  await forget(page, chromium)
  free.push({ context, page })
}

/** Scripts, functions, clocks and devices that a story installs cannot be removed. */
function noteChanges({ context, page }: Opened): void {
  const note = <Name extends string>(target: Record<Name, (...args: never[]) => unknown>, name: Name) => {
    const install = target[name].bind(target)
    target[name] = (...args) => {
      changed.add(context)
      return install(...args)
    }
  }
  for (const target of [context, page]) {
    for (const name of ['addInitScript', 'exposeFunction', 'exposeBinding', 'routeWebSocket'] as const)
      note(target, name)
  }
  note(context.clock, 'install')
  note(context, 'newCDPSession')
}

/** Removes the entries of the page's history, and everything that the site stored. */
async function forget(page: Page, chromium: CDPSession): Promise<void> {
  await page.evaluate(() => sessionStorage.clear())
  await chromium.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' })
  await chromium.send('Page.resetNavigationHistory')
}
