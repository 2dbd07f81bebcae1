/** The script before the first paint, with whatever is stored in the browser. */
import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { READ_WITHIN_MS } from '../client.ts'
import { firstScript } from './first-script.ts'
import { localCurrency } from '../offers/currencies/local-currency.ts'

const kept = (market: string | null) => (key: string) => (key === 'market' ? market : null)

test.each([
  // The side and the filters of the last visit; the page of a side keeps its side.
  ['/offers', '/offers/sell?currency=EUR&amount=1%2C5', '/offers/sell?currency=EUR&amount=1%2C5'],
  ['/offers', '/offers/sell', '/offers/sell'],
  ['/offers/buy', '/offers/sell?currency=EUR&sort=rating', '/offers/buy?currency=EUR&sort=rating'],
  ['/fr/offers', '/offers/sell?currency=EUR', '/fr/offers/sell?currency=EUR'],
  // All offers were chosen, or the server shows this list already.
  ['/offers', '/offers/buy', null],
  ['/offers/sell', '/offers/buy', null],
  ['/offers', null, null],
  ['/offer/1', '/offers/sell?currency=EUR', null],
  ['/', '/offers/sell?currency=EUR', null],
  // Otherwise the address could be replaced without end, or lead to another site.
  ['/offers', '/offers/buy#', null],
  ['/offers', '/offers/buy?a=1#b', null],
  ['/offers', '/offers/buy?a=<b>', null],
  ['/offers', '//evil.example', null],
])('%s of a reader who kept %j leads to %j, as a link in the page does', async (path, market, target) => {
  const { location, run } = pageWith(kept(market), { pathname: path })
  await run()
  expect(location.replace.mock.calls.flat()).toEqual(target === null ? [] : [target])
})

test.each(['back_forward', 'reload'])('a %s keeps the address without filters', async (type) => {
  const { location, run } = pageWith(kept('/offers/sell?currency=EUR'), { navigations: [{ type }] })
  await run()
  expect(location.replace).not.toHaveBeenCalled()
})

test('filters in the address win over those that were kept', async () => {
  const { location, run } = pageWith(kept('/offers/sell?currency=EUR'), { pathname: '/offers', search: '?method=d17' })
  await run()
  expect(location.replace).not.toHaveBeenCalled()
})

test('a language that was chosen and the kept filters are one move', async () => {
  const market = '/offers/sell?currency=EUR'
  const { location, run } = pageWith((key) => ({ language: 'ar', market })[key] ?? null, { pathname: '/offers' })
  await run()
  expect(location.replace.mock.calls).toEqual([['/ar/offers/sell?currency=EUR']])
})

test.each(['Africa/Tunis', 'Europe/Paris', 'America/New_York', 'America/Sao_Paulo', 'Africa/Tunisia', 'UTC'])(
  'in %s a first visit begins in the currency that links in the page begin with',
  async (timeZone) => {
    const currency = localCurrency(timeZone)
    const { location, run } = pageWith(kept(null), { pathname: '/offers', timeZone })
    await run()
    expect(location.replace.mock.calls.flat()).toEqual(currency ? [`/offers/buy?currency=${currency}`] : [])
  },
)

test('a first visit to a side, which search engines list, stays there', async () => {
  const { location, run } = pageWith(kept(null), { pathname: '/offers/sell', timeZone: 'Africa/Tunis' })
  await run()
  expect(location.replace.mock.calls).toEqual([])
})

test('a reader who goes back before the router listens gets the page of that address', async () => {
  const { location, run, window, listeners } = pageWith(() => null)
  await run()
  const goBack = () => listeners.get('popstate')?.()
  location.hash = '#limits'
  goBack()
  expect([location.reload.mock.calls.length, window.isReloading]).toEqual([0, undefined])
  location.search = '?method=d17'
  goBack()
  expect([location.reload.mock.calls.length, window.isReloading]).toEqual([1, true])
  window.takenOver?.()
  goBack()
  expect(location.reload).toHaveBeenCalledOnce()
})

test('the first call ends after as long as any other read, so that the page can say that there is no answer', async () => {
  const { AbortSignal, fetch, run } = pageWith(() => null)
  await run()
  expect(AbortSignal.timeout).toHaveBeenCalledExactlyOnceWith(READ_WITHIN_MS)
  expect(fetch).toHaveBeenCalledExactlyOnceWith('/api/session', expect.objectContaining({ signal: 'the limit' }))
})

type Opened = { pathname?: string; search?: string; navigations?: { type: string }[]; timeZone?: string }

function pageWith(getItem: (key: string) => string | null, opened: Opened = {}) {
  const { pathname = '/offers/buy', search = '', navigations = [{ type: 'navigate' }], timeZone = 'UTC' } = opened
  const element = { content: '', classList: { add() {}, toggle() {} }, append() {} }
  const location = {
    pathname,
    search,
    hash: '',
    replace: vi.fn<(address: string) => void>(),
    reload: vi.fn<() => void>(),
  }
  const window: { takenOver?: () => void; isReloading?: boolean } = {}
  const listeners = new Map<string, () => void>()
  const fetch = vi.fn<(address: string, init: object) => Promise<never>>(() => new Promise(() => {}))
  const AbortSignal = { timeout: vi.fn<(ms: number) => string>(() => 'the limit') }
  const page = {
    location,
    localStorage: { getItem },
    performance: { getEntriesByType: () => navigations },
    document: {
      querySelector: () => element,
      createElement: () => element,
      head: element,
      documentElement: { ...element, lang: 'en' },
    },
    fetch,
    AbortSignal,
    matchMedia: () => ({ matches: false, addEventListener() {} }),
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    removeEventListener: (name: string) => listeners.delete(name),
    navigator: {},
    window,
    Intl: {
      ...Intl,
      NumberFormat: Intl.NumberFormat,
      DateTimeFormat: () => ({ resolvedOptions: () => ({ timeZone }) }),
    },
  }
  const read = () => readFile(new URL('./first.js', import.meta.url), 'utf8')
  const run = async () => void runInNewContext(firstScript(await read()), page)
  return { location, window, listeners, fetch, AbortSignal, run }
}
