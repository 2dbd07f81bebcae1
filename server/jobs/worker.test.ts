import { describe, expect, test } from 'vitest'
import { inTransaction } from '../db/pool.ts'
import { expireOffers } from '../offers/expire-offers.ts'
import { PAYER } from '../testing/move-body.ts'
import {
  askQuote,
  move,
  openTradeBetween,
  postOffer,
  signUp,
  signUpMany,
  tradingPair,
} from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageOffer, ageQuote, ageTrade } from '../testing/time-travel.ts'
import { confirmReceipt } from '../trades/moves.ts'
import { purgeExpiredRows } from './purge-expired-rows.ts'
import { purgeRecords } from './purge-records.ts'
import { moveDueTrades, startWorker } from './worker.ts'

const testApp = useTestApp()

/** The seller's confirmation is committed, and then the process ends before it settles. */
async function confirmedAndCutOff() {
  const { context } = testApp()
  const pair = await tradingPair(testApp().app)
  await move(pair.buyer, pair.trade, 'mark-paid', 'awaiting_payment')
  await inTransaction(context.db, (tx) =>
    confirmReceipt(tx, context.keyring, {
      tradeId: pair.trade.id,
      userId: pair.seller.id,
      seenStatus: 'payment_sent',
      key: 'confirm',
      senderName: PAYER,
    }),
  )
  return pair
}

describe('an interrupted settlement', () => {
  test('is finished by the worker, once', async () => {
    const { context, owner } = testApp()
    const { buyer, seller, trade } = await confirmedAndCutOff()
    expect((await buyer.get(`/api/trades/${trade.id}`)).body).toMatchObject({
      status: 'payment_confirmed',
      escrow: { state: 'locked' },
    })
    for (const user of [buyer, seller]) {
      for (const verb of ['cancel', 'confirm-receipt', 'mark-paid', 'withdraw-payment-mark', 'extend-payment-window']) {
        expect((await move(user, trade, verb, 'payment_confirmed')).status).toBeGreaterThanOrEqual(403)
      }
    }
    // As if it had been confirmed just now: the request that confirmed it may still be settling it.
    await ageTrade(owner, trade.id, -1)
    await moveDueTrades(context)
    expect((await buyer.get(`/api/trades/${trade.id}`)).body.status).toBe('payment_confirmed')
    await ageTrade(owner, trade.id, 2)
    await moveDueTrades(context)
    await moveDueTrades(context)
    expect((await buyer.get(`/api/trades/${trade.id}`)).body).toMatchObject({
      status: 'completed',
      version: 4,
      escrow: { state: 'released' },
    })
  })

  test('is finished once by two workers at the same moment', async () => {
    const { context, owner } = testApp()
    const cut = [await confirmedAndCutOff(), await confirmedAndCutOff(), await confirmedAndCutOff()]
    for (const { trade } of cut) await ageTrade(owner, trade.id, 1)
    await Promise.all([moveDueTrades(context), moveDueTrades(context), moveDueTrades(context)])
    for (const { seller, trade } of cut)
      expect((await seller.get(`/api/trades/${trade.id}`)).body).toMatchObject({ status: 'completed', version: 4 })
  })
})

test('two workers expire many trades, each once', async () => {
  const { app, context, owner } = testApp()
  const seller = await signUp(app, 'seller')
  const offer = await postOffer(seller)
  const ids: string[] = []
  for (const buyer of await signUpMany(app, 12, 'buyer')) ids.push((await openTradeBetween(buyer, offer.id)).id)
  for (const id of ids) await ageTrade(owner, id, 31)
  await Promise.all([moveDueTrades(context), moveDueTrades(context)])
  const { rows } = await owner.query(
    "select count(*)::int as events, count(distinct trade_id)::int as trades from trade_events where action = 'expire' and trade_id = any($1)",
    [ids],
  )
  expect(rows).toEqual([{ events: 12, trades: 12 }])
  expect((await seller.get('/api/my-offers')).body.offers[0].openTrades).toBe(0)
})

test('a trade that cannot be moved delays none of the others', async () => {
  const { context, owner } = testApp()
  const [stuck, due] = [await tradingPair(testApp().app), await tradingPair(testApp().app)]
  await ageTrade(owner, stuck.trade.id, 60)
  await ageTrade(owner, due.trade.id, 31)
  await owner.query(`create function refuse_one() returns trigger language plpgsql as $$
    begin if new.trade_id = '${stuck.trade.id}' then raise exception 'not this one'; end if; return new; end $$`)
  await owner.query('create trigger refuse_one before insert on transfers for each row execute function refuse_one()')
  await moveDueTrades(context)
  const statusOf = async (id: string) =>
    (await owner.query('select status from trades where id = $1', [id])).rows[0].status
  expect([await statusOf(stuck.trade.id), await statusOf(due.trade.id)]).toEqual(['awaiting_payment', 'cancelled'])
  await owner.query('drop trigger refuse_one on transfers')
  await moveDueTrades(context)
  expect(await statusOf(stuck.trade.id)).toBe('cancelled')
})

test('the running worker settles without a call, and stops on request', async () => {
  const { context, owner } = testApp()
  const { buyer, trade } = await tradingPair(testApp().app)
  await ageTrade(owner, trade.id, 31)
  const worker = startWorker(context)
  await expect.poll(async () => (await buyer.get(`/api/trades/${trade.id}`)).body.version, { timeout: 30_000 }).toBe(2)
  await worker.stop()
  const after = await tradingPair(testApp().app)
  await ageTrade(owner, after.trade.id, 31)
  await new Promise((done) => setTimeout(done, 1200))
  expect((await after.buyer.get(`/api/trades/${after.trade.id}`)).body.version).toBe(1)
  await moveDueTrades(context)
})

test('offers past their thirty days are stored as expired, younger ones are not', async () => {
  const { app, context, owner } = testApp()
  const seller = await signUp(app, 'seller')
  const [old, young, paused] = [await postOffer(seller), await postOffer(seller), await postOffer(seller)]
  await seller.post(`/api/offers/${paused.id}/pause`)
  for (const [id, days] of [
    [old.id, 31],
    [young.id, 29],
    [paused.id, 31],
  ] as const)
    await ageOffer(owner, id, days)
  await expireOffers(context.db)
  const { rows } = await owner.query('select id, status from offers where owner_id = $1', [seller.id])
  expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
    [old.id]: 'expired',
    [young.id]: 'active',
    [paused.id]: 'expired',
  })
})

test('rows past their retention are purged, and no others', async () => {
  const { app, context, owner } = testApp()
  const { buyer, seller, trade } = await tradingPair(app)
  const { id: offerId } = await postOffer(seller)
  const [unused, fresh] = [await askQuote(buyer, offerId), await askQuote(buyer, offerId)]
  await ageTrade(owner, trade.id, 60 * 25)
  await ageQuote(owner, unused.id, 60 * 60 * 25)
  await owner.query(
    "update commands set at = at - interval '49 hours' where actor_id = $1 and route = 'POST /api/trades'",
    [buyer.id],
  )
  await owner.query("update user_events set at = at - interval '8 days' where user_id = $1", [buyer.id])
  await purgeExpiredRows(context.db)
  await purgeRecords(context.db)
  const { rows } = await owner.query(
    `select (select array_agg(id) from quotes where taker_id = $1) as quotes,
       (select count(*)::int from commands where actor_id = $1 and route = 'POST /api/trades') as openings,
       (select count(*)::int from commands where actor_id = $1 and route = 'POST /api/quotes') as quotings,
       (select count(*)::int from user_events where user_id = $1) as events`,
    [buyer.id],
  )
  const used = (await owner.query('select quote_id from trades where id = $1', [trade.id])).rows[0].quote_id
  expect(new Set(rows[0].quotes)).toEqual(new Set([used, fresh.id]))
  expect(rows[0]).toMatchObject({ openings: 0, quotings: 3, events: 0 })
  await moveDueTrades(context)
})
