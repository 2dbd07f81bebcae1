import { expect, test } from 'vitest'
import { getTrade, listOffers, markPaid } from '../domain/api.ts'
import { addressOf, ApiError, errorText, refusalOf } from './client.ts'

test('an address carries its parameters and only the query that is set', () => {
  expect(addressOf(getTrade, { tradeId: 'a/b' })).toBe('/api/trades/a%2Fb')
  expect(addressOf(markPaid, { tradeId: '1' })).toBe('/api/trades/1/mark-paid')
  expect(addressOf(listOffers, {}, { type: 'sell', currency: undefined, amount: '', limit: 6 })).toBe(
    '/api/offers?type=sell&limit=6',
  )
})

test.each([
  [0, false],
  [409, true],
  [422, true],
  [500, false],
  [503, false],
])('status %i is a definite answer: %s', (status, isDefinite) => {
  expect(new ApiError(status, { code: 'x', message: 'x' }).isDefinite).toBe(isDefinite)
})

test('a refusal goes to its field, a fault to the whole form', () => {
  const taken = new ApiError(409, { code: 'username_taken', message: 'Taken', field: 'username' })
  expect(refusalOf(taken)).toEqual({ field: 'username', message: 'Taken' })
  expect(refusalOf(new Error('secret detail'))).toEqual({ field: undefined, message: errorText(undefined) })
})
