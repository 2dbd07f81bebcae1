import { expect, test } from 'vitest'
import { changed, filtersOf, isNarrowed, pageAddress, placeOf, queryOf } from './filters.ts'

const at = (search: string) => `http://localhost/marketplace${search}`

test('an address is read as filters, without what is not valid', () => {
  expect(filtersOf(at('?search=ami&type=gold&currency=EUR&method=D17&sort=rating&direction=asc'))).toEqual({
    search: 'ami',
    type: undefined,
    currency: 'EUR',
    method: 'D17',
    sort: undefined,
    direction: 'asc',
  })
})

test.each([
  ['', { page: 1, cursor: undefined }],
  ['?page=3', { page: 3, cursor: undefined }],
  ['?page=3&from=abc', { page: 3, cursor: 'abc' }],
  ['?page=6', { page: 1, cursor: undefined }],
  ['?page=7&from=abc', { page: 7, cursor: 'abc' }],
  ['?page=1&from=abc', { page: 1, cursor: undefined }],
  ['?page=-1', { page: 1, cursor: undefined }],
  ['?page=two&from=abc', { page: 1, cursor: undefined }],
])('%s is at %j', (search, place) => {
  expect(placeOf(at(search))).toEqual(place)
})

test('a cursor leads further than a number', () => {
  expect(queryOf({ type: 'buy' }, { page: 3, cursor: undefined })).toEqual({ type: 'buy', page: 3 })
  expect(queryOf({ type: 'buy' }, { page: 9, cursor: 'abc' })).toEqual({ type: 'buy', cursor: 'abc' })
})

test('any change of a filter goes to page 1', () => {
  const present = new URLSearchParams('search=x&page=7&from=abc&currency=EUR&method=Revolut')
  expect(changed(present, { currency: 'TND' }).toString()).toBe('search=x&currency=TND')
  expect(changed(present, { sort: 'max_amount' }).toString()).toBe(
    'search=x&currency=EUR&method=Revolut&sort=max_amount',
  )
  expect(changed(present, { search: '' }).toString()).toBe('currency=EUR&method=Revolut')
})

test('a page keeps the filters', () => {
  const present = new URLSearchParams('type=buy&page=2&from=abc')
  expect(pageAddress(present, 3, 'def')).toBe('?type=buy&page=3&from=def')
  expect(pageAddress(present, 1, 'def')).toBe('?type=buy')
  expect(pageAddress(new URLSearchParams('page=2'), 1)).toBe('')
})

test('an order narrows nothing', () => {
  expect(isNarrowed({ sort: 'max_amount', direction: 'asc' })).toBe(false)
  expect(isNarrowed({ search: '  ' })).toBe(false)
  expect(isNarrowed({ method: 'D17' })).toBe(true)
})
