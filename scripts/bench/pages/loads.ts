/** First loads of a page on the phone: when its content can be read, when its controls answer, and what it requested by then. */
import type { Browser, Page } from '@playwright/test'
import { openPhone } from './phone.ts'
import { KB, filesOf, kbOf } from './transfers.ts'
import { chooseInControl, placeOfControl, readMarks, readTransfers, watchAnswer, watchPage } from './watch.ts'
import type { Marks, Transfers, Watched } from './watch.ts'

/** After this time a page counts as never usable. */
const PATIENCE_MS = 30_000
/** The time after which the control is used again when it has not answered. */
const REPEAT_MS = 500
const LOOK_MS = 20
/** Files that a page requests later are not in a hurry. */
const QUIET_MS = 1000

export type Load = {
  url: string
  /** `http/1.1` or `h2`; another one is an error of the bench. */
  protocol: string
  watched: Watched
  /** How the control is used, and what then appears; a choice changes the address. Without it the control is only awaited. */
  use?: { press: string } | 'choose'
  /** The session cookie of a signed-in reader. */
  cookie?: string
}

/** Times in milliseconds since the navigation started; null: not within 30 s. */
export type LoadMetrics = {
  readableMs: number | null
  /** Until the control answered, used as soon as React had taken it over. */
  answeredMs: number | null
  largestPaintMs: number | null
  /** Requested until React had taken over the control; without a control, all. */
  scriptFiles: number
  scriptKb: number
  laterScriptKb: number
  styleKb: number
  htmlKb: number
}

export async function measureLoad(browser: Browser, load: Load): Promise<LoadMetrics> {
  const { context, page } = await openPhone(browser, new URL(load.url).origin, { cookie: load.cookie })
  try {
    await page.addInitScript(watchPage, load.watched)
    await page.goto(load.url, { waitUntil: 'commit' })
    await until(page, ({ readableAt }) => readableAt !== undefined)
    if (load.watched.control !== null && (await until(page, ({ takenOverAt }) => takenOverAt !== undefined))) {
      if (load.use !== undefined) await use(page, load.use)
    }
    await page.waitForLoadState('networkidle', { timeout: PATIENCE_MS }).catch(() => {})
    await page.waitForTimeout(QUIET_MS)
    return figuresOf(load, await page.evaluate(readMarks), await page.evaluate(readTransfers))
  } finally {
    await context.close()
  }
}

/** Uses the control, and again when it does not answer. */
async function use(page: Page, how: NonNullable<Load['use']>): Promise<void> {
  await page.evaluate(watchAnswer, how === 'choose' ? null : how.press)
  for (let attempt = 1; attempt <= PATIENCE_MS / REPEAT_MS; attempt++) {
    if (how === 'choose') await page.evaluate(chooseInControl, attempt)
    else {
      const { x, y } = await page.evaluate(placeOfControl)
      await page.touchscreen.tap(x, y)
    }
    if (await until(page, ({ answeredAt }) => answeredAt !== undefined, REPEAT_MS)) return
  }
}

async function until(page: Page, isMet: (marks: Marks) => boolean, patience = PATIENCE_MS): Promise<boolean> {
  const end = Date.now() + patience
  while (Date.now() < end) {
    if (isMet(await page.evaluate(readMarks))) return true
    await page.waitForTimeout(LOOK_MS)
  }
  return false
}

function figuresOf(load: Load, marks: Marks, transfers: Transfers): LoadMetrics {
  if (transfers.protocol !== load.protocol) throw new Error(`${load.url} came over ${transfers.protocol}`)
  const usableAt = marks.takenOverAt ?? Infinity
  const scripts = filesOf(transfers.fetched, /\.js$/)
  const inTime = scripts.filter(({ startTime }) => startTime <= usableAt)
  return {
    readableMs: marks.readableAt ?? null,
    answeredMs: marks.answeredAt ?? null,
    largestPaintMs: marks.largestPaintAt ?? null,
    scriptFiles: inTime.length,
    scriptKb: kbOf(inTime),
    laterScriptKb: kbOf(scripts) - kbOf(inTime),
    styleKb: kbOf(filesOf(transfers.fetched, /\.css$/)),
    htmlKb: transfers.htmlSize / KB,
  }
}
