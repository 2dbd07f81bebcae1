import { expect, test } from 'vitest'
import { canonicalQuery, INDEXED_PAGES, isIndexed, listedAddresses, PRIVATE_PAGES } from './pages.ts'

const parts = (address: string): [string, URLSearchParams] => {
  const { pathname, searchParams } = new URL(address, 'https://sarraf.example')
  return [pathname, searchParams]
}

test.each(INDEXED_PAGES)('%s is listed by search engines', (page) => {
  expect(isIndexed(...parts(page.replace(/:\w+/, 'some-id')))).toBe(true)
})

test.each(PRIVATE_PAGES)('%s is not listed', (page) => {
  expect(isIndexed(...parts(page.replace(/:\w+/, 'some-id')))).toBe(false)
})

test.each([
  '/login?next=%2Ftrade%2F1',
  '/login?step=second&next=%2F',
  '/register?with=google',
  '/marketplace?page=2',
  '/marketplace?page=9&from=created_at.next.1.2',
  '/offer/1/edit',
  '/nowhere',
])('%s is not listed', (address) => expect(isIndexed(...parts(address))).toBe(false))

test.each([
  ['/offers?currency=TND', '?currency=TND'],
  ['/offers/buy?sort=best_price&currency=EUR&amount=100', '?currency=EUR'],
  ['/offers?currency=GBP', ''],
  ['/offers?method=d17', ''],
  ['/marketplace?currency=TND', ''],
  ['/faq?open=fees', ''],
])('%s shows a variant of the page with the query %j', (address, query) => {
  expect(isIndexed(...parts(address))).toBe(true)
  expect(canonicalQuery(...parts(address))).toBe(query)
})

test('every address of the sitemap is listed and is its own canonical address', () => {
  for (const address of listedAddresses()) {
    const [path, query] = parts(address)
    expect([address, isIndexed(path, query), path + canonicalQuery(path, query)]).toEqual([address, true, address])
  }
})
