/** The time from one user's Enter key to the other's screen, in two browsers on this machine's one clock. */
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import type { Quote, Trade } from '../../domain/api/trades/trades.ts'
import { findBrowser } from '../../e2e/browser.ts'
import { percentile } from './compare.ts'
import { openHttp } from './http.ts'
import type { BenchEnvironment } from './environment.ts'
import type { Pair } from './trade-cycles.ts'

const BETWEEN_MS = 30
/** Warm-up messages: the streams are opening and the pages are new. */
const WARM_UP = 5

export type Delivery = { messages: number; p50: number; p99: number; max: number }

/** Opens a trade between the two and lets the buyer write `count` messages, each after the last one was seen. */
export async function measureDelivery(environment: BenchEnvironment, pair: Pair, count: number): Promise<Delivery> {
  const { executablePath, env, args } = await findBrowser()
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args,
  })
  try {
    const path = await openTrade(environment.url, pair)
    const writer = await enter(browser, environment.url, path, pair.buyerCookie)
    const reader = await enter(browser, environment.url, path, pair.sellerCookie)
    await writer.evaluate(noteEnterKey)
    const took: number[] = []
    for (let i = -WARM_UP; i < count; i++) {
      const ms = await deliver(writer, reader, `Message ${crypto.randomUUID()}`)
      if (i >= 0) took.push(ms)
      await sleep(BETWEEN_MS)
    }
    took.sort((a, b) => a - b)
    return { messages: count, p50: percentile(took, 0.5), p99: percentile(took, 0.99), max: took.at(-1) ?? 0 }
  } finally {
    await browser.close()
  }
}

async function openTrade(url: string, { buyerCookie: cookie, offerId }: Pair): Promise<string> {
  const http = openHttp(url, 1)
  const quote = await http<Quote>('POST', '/api/quotes', { cookie, body: { offerId, anchor: 'fiat', amount: '150' } })
  const trade = await http<Trade>('POST', '/api/trades', { cookie, body: { quoteId: quote.body.id } })
  http.close()
  return `/trade/${trade.body.id}`
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
