import { expect, test } from 'vitest'
import {
  changed,
  cleared,
  currencyOf,
  filtersOf,
  isNarrowed,
  marketQuery,
  pageAddress,
  placeOf,
  sideOf,
} from './filters.ts'

const CURSOR = 'best_price.next.15.0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d'
const at = (path: string) => `http://localhost${path}`

test('an address is parsed into filters, without invalid ones', () => {
  const address = at('/offers?search=ami&type=gold&currency=TND&method=d17&sort=rating&direction=asc')
  expect(filtersOf(address)).toEqual({
    search: 'ami',
    currency: 'TND',
    method: 'd17',
    sort: 'rating',
    direction: 'asc',
  })
  expect(filtersOf(at('/offers?sort=fame'))).toEqual({})
})

test('the best price has no direction: one in an address does not apply, and a choice of this order removes it', () => {
  for (const sort of ['', '&sort=best_price', '&sort=fame']) {
    const filters = filtersOf(at(`/offers?direction=asc${sort}`))
    expect(filters.direction).toBe(undefined)
  }
  const present = new URLSearchParams('sort=rating&direction=asc')
  expect(changed(present, { currency: 'EUR' }).toString()).toBe('sort=rating&direction=asc&currency=EUR')
  expect(changed(present, { sort: undefined }).toString()).toBe('')
})

test('a filter with an unknown value does not apply', () => {
  const address = at('/offers?currency=EUR&method=Gold&country=Europe&amount=150&trader=ami&sort=best_price')
  expect(filtersOf(address)).toEqual({
    currency: 'EUR',
    country: 'Europe',
    amount: '150',
    trader: 'ami',
    sort: 'best_price',
  })
})

test('a method of another currency is invalid', () => {
  expect(filtersOf(at('/offers?currency=EUR&method=d17'))).toEqual({ currency: 'EUR' })
  expect(filtersOf(at('/offers?currency=EUR&method=d17,revolut'))).toEqual({ currency: 'EUR', method: 'revolut' })
})

test('several methods are one text in one order, also where a form sends each by itself', () => {
  const both = { method: 'sepa_instant,revolut' }
  for (const methods of ['method=revolut,sepa_instant', 'method=sepa_instant,revolut'])
    expect(filtersOf(at(`/offers?${methods}`))).toEqual(both)
  expect(filtersOf(at('/offers?method=revolut&method=sepa_instant'))).toEqual(both)
  expect(filtersOf(at('/offers?method=revolut,gold,sepa_instant'))).toEqual(both)
  expect(currencyOf(both)).toBe('EUR')
  expect(currencyOf({ method: 'revolut,d17' })).toBeUndefined()
})

test('the form that a browser sends without scripts names its empty fields, and the amount as it was typed', () => {
  const form = '?currency=EUR&amount=1+500,5&method=&country=&trader=&sort=created_at'
  const filters = { currency: 'EUR', amount: '1500.5', sort: 'created_at' }
  expect(filtersOf(at(`/fr/offers${form}`))).toEqual(filters)
  expect(filtersOf(at('/offers?amount=1,500.5'))).toEqual({ amount: '1500.5' })
  expect(filtersOf(at('/ar/offers?amount=١٥٠'))).toEqual({ amount: '150' })
  expect(filtersOf(at('/offers?amount=1,50'))).toEqual({ amount: '1.50' })
  expect(filtersOf(at('/offers?amount=1.234,56+€'))).toEqual({ amount: '1234.56' })
  // Two readings: it stays, for its field to ask.
  expect(filtersOf(at('/offers?amount=150,500&currency=TND'))).toEqual({
    amount: '150,500',
    currency: 'TND',
  })
  expect(filtersOf(at('/fr/offers?amount=150,500&currency=TND'))).toMatchObject({ amount: '150.500' })
})

test.each([
  ['/offers', 'buy'],
  ['/offers?type=buy', 'buy'],
  ['/offers?type=sell', 'sell'],
  ['/offers?type=gold', 'buy'],
  ['/offers/buy', 'buy'],
  ['/offers/buy?type=sell', 'buy'],
  ['/offers/sell?type=buy', 'sell'],
  ['/offers/sell/', 'sell'],
  ['/ar/offers/sell', 'sell'],
])('%s is the %s side', (path, side) => {
  const { pathname, searchParams } = new URL(at(path))
  expect(sideOf(pathname, searchParams)).toBe(side)
  expect(filtersOf(at(path))).toEqual({})
})

test('a buyer queries sell offers; an invalid amount is ignored', () => {
  const first = { page: 1, cursor: undefined }
  const query = { limit: 10, page: 1 }
  expect(marketQuery('buy', { amount: '150.5' }, first)).toEqual({ ...query, type: 'sell', amount: '150.5' })
  expect(marketQuery('sell', { amount: 'many' }, first)).toEqual({ ...query, type: 'buy', amount: undefined })
})

test.each([
  ['', { page: 1, cursor: undefined }],
  ['?page=3', { page: 3, cursor: undefined }],
  [`?page=3&from=${CURSOR}`, { page: 3, cursor: CURSOR }],
  ['?page=3&from=abc', { page: 3, cursor: undefined }],
  ['?page=6', { page: 1, cursor: undefined }],
  [`?page=7&from=${CURSOR}`, { page: 7, cursor: CURSOR }],
  [`?page=1&from=${CURSOR}`, { page: 1, cursor: undefined }],
  ['?page=-1', { page: 1, cursor: undefined }],
  [`?page=two&from=${CURSOR}`, { page: 1, cursor: undefined }],
])('%s is at %j', (search, place) => {
  expect(placeOf(at(`/offers${search}`))).toEqual(place)
})

test('a cursor of another order is ignored', () => {
  expect(placeOf(at(`/offers?page=7&from=${CURSOR}`), 'max_amount')).toEqual({ page: 1, cursor: undefined })
})

test('a cursor reaches further pages than a number', () => {
  const query = { type: 'sell', limit: 10, method: 'd17' }
  expect(marketQuery('buy', { method: 'd17' }, { page: 3, cursor: undefined })).toEqual({ ...query, page: 3 })
  expect(marketQuery('buy', { method: 'd17' }, { page: 9, cursor: 'abc' })).toEqual({ ...query, cursor: 'abc' })
})

test('any change of a filter goes to page 1', () => {
  const present = new URLSearchParams('search=x&page=7&from=abc&currency=EUR&method=revolut')
  expect(changed(present, { currency: 'TND' }).toString()).toBe('search=x&currency=TND')
  expect(changed(present, { sort: 'max_amount' }).toString()).toBe(
    'search=x&currency=EUR&method=revolut&sort=max_amount',
  )
  expect(changed(present, { search: '' }).toString()).toBe('currency=EUR&method=revolut')
})

test('a page keeps the filters', () => {
  const present = new URLSearchParams('type=buy&page=2&from=abc')
  expect(pageAddress(present, 3, 'def')).toBe('?type=buy&page=3&from=def')
  expect(pageAddress(present, 1, 'def')).toBe('?type=buy')
  expect(pageAddress(new URLSearchParams('page=2'), 1)).toBe('')
})

test('an order is no filter', () => {
  expect(isNarrowed({ sort: 'max_amount', direction: 'asc' })).toBe(false)
  expect(isNarrowed({ search: '  ' })).toBe(false)
  expect(isNarrowed({ method: 'd17' })).toBe(true)
})

test('clearing keeps the order, and the side in the address', () => {
  const present = new URLSearchParams('type=buy&currency=EUR&amount=150&sort=best_price')
  expect(changed(present, cleared()).toString()).toBe('type=buy&sort=best_price')
})

test('the filters by record are steps, and other values are ignored', () => {
  const asked = at('/offers?minTrades=20&minCompletion=95')
  expect(filtersOf(asked)).toEqual({ minTrades: '20', minCompletion: '95' })
  expect(filtersOf(at('/offers?minTrades=21&minCompletion=100'))).toEqual({})
  expect(isNarrowed({ minTrades: '1' })).toBe(true)
})
