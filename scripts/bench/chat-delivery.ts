/** The time from one user's Enter key to the other's screen, in two browsers on this machine's one clock. */
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { findBrowser } from '../../e2e/browser.ts'
import { percentile } from './compare.ts'
import { openHttp } from './http.ts'
import { openBenchEnvironment } from './environment.ts'
import { newPairs, openTrade } from './traders.ts'

const BETWEEN_MS = 30
/** Warm-up messages: the streams are opening and the pages are new. */
const WARM_UP = 5

const TARGET_MS = 150

/** Opens a trade and lets the buyer write `count` messages, each after the last one was seen. A row for `console.table`. */
export async function measureDelivery(count: number): Promise<object> {
  const environment = await openBenchEnvironment()
  const { executablePath, env, args } = await findBrowser()
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args,
  })
  try {
    const [pair] = await newPairs(environment, 1, 'chat')
    const { buyerCookie, sellerCookie } = pair!
    const http = openHttp(environment.url, 1)
    const path = `/trade/${(await openTrade(http, pair!)).id}`
    http.close()
    const writer = await enter(browser, environment.url, path, buyerCookie)
    const reader = await enter(browser, environment.url, path, sellerCookie)
    await writer.evaluate(noteEnterKey)
    const took: number[] = []
    for (let i = -WARM_UP; i < count; i++) {
      const ms = await deliver(writer, reader, `Message ${crypto.randomUUID()}`)
      if (i >= 0) took.push(ms)
      await sleep(BETWEEN_MS)
    }
    took.sort((a, b) => a - b)
    const p99 = percentile(took, 0.99)
    return {
      'p50, ms': percentile(took, 0.5).toFixed(1),
      'p99, ms': p99.toFixed(1),
      'max, ms': took.at(-1)?.toFixed(1),
      target: `p99 < ${TARGET_MS}`,
      met: p99 < TARGET_MS ? 'yes' : 'NO',
    }
  } finally {
    await browser.close()
    await environment.close()
  }
}

async function enter(browser: Browser, url: string, path: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const [name = '', ...value] = cookie.split('=')
  await context.addCookies([{ name, value: value.join('='), url }])
  const page = await context.newPage()
  await page.goto(url + path)
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  return page
}

async function deliver(writer: Page, reader: Page, text: string): Promise<number> {
  await writer.getByRole('textbox', { name: 'Message' }).fill(text)
  const seen = reader.evaluate(whenOnScreen, text)
  await writer.keyboard.press('Enter')
  const seenAt = await seen
  return seenAt - (await writer.evaluate(() => Number(document.documentElement.dataset.enterAt)))
}

/** Runs in the writer's page: stores the time of the last Enter key on the document. */
function noteEnterKey(): void {
  const note = ({ key }: KeyboardEvent) => {
    if (key !== 'Enter') return
    document.documentElement.dataset.enterAt = String(performance.timeOrigin + performance.now())
  }
  window.addEventListener('keydown', note, { capture: true })
}

/** Runs in the reader's page: the time after the frame that shows the text. */
function whenOnScreen(text: string): Promise<number> {
  return new Promise((done) => {
    const log = document.querySelector('[role=log]')
    const observer = new MutationObserver(() => {
      if (!log?.textContent?.includes(text)) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => done(performance.timeOrigin + performance.now())))
    })
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}
