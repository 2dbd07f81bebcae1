/** The script before the first paint, with whatever is stored in the browser. */
import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { READ_WITHIN_MS } from '../client.ts'

test.each([
  ['currency=EUR&amount=1%2C5&sort=best_price', ['/offers/buy?currency=EUR&amount=1%2C5&sort=best_price']],
  [null, []],
  ['', []],
  // Without a search part the address would be replaced without end.
  ['#', []],
  ['#type=buy', []],
  ['a=1#b', []],
  ['a=<b>', []],
])('the kept filters %j of a list lead to %j', async (kept, expected) => {
  const { location, run } = pageWith((key) => (key === 'filters:/offers/buy' ? kept : null))
  await run()
  expect(location.replace.mock.calls.flat()).toEqual(expected)
})

test.each(['back_forward', 'reload'])('a %s keeps the address without filters', async (type) => {
  const { location, run } = pageWith(() => 'currency=EUR', [{ type }])
  await run()
  expect(location.replace).not.toHaveBeenCalled()
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

function pageWith(getItem: (key: string) => string | null, navigations: { type: string }[] = [{ type: 'navigate' }]) {
  const element = { content: '', classList: { add() {}, toggle() {} }, append() {} }
  const location = {
    pathname: '/offers/buy',
    search: '',
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
    Intl,
  }
  const run = async () => void runInNewContext(await readFile(new URL('./first.js', import.meta.url), 'utf8'), page)
  return { location, window, listeners, fetch, AbortSignal, run }
}
