import { expect, test } from 'vitest'
import { call } from '../testing/app.ts'
import { move, openTradeBetween, postOffer, signUp, tradingPair } from '../testing/accounts/users.ts'
import { ageTrade } from '../testing/time-travel.ts'
import { useTestApp } from '../testing/suite.ts'
import type { Caller } from '../testing/accounts/users.ts'

const testApp = useTestApp()

const today = () => new Date().toISOString().slice(0, 10)

test('a new user has nothing, and no rate is made up', async () => {
  const amina = await signUp(testApp().app, 'amina')
  const { body } = await amina.get('/api/dashboard')
  expect(body).toMatchObject({ volumeUsdt: '0.000000', successRate: null, activeOffers: 0, recentTrades: [] })
  expect(body.statuses.every(({ trades }: { trades: number }) => trades === 0)).toBe(true)
  expect(body.days).toHaveLength(90)
  expect(body.days.at(-1)).toEqual({ day: today(), volumeUsdt: '0.000000', completedTrades: 0 })
})

test('the statistics are those of the user’s own trades, as buyer and as seller', async () => {
  const { app, owner } = testApp()
  const { seller, buyer, offer, trade } = await tradingPair(app)
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
  const old = await openTradeBetween(buyer, offer.id, '50')
  await move(buyer, old, 'mark-paid', 'awaiting_payment')
  await move(seller, old, 'confirm-receipt', 'payment_sent')
  await ageTrade(owner, old.id, 2 * 24 * 60)
  const cancelled = await openTradeBetween(buyer, offer.id, '20')
  await move(buyer, cancelled, 'cancel', 'awaiting_payment')
  const open = await openTradeBetween(buyer, offer.id, '30')
  const counter = await postOffer(buyer, { type: 'buy' })
  await buyer.post(`/api/offers/${counter.id}/pause`)

  for (const user of [seller, buyer]) {
    const { body } = await user.get('/api/dashboard')
    const sum = Number(trade.amountUsdt) + Number(old.amountUsdt)
    expect(Number(body.volumeUsdt)).toBeCloseTo(sum, 6)
    expect(body.successRate).toBe('50.0')
    expect(Object.fromEntries(body.statuses.map((each: any) => [each.status, each.trades]))).toEqual({
      awaiting_payment: 1,
      refund_held: 0,
      payment_sent: 0,
      payment_confirmed: 0,
      disputed: 0,
      completed: 2,
      cancelled: 1,
    })
    expect(body.recentTrades.map(({ id }: { id: string }) => id)).toEqual([open.id, cancelled.id, trade.id])
    const busy = body.days.filter((each: any) => each.completedTrades > 0)
    expect(busy).toMatchObject([
      { volumeUsdt: old.amountUsdt, completedTrades: 1 },
      { day: today(), volumeUsdt: trade.amountUsdt, completedTrades: 1 },
    ])
  }
  expect((await seller.get('/api/dashboard')).body.activeOffers).toBe(1)
  expect((await buyer.get('/api/dashboard')).body.activeOffers).toBe(0)

  // Past its deadline a trade reads as cancelled, even before the worker stores it.
  await ageTrade(owner, open.id, 31)
  const { statuses } = (await buyer.get('/api/dashboard')).body
  expect(statuses.find((each: any) => each.status === 'cancelled').trades).toBe(2)
  await move(buyer, open, 'mark-paid', 'awaiting_payment')
})

test('the escrow is what the ledger holds of the user’s own open trades, by side', async () => {
  const { app } = testApp()
  const { seller, buyer, offer, trade } = await tradingPair(app)
  const done = await openTradeBetween(await signUp(app, 'other'), offer.id, '50')
  const escrowOf = async (user: Caller) => (await user.get('/api/dashboard')).body.escrow
  const sum = (Number(trade.sellerLocks) + Number(done.sellerLocks)).toFixed(6)
  expect(await escrowOf(seller)).toEqual({ locked: sum, incoming: '0.000000' })
  expect(await escrowOf(buyer)).toEqual({ locked: '0.000000', incoming: trade.buyerReceives })
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
  expect(await escrowOf(seller)).toEqual({ locked: done.sellerLocks, incoming: '0.000000' })
  expect(await escrowOf(buyer)).toEqual({ locked: '0.000000', incoming: '0.000000' })
})

test('a signed-out visitor is refused', async () => {
  expect((await call(testApp().app, 'GET', '/api/dashboard')).body.code).toBe('signed_out')
})

test('a user’s trades are read in pages, each once, and a stranger’s cursor finds nothing', async () => {
  const { app } = testApp()
  const { buyer, seller, trade } = await tradingPair(app)
  const next = await openTradeBetween(buyer, (await postOffer(seller)).id, '20')
  const first = await buyer.get('/api/trades')
  expect(first.body.nextCursor).toBeNull()
  const rest = await buyer.get(`/api/trades?before=${next.id}`)
  expect(rest.body.trades.map(({ id }: { id: string }) => id)).toEqual([trade.id])
  const stranger = await tradingPair(app)
  expect((await stranger.buyer.get(`/api/trades?before=${next.id}`)).body.trades).toEqual([])
})
