import { beforeEach, expect, test, vi } from 'vitest'
import { keepMarket, openedAt, readKept } from './kept-market.ts'

beforeEach(() => localStorage.clear())

test('a link to the market opens the side and the filters that were set last, and another side its own', () => {
  keepMarket('sell', new URLSearchParams('currency=EUR&method=revolut'))
  expect(openedAt('/offers', '')).toBe('/offers/sell?currency=EUR&method=revolut')
  expect(openedAt('/offers/buy', '')).toBe('/offers/buy?currency=EUR&method=revolut')
  expect(openedAt('/trades', '')).toBe('/trades')
})

test('filters in an address win over those that were kept', () => {
  keepMarket('sell', new URLSearchParams('currency=EUR'))
  expect(openedAt('/offers', '?amount=50')).toBe('/offers?amount=50')
})

test('no words, no names and no page are kept', () => {
  keepMarket('buy', new URLSearchParams('search=ami&trader=karim&type=sell&page=2&from=x&minTrades=5'))
  expect(localStorage.getItem('market')).toBe('/offers/buy?minTrades=5')
})

test('the first visit begins in the currency that is usual here, until the reader chooses all', () => {
  const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  zone.mockReturnValue({ timeZone: 'Africa/Tunis' } as Intl.ResolvedDateTimeFormatOptions)
  expect(openedAt('/offers', '')).toBe('/offers/buy?currency=TND')
  expect(openedAt('/offers/sell', ''), 'a page that search engines list').toBe('/offers/sell')
  keepMarket('buy', new URLSearchParams())
  expect([openedAt('/offers', ''), openedAt('/offers/sell', '')]).toEqual(['/offers', '/offers/sell'])
  localStorage.setItem('market', '//evil.example')
  expect([readKept(), openedAt('/offers', '')]).toEqual([null, '/offers/buy?currency=TND'])
  vi.stubGlobal('localStorage', undefined)
  // A choice of all currencies could not be kept.
  expect(openedAt('/offers', '')).toBe('/offers')
  vi.unstubAllGlobals()
  zone.mockRestore()
})
