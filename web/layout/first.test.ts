/** The script before the first paint, with whatever is stored in the browser. */
import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'

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
  const replace = vi.fn<(address: string) => void>()
  const element = { content: '', classList: { add() {}, toggle() {} }, append() {} }
  const page = {
    location: { pathname: '/offers/buy', search: '', hash: '', replace },
    localStorage: { getItem: (key: string) => (key === 'filters:/offers/buy' ? kept : null) },
    performance: { getEntriesByType: () => [] },
    document: {
      querySelector: () => element,
      createElement: () => element,
      head: element,
      documentElement: { ...element, lang: 'en' },
    },
    fetch: () => new Promise(() => {}),
    matchMedia: () => ({ matches: false, addEventListener() {} }),
    addEventListener() {},
    navigator: {},
    window: {},
    Intl,
  }
  runInNewContext(await readFile(new URL('./first.js', import.meta.url), 'utf8'), page)
  expect(replace.mock.calls.flat()).toEqual(expected)
})
