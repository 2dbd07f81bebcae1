/** The public pages on the phone: the built product behind the real server, over HTTP/1.1 and through an HTTP/2 proxy. */
import type { Browser } from '@playwright/test'
import type { OfferPage } from '../../../domain/api/offers/offers.ts'
import { INDEXED_PAGES } from '../../../domain/pages.ts'
import type { BenchEnvironment } from '../environment.ts'
import { openHttp } from '../http.ts'
import { fillMarketplace } from '../../../server/testing/fill-marketplace.ts'
import { newPairs } from '../traders.ts'
import { auditPage } from './audit.ts'
import type { Audit } from './audit.ts'
import { openEmptyPage } from './empty-page.ts'
import { EMPTY_PAGE } from './metrics.ts'
import type { PageMetrics } from './metrics.ts'
import { openHttp2Proxy } from './http2-proxy.ts'
import { measureLoad } from './loads.ts'
import type { Load, LoadMetrics } from './loads.ts'
import { launchBrowser } from './phone.ts'
import type { Watched } from './watch.ts'

/** So many that every list page is full. */
export const OFFERS = 10_000
/** Within the limit of active offers. */
const OFFERS_OF_TRADER = 20

const PRICE = String.raw`\d\s*(TND|EUR|USD)\b`
const ROW = { content: 'main :is(li, tr):has(a, button)', text: PRICE }
const FILTER = 'main search select'
/** Of a reader who is signed in: not the link to signing in that a visitor's row has. */
const TRADE = 'main :is(li, td) button:not(:disabled), main :is(li, td) a[href*="/trade/new"]:not([href*="login"])'
const TRADE_FORM = '[role=dialog] input, main:not(:has(search)) form input, main:not(:has(search)) .panel input'

type PageKind = Pick<Watched, 'content' | 'text'> & {
  path: string
  /** The first control that a reader presses. */
  control: string | null
  /** A list page: its filter is used, and its first offer is taken. */
  isList?: boolean
}

/** The pages with rows or figures of the market, which are measured as often as asked. */
function marketPages(offerId: string, username: string): Record<string, PageKind> {
  const list = { ...ROW, control: FILTER, isList: true }
  return {
    '/': { ...ROW, path: '/', control: 'main form [type=submit]' },
    '/offers': { ...list, path: '/offers' },
    '/offer/:offerId': { content: 'main dd', text: PRICE, path: `/offer/${offerId}`, control: null },
    '/trader/:username': { content: 'main dd', text: String.raw`\d`, path: `/trader/${username}`, control: null },
  }
}

/** Every other page of the site, and lists in the other languages, each loaded once. */
function otherPages(measured: readonly string[]): string[] {
  const inOtherLanguages = ['/fr/offers', '/ar/offers', '/fr', '/ar']
  return [...INDEXED_PAGES.filter((page) => !measured.includes(page)), ...inOtherLanguages]
}

export type Options = {
  runs: number
  offers: number
  /** Addresses as `marketPages` and `otherPages` name them; null measures all. */
  only: readonly string[] | null
}

/** Figures by page; the empty page of the stack comes last. */
export async function measurePages(
  environment: BenchEnvironment,
  { runs, only, offers }: Options,
): Promise<Record<string, PageMetrics>> {
  const { cookie, offerId, username } = await prepareMarket(environment, offers)
  const { browser } = await launchBrowser()
  const proxy = await openHttp2Proxy(environment.url)
  if (!proxy) console.log('Caddy is not installed (apt-get install caddy): no figures over HTTP/2')
  const empty = await openEmptyPage(environment.url)
  const isWanted = (page: string) => only === null || only.includes(page)
  const figures: Record<string, PageMetrics> = {}
  try {
    const markets = marketPages(offerId, username)
    for (const [name, kind] of Object.entries(markets)) {
      if (isWanted(name))
        figures[name] = await measureMarketPage(browser, environment.url, proxy?.url, kind, cookie, runs)
    }
    for (const path of otherPages(Object.keys(markets))) {
      if (isWanted(path)) figures[path] = await measureOtherPage(browser, environment.url + path)
    }
    figures[EMPTY_PAGE] = await measureOtherPage(browser, empty.url, runs)
    return figures
  } finally {
    await browser.close()
    await proxy?.close()
    await empty.close()
  }
}

/** A full market, and a signed-in user without offers. */
export async function prepareMarket(environment: BenchEnvironment, offers: number) {
  await fillMarketplace(environment.owner, offers, OFFERS_OF_TRADER)
  const [pair] = await newPairs(environment, 1, 'page')
  const http = openHttp(environment.url, 1)
  const { body } = await http<OfferPage>('GET', '/api/offers')
  http.close()
  const [offer] = body.offers
  if (!offer) throw new Error('the market is empty')
  return { cookie: pair!.buyerCookie, offerId: offer.id, username: offer.owner.username }
}

async function measureMarketPage(
  browser: Browser,
  origin: string,
  http2Origin: string | undefined,
  kind: PageKind,
  cookie: string,
  runs: number,
): Promise<PageMetrics> {
  const { path, content, text, control, isList } = kind
  const visit = async (at: string, protocol: string) => {
    const watched = { content, text, control }
    const visitor: Load = { url: at + path, protocol, watched, use: isList ? 'choose' : undefined }
    const reader: Load = { ...visitor, cookie, watched: { ...watched, control: TRADE }, use: { press: TRADE_FORM } }
    return {
      visitor: await repeat(runs, () => measureLoad(browser, visitor)),
      reader: isList ? await repeat(runs, () => measureLoad(browser, reader)) : [],
    }
  }
  const audits = await repeat(runs, () => auditPage(origin + path))
  const direct = await visit(origin, 'http/1.1')
  const proxied = http2Origin === undefined ? undefined : await visit(http2Origin, 'h2')
  const of = (loads: LoadMetrics[] | undefined, figure: keyof LoadMetrics) =>
    loads && loads.length > 0 ? median(loads.map((load) => load[figure])) : undefined
  return {
    ...weightOf(direct.visitor),
    ...auditOf(audits),
    readableMs: of(direct.visitor, 'readableMs'),
    filtersMs: isList ? of(direct.visitor, 'answeredMs') : undefined,
    dialogMs: of(direct.reader, 'answeredMs'),
    http2ReadableMs: of(proxied?.visitor, 'readableMs'),
    http2PaintMs: of(proxied?.visitor, 'largestPaintMs'),
    http2FiltersMs: isList ? of(proxied?.visitor, 'answeredMs') : undefined,
    http2DialogMs: of(proxied?.reader, 'answeredMs'),
  }
}

async function measureOtherPage(browser: Browser, url: string, runs = 1): Promise<PageMetrics> {
  const watched = { content: 'main', text: String.raw`\S`, control: 'main h1' }
  const loads = await repeat(runs, () => measureLoad(browser, { url, protocol: 'http/1.1', watched }))
  return { ...weightOf(loads), ...auditOf(await repeat(runs, () => auditPage(url))) }
}

function weightOf(loads: readonly LoadMetrics[]) {
  const of = (figure: keyof LoadMetrics) => median(loads.map((load) => load[figure])) ?? Infinity
  return {
    scriptFiles: of('scriptFiles'),
    scriptKb: of('scriptKb'),
    laterScriptKb: of('laterScriptKb'),
    styleKb: of('styleKb'),
    htmlKb: of('htmlKb'),
  }
}

function auditOf(audits: readonly Audit[]): Audit {
  const of = (figure: keyof Audit) => median(audits.map((audit) => audit[figure])) ?? Infinity
  return {
    largestPaintMs: of('largestPaintMs'),
    blockingMs: of('blockingMs'),
    mainThreadMs: of('mainThreadMs'),
    shift: of('shift'),
    performance: of('performance'),
    accessibility: of('accessibility'),
  }
}

async function repeat<Result>(runs: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  while (results.length < runs) results.push(await work())
  return results
}

/** Null, a figure that was not reached, is greater than every number. */
export function median(values: readonly (number | null)[]): number | null {
  const sorted = values.map((value) => value ?? Infinity).toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  return middle === undefined || middle === Infinity ? null : middle
}
