import { expect, test } from 'vitest'
import { plannedTrade } from './planned-trade.ts'

const ID = '0b0e2f5c-0f4b-4f0e-9d1c-5a6b7c8d9e0f'

test.each([
  [`/trade/new?offer=${ID}&amount=150`, { offerId: ID, amount: '150' }],
  [`/trade/new?offer=${ID}&amount=abc`, { offerId: ID, amount: undefined }],
  [`/trade/new?offer=${ID}`, { offerId: ID, amount: undefined }],
  [`/offer/${ID}`, { offerId: ID, amount: undefined }],
  [`/offer/${ID}?amount=20`, { offerId: ID, amount: '20' }],
  ['/trade/new?offer=1', null],
  ['/trade/new', null],
  ['/offer/..%2Fsession', null],
  [`/trades?offer=${ID}`, null],
  ['/dashboard', null],
])('the trade in %s is %j', (next, trade) => {
  expect(plannedTrade(next)).toEqual(trade)
})
