/** Moves inside the product on the phone: from the press of a link, or from going back, to the frame that shows the page. */
import type { Browser, Page } from '@playwright/test'
import { median } from './measure-pages.ts'
import { SLOWDOWN, openPhone } from './phone.ts'

/** At the processor's own speed: a page whose data is known is shown within a tenth of a second. */
const TARGET_MS = 100

const ROW = 'main :is(li, tr)'

type Move = { name: string; from: string; link: string }

const movesFrom = (offerId: string): readonly Move[] => [
  { name: 'market to an offer', from: '/offers', link: `${ROW} a[href*="/offer/"]` },
  { name: 'offer to its trader', from: `/offer/${offerId}`, link: 'main a[href*="/trader/"]' },
  { name: 'landing page to the offers', from: '/', link: 'main a[href^="/offers"]' },
]

type Times = { there: number[]; back: number[] }

/**
 * One row for each move and its way back, medians of `runs`, at the processor's own speed and on the phone's. Each page was visited
 * before, so that its data is known.
 */
export async function measureMoves(
  browser: Browser,
  { url, offerId }: { url: string; offerId: string },
  { runs, only = null }: { runs: number; only?: readonly string[] | null },
): Promise<Record<string, object>> {
  const rows: Record<string, object> = {}
  for (const { name, from, link } of movesFrom(offerId)) {
    if (only?.includes(name) === false) continue
    const [fast, slow] = [noTimes(), noTimes()]
    for (let run = 0; run < runs; run++) {
      await addMove(fast, browser, url + from, link, 1)
      await addMove(slow, browser, url + from, link, SLOWDOWN)
    }
    rows[name] = rowOf(fast.there, slow.there)
    rows[`${name}, and back`] = rowOf(fast.back, slow.back)
  }
  return rows
}

const noTimes = (): Times => ({ there: [], back: [] })

async function addMove(times: Times, browser: Browser, address: string, link: string, slowdown: number): Promise<void> {
  const { context, page } = await openPhone(browser, new URL(address).origin, { slowdown })
  try {
    await page.goto(address)
    await settled(page)
    await follow(page, link)
    await goBack(page)
    times.there.push(await follow(page, link))
    times.back.push(await goBack(page))
  } finally {
    await context.close()
  }
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
}

async function follow(page: Page, link: string): Promise<number> {
  const target = page.locator(link).filter({ visible: true }).first()
  await target.scrollIntoViewIfNeeded()
  // A link that React has not taken over yet loads the next page as a document.
  await page.waitForFunction(isTakenOver, await target.elementHandle())
  await page.evaluate(watchMove, 'click')
  await target.tap()
  return shownAfter(page)
}

/** Runs in the page. */
function isTakenOver(element: Element | null): boolean {
  return element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps'))
}

async function goBack(page: Page): Promise<number> {
  await page.evaluate(watchMove, 'popstate')
  await page.evaluate(() => history.back())
  return shownAfter(page)
}

async function shownAfter(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => (window as Moving).moveMs)
  const ms = Number(await handle.jsonValue())
  await settled(page)
  return ms
}

type Moving = Window & { moveMs?: number }

/** Runs in the page: measures from the next event of this kind to the first frame with another heading and nothing on its way. */
function watchMove(kind: string): void {
  const moving = window as Moving
  const heading = () => document.querySelector('main h1')?.textContent ?? ''
  const former = heading()
  delete moving.moveMs
  addEventListener(
    kind,
    ({ timeStamp }) => {
      function look() {
        const isShown = heading() !== '' && heading() !== former && !document.querySelector('main .animate-pulse')
        if (!isShown) return requestAnimationFrame(look)
        // After the frame in which it was there.
        return setTimeout(() => (moving.moveMs = performance.now() - timeStamp))
      }
      requestAnimationFrame(look)
    },
    { capture: true, once: true },
  )
}

function rowOf(fast: readonly number[], slow: readonly number[]): object {
  const ms = median(fast) ?? Infinity
  return {
    ms: ms.toFixed(0),
    [`ms, ${SLOWDOWN} times slower`]: (median(slow) ?? Infinity).toFixed(0),
    target: `<= ${TARGET_MS}`,
    met: ms <= TARGET_MS ? 'yes' : 'NO',
  }
}
