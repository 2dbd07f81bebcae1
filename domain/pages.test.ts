import { expect, test } from 'vitest'
import {
  canonicalAddress,
  INDEXED_PAGES,
  isIndexed,
  listedAddresses,
  MOVED_PAGES,
  movedTo,
  PRIVATE_PAGES,
} from './pages.ts'

const parts = (address: string): [string, URLSearchParams] => {
  const { pathname, searchParams } = new URL(address, 'https://sarraf.example')
  return [pathname, searchParams]
}

test.each(INDEXED_PAGES)('%s is listed by search engines', (page) => {
  expect(isIndexed(...parts(page.replace(/:\w+/, 'some-id')))).toBe(true)
})

test.each([...PRIVATE_PAGES, ...MOVED_PAGES])('%s is not listed', (page) => {
  expect(isIndexed(...parts(page.replace(/:\w+/, 'some-id')))).toBe(false)
})

test.each([
  '/login?next=%2Ftrade%2F1',
  '/login?step=second&next=%2F',
  '/register?with=google',
  '/offers/buy?page=2',
  '/offers/sell?page=9&from=created_at.next.1.2',
  '/offer/1/edit',
  '/nowhere',
])('%s is not listed', (address) => expect(isIndexed(...parts(address))).toBe(false))

test.each([
  ['/offers', '/offers/buy'],
  ['/offers?currency=TND', '/offers/buy?currency=TND'],
  ['/offers?type=sell&currency=TND', '/offers/sell?currency=TND'],
  ['/offers/buy?sort=best_price&currency=EUR&amount=100', '/offers/buy?currency=EUR'],
  ['/offers/sell?currency=GBP', '/offers/sell'],
  ['/offers/buy?method=d17', '/offers/buy'],
  ['/faq?open=fees', '/faq'],
])('%s shows a variant of %s', (address, canonical) => {
  expect(isIndexed(...parts(address))).toBe(true)
  expect(canonicalAddress(...parts(address))).toBe(canonical)
})

test('every address of the sitemap is listed and is its own canonical address', () => {
  for (const address of listedAddresses()) {
    const [path, query] = parts(address)
    expect([address, isIndexed(path, query), canonicalAddress(path, query)]).toEqual([address, true, address])
  }
})

test.each([
  ['/marketplace', '/offers'],
  ['/marketplace?type=sell', '/offers/buy'],
  ['/marketplace?type=buy&currency=TND&page=3', '/offers/sell?currency=TND&page=3'],
  ['/marketplace?search=d17&sort=rating&direction=asc', '/offers?search=d17&sort=rating&direction=asc'],
  ['/marketplace?type=', '/offers'],
  ['/marketplaces', null],
  ['/offers?type=buy', null],
])('%s leads to %s', (address, target) => {
  expect(movedTo(...parts(address))).toBe(target)
})
