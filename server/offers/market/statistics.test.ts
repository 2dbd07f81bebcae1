import { beforeEach, expect, test } from 'vitest'
import { asSystem } from '../../db/scope.ts'
import { computeFigures } from '../../staff/transparency/publish-figures.ts'
import { ageTrade, asOutsider } from '../../testing/time-travel.ts'
import { call } from '../../testing/app.ts'
import { move, openTradeBetween, postOffer, signUp } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()

const DAY = 24 * 60

const read = async () => (await call(testApp().app, 'GET', '/api/market/stats')).body
/** Computes all figures again, as the worker does after midnight. */
async function publish() {
  await asOutsider(testApp().owner, ['delete from public_figures', 'delete from transparency'])
  await asSystem('worker', () => computeFigures(testApp().context.db))
}

let seller: Caller
let offer: { id: string }
beforeEach(async () => {
  seller = await signUp(testApp().app, 'seller')
  offer = await postOffer(seller, { pricePercentage: '0' })
})

/** A trade of 100 USDT with a new buyer, which ended `daysAgo`. */
async function trade(daysAgo: number, end: 'completed' | 'cancelled') {
  const buyer = await signUp(testApp().app, 'buyer')
  const opened = await openTradeBetween(buyer, offer.id, '92')
  if (end === 'cancelled') await move(buyer, opened, 'cancel', 'awaiting_payment')
  else {
    await move(buyer, opened, 'mark-paid', 'awaiting_payment')
    await move(seller, opened, 'confirm-receipt', 'payment_sent')
  }
  await ageTrade(testApp().owner, opened.id, daysAgo * DAY)
  return opened
}

test('an empty market has no statistics', async () => {
  const none = {
    activeTraders: 0,
    volumeUsdt: '0.000000',
    completedTrades: 0,
    successRate: null,
    settlementSeconds: null,
    includesDemo: false,
  }
  expect(await read()).toEqual(none)
  await publish()
  expect(await read()).toEqual(none)
})

test('the statistics are computed from the trades, in groups of five, once a day', async () => {
  for (let n = 0; n < 4; n++) await trade(1, 'completed')
  for (let n = 0; n < 4; n++) await trade(1, 'cancelled')
  await publish()
  // Nine traders; no group of trades is full.
  expect(await read()).toMatchObject({
    activeTraders: 5,
    volumeUsdt: '0.000000',
    completedTrades: 0,
    successRate: null,
  })

  const last = await trade(1, 'completed')
  await testApp().owner.query(
    'begin; set local session_replication_role = replica; ' +
      `update trades set created_at = created_at - interval '50 minutes' where id = '${last.id}'; commit`,
  )
  await publish()
  const five = await read()
  expect(five).toMatchObject({ activeTraders: 10, volumeUsdt: '500.000000', completedTrades: 5, successRate: '100.0' })
  expect(five.settlementSeconds).toBeGreaterThanOrEqual(600)
  expect(five.settlementSeconds).toBeLessThan(610)

  await trade(1, 'cancelled')
  await trade(0, 'completed')
  await publish()
  // The trade of today waits until the day is over.
  expect(await read()).toMatchObject({ volumeUsdt: '500.000000', completedTrades: 5, successRate: '50.0' })
})
