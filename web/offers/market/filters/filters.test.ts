import { expect, test } from 'vitest'
import {
  BROWSE_FILTERS,
  MARKETPLACE_FILTERS,
  browseQuery,
  changed,
  cleared,
  cursorAddress,
  cursorOf,
  filtersOf,
  isNarrowed,
  marketplaceQuery,
  pageAddress,
  placeOf,
  sideOf,
} from './filters.ts'

const CURSOR = 'best_price.next.15.0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d'
const at = (path: string) => `http://localhost${path}`

test('a Marketplace address is parsed into filters, without invalid ones', () => {
  const address = at('/marketplace?search=ami&type=gold&currency=TND&method=d17&sort=rating&direction=asc')
  expect(filtersOf(address, MARKETPLACE_FILTERS)).toEqual({
    search: 'ami',
    currency: 'TND',
    method: 'd17',
    sort: 'rating',
    direction: 'asc',
  })
  expect(filtersOf(at('/marketplace?sort=fame'), MARKETPLACE_FILTERS)).toEqual({})
})

test('the best price has no direction: one in an address does not apply, and a choice of this order removes it', () => {
  for (const sort of ['', '&sort=best_price', '&sort=fame']) {
    const filters = filtersOf(at(`/marketplace?direction=asc${sort}`), MARKETPLACE_FILTERS)
    expect(filters.direction).toBe(undefined)
  }
  const present = new URLSearchParams('sort=rating&direction=asc')
  expect(changed(present, { currency: 'EUR' }).toString()).toBe('sort=rating&direction=asc&currency=EUR')
  expect(changed(present, { sort: undefined }).toString()).toBe('')
})

test('a Browse address is parsed into filters, without invalid ones', () => {
  const address = at('/offers?currency=EUR&method=Gold&country=Europe&amount=150&trader=ami&sort=best_price')
  expect(filtersOf(address, BROWSE_FILTERS)).toEqual({
    currency: 'EUR',
    country: 'Europe',
    amount: '150',
    trader: 'ami',
    sort: 'best_price',
  })
})

test('a method of another currency is invalid', () => {
  expect(filtersOf(at('/marketplace?currency=EUR&method=d17'), MARKETPLACE_FILTERS)).toEqual({ currency: 'EUR' })
})

test('the form that a browser sends without scripts names its empty fields, and the amount as it was typed', () => {
  const form = '?currency=EUR&amount=1+500,5&method=&country=&trader=&sort=created_at'
  const filters = { currency: 'EUR', amount: '1500.5', sort: 'created_at' }
  expect(filtersOf(at(`/fr/offers${form}`), BROWSE_FILTERS)).toEqual(filters)
  expect(filtersOf(at('/offers?amount=1,500.5'), BROWSE_FILTERS)).toEqual({ amount: '1500.5' })
  expect(filtersOf(at('/ar/offers?amount=١٥٠'), BROWSE_FILTERS)).toEqual({ amount: '150' })
  expect(filtersOf(at('/offers?amount=1,50'), BROWSE_FILTERS)).toEqual({ amount: '1.50' })
  expect(filtersOf(at('/offers?amount=1.234,56+€'), BROWSE_FILTERS)).toEqual({ amount: '1234.56' })
  // Two readings: it stays, for its field to ask.
  expect(filtersOf(at('/offers?amount=150,500&currency=TND'), BROWSE_FILTERS)).toEqual({
    amount: '150,500',
    currency: 'TND',
  })
  expect(filtersOf(at('/fr/offers?amount=150,500&currency=TND'), BROWSE_FILTERS)).toMatchObject({ amount: '150.500' })
})

test('a page ignores a filter that it has no control for', () => {
  expect(filtersOf(at('/offers?search=ami&type=buy&direction=asc'), BROWSE_FILTERS)).toEqual({})
  expect(filtersOf(at('/marketplace?country=Europe&trader=ami'), MARKETPLACE_FILTERS)).toEqual({})
})

test.each([
  ['/offers', null],
  ['/offers?type=buy', 'buy'],
  ['/offers?type=gold', null],
  ['/offers/buy', 'buy'],
  ['/offers/sell?type=buy', 'sell'],
  ['/ar/offers/sell', 'sell'],
])('%s is the %s side', (path, side) => {
  expect(sideOf(at(path))).toBe(side)
})

test('a buyer queries sell offers; an invalid amount is ignored', () => {
  expect(browseQuery('buy', { amount: '150.5' })).toEqual({ type: 'sell', amount: '150.5' })
  expect(browseQuery('sell', { amount: 'many' })).toEqual({ type: 'buy', amount: undefined })
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
  expect(placeOf(at(`/marketplace${search}`))).toEqual(place)
})

test('a cursor of another order is ignored', () => {
  expect(cursorOf(at(`/offers?from=${CURSOR}`))).toBe(CURSOR)
  expect(cursorOf(at(`/offers?from=${CURSOR}`), 'max_amount')).toBeUndefined()
  expect(placeOf(at(`/marketplace?page=7&from=${CURSOR}`), 'max_amount')).toEqual({ page: 1, cursor: undefined })
})

test('a cursor reaches further pages than a number', () => {
  const query = { type: 'buy', limit: 10 }
  expect(marketplaceQuery({ type: 'buy' }, { page: 3, cursor: undefined })).toEqual({ ...query, page: 3 })
  expect(marketplaceQuery({ type: 'buy' }, { page: 9, cursor: 'abc' })).toEqual({ ...query, cursor: 'abc' })
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
  expect(cursorAddress(new URLSearchParams('currency=EUR&from=abc'), 'def')).toBe('?currency=EUR&from=def')
})

test('an order is no filter', () => {
  expect(isNarrowed({ sort: 'max_amount', direction: 'asc' })).toBe(false)
  expect(isNarrowed({ search: '  ' })).toBe(false)
  expect(isNarrowed({ method: 'd17' })).toBe(true)
})

test('clearing keeps the order, and the side in the address of Browse', () => {
  const present = new URLSearchParams('type=buy&currency=EUR&amount=150&sort=best_price')
  expect(changed(present, cleared(BROWSE_FILTERS)).toString()).toBe('type=buy&sort=best_price')
})

test('the filters by record are steps, and other values are ignored', () => {
  const asked = at('/offers?minTrades=20&minCompletion=95')
  expect(filtersOf(asked, BROWSE_FILTERS)).toEqual({ minTrades: '20', minCompletion: '95' })
  expect(filtersOf(asked, MARKETPLACE_FILTERS)).toEqual({ minTrades: '20', minCompletion: '95' })
  expect(filtersOf(at('/offers?minTrades=21&minCompletion=100'), BROWSE_FILTERS)).toEqual({})
  expect(isNarrowed({ minTrades: '1' })).toBe(true)
})
