import { expect, test } from 'vitest'
import { filtersOf, queryOf, sideOf } from './browse-filters.ts'

const at = (path: string) => `http://localhost${path}`

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

test('an address is read as filters, without what is not valid', () => {
  expect(filtersOf(at('/offers?currency=EUR&method=Gold&country=Europe&amount=150&trader=ami'))).toEqual({
    currency: 'EUR',
    method: undefined,
    country: 'Europe',
    amount: '150',
    trader: 'ami',
  })
})

test('who buys asks for sell offers; an amount that is no number filters nothing', () => {
  expect(queryOf('buy', { amount: '150.5' })).toEqual({ type: 'sell', amount: '150.5' })
  expect(queryOf('sell', { amount: 'many' })).toEqual({ type: 'buy', amount: undefined })
})
