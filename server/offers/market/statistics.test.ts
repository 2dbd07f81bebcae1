import { expect, test } from 'vitest'
import { ageTrade } from '../../testing/time-travel.ts'
import { call } from '../../testing/app.ts'
import { move, openTradeBetween, postOffer, signUp } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'
import { readStatistics } from './queries.ts'

const testApp = useTestApp()

const DAY = 24 * 60

test('an empty market has no statistics', async () => {
  const { status, body } = await call(testApp().app, 'GET', '/api/market/stats')
  expect(status).toBe(200)
  expect(body).toEqual({
    activeTraders: 0,
    volumeUsdt: '0.000000',
    completedTrades: 0,
    successRate: null,
    settlementSeconds: null,
  })
})

test('the statistics are computed from the trades', async () => {
  const { app, owner, context } = testApp()
  const [seller, buyer, other] = [await signUp(app, 'seller'), await signUp(app, 'buyer'), await signUp(app, 'other')]
  const offer = await postOffer(seller, { pricePercentage: '0' })
  const open = (taker = buyer) => openTradeBetween(taker, offer.id, '92')
  const complete = async () => {
    const trade = await open()
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await move(seller, trade, 'confirm-receipt', 'payment_sent')
    return trade
  }
  const read = () => readStatistics(context.db)

  // An open trade counts its two traders, and nothing else yet.
  const cancelled = await open()
  expect(await read()).toMatchObject({ activeTraders: 2, completedTrades: 0, successRate: null })
  await move(buyer, cancelled, 'cancel', 'awaiting_payment')
  expect(await read()).toMatchObject({ successRate: '0.0', settlementSeconds: null })

  const slow = await complete()
  await complete()
  await owner.query(
    'begin; set local session_replication_role = replica; ' +
      `update trades set created_at = created_at - interval '10 minutes' where id = '${slow.id}'; commit`,
  )
  const two = await read()
  expect(two).toMatchObject({ volumeUsdt: '200.000000', completedTrades: 2, successRate: '66.7' })
  expect(two.settlementSeconds).toBeGreaterThanOrEqual(300)
  expect(two.settlementSeconds).toBeLessThan(310)

  // Two days ago: out of the day's volume, still in the month.
  await ageTrade(owner, slow.id, 2 * DAY)
  expect(await read()).toMatchObject({ volumeUsdt: '100.000000', completedTrades: 2 })
  // Out of the month, and of every statistic.
  await ageTrade(owner, slow.id, 30 * DAY)
  expect(await read()).toMatchObject({ volumeUsdt: '100.000000', completedTrades: 1, successRate: '50.0' })

  await owner.query('select erase_payer_names(10), erase_payment_details(10)')

  await open(other)
  expect(await read()).toMatchObject({ activeTraders: 3 })
})
