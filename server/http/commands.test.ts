/** Calls that change something take effect once, however often they are sent. */
import { expect, test } from 'vitest'
import { call } from '../testing/app.ts'
import { OFFER, askQuote, move, openTradeBetween, postOffer, signUp, tradingPair } from '../testing/accounts/users.ts'
import { moveBody } from '../testing/move-body.ts'
import { neededProof } from '../testing/proofs.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

test('the same call again gets the same answer, marked as a replay', async () => {
  const seller = await signUp(testApp().app, 'seller')
  const key = crypto.randomUUID()
  const first = await seller.post('/api/offers', OFFER, key)
  const again = await seller.post('/api/offers', OFFER, key)
  expect(first.headers['idempotent-replay']).toBeUndefined()
  expect(again.headers['idempotent-replay']).toBe('true')
  expect([again.status, again.body]).toEqual([201, first.body])
  expect((await seller.get('/api/my-offers')).body.offers).toHaveLength(1)
})

test('the order of the fields does not matter', async () => {
  const seller = await signUp(testApp().app, 'seller')
  const key = crypto.randomUUID()
  const first = await seller.post('/api/offers', OFFER, key)
  const turned = Object.fromEntries(Object.entries(OFFER).toReversed())
  expect((await seller.post('/api/offers', turned, key)).body).toEqual(first.body)
})

test('a key is for one request: another body or path is refused and has no effect', async () => {
  const { app, owner } = testApp()
  const { buyer, seller, trade } = await tradingPair(app)
  const key = crypto.randomUUID()
  expect((await move(buyer, trade, 'mark-paid', 'awaiting_payment', key)).status).toBe(200)
  for (const [verb, seen] of [
    ['mark-paid', 'payment_sent'],
    ['cancel', 'awaiting_payment'],
    ['withdraw-payment-mark', 'payment_sent'],
  ] as const) {
    const reply = await move(buyer, trade, verb, seen, key)
    expect([reply.status, reply.body.code]).toEqual([422, 'idempotency_key_reused'])
  }
  expect((await buyer.get(`/api/trades/${trade.id}`)).body).toMatchObject({ status: 'payment_sent', version: 2 })
  // Another user's equal key is another key.
  expect((await move(seller, trade, 'confirm-receipt', 'payment_sent', key)).status).toBe(200)
  const { rows } = await owner.query('select count(*)::int as count from trade_events where trade_id = $1', [trade.id])
  expect(rows[0].count).toBe(4)
})

test('a refusal is stored too', async () => {
  const { buyer, seller, trade } = await tradingPair(testApp().app)
  const key = crypto.randomUUID()
  const early = await move(seller, trade, 'confirm-receipt', 'awaiting_payment', key)
  expect([early.status, early.body.code]).toEqual([409, 'payment_not_sent'])
  expect((await move(buyer, trade, 'mark-paid', 'awaiting_payment')).status).toBe(200)
  const again = await move(seller, trade, 'confirm-receipt', 'awaiting_payment', key)
  expect([again.status, again.body]).toEqual([409, early.body])
  expect(again.headers['idempotent-replay']).toBe('true')
  expect((await move(seller, trade, 'confirm-receipt', 'payment_sent')).body.status).toBe('completed')
})

test('malformed input does not use up the key: the corrected call succeeds under it', async () => {
  const seller = await signUp(testApp().app, 'seller')
  const key = crypto.randomUUID()
  expect((await seller.post('/api/offers', { ...OFFER, terms: 'short' }, key)).status).toBe(400)
  expect((await seller.post('/api/offers', OFFER, key)).status).toBe(201)
})

test('an internal error is not stored: the same call can be retried', async () => {
  const { app, owner } = testApp()
  const { buyer, trade } = await tradingPair(app)
  const key = crypto.randomUUID()
  await owner.query('alter table messages rename to messages_away')
  const failed = await move(buyer, trade, 'mark-paid', 'awaiting_payment', key)
  await owner.query('alter table messages_away rename to messages')
  expect([failed.status, failed.body.code]).toEqual([500, 'internal'])
  expect(Object.keys(failed.body).toSorted()).toEqual(['code', 'message', 'requestId', 'status', 'title', 'type'])
  const { rows } = await owner.query('select status, version from trades where id = $1', [trade.id])
  expect(rows).toEqual([{ status: 'awaiting_payment', version: 1 }])
  expect((await move(buyer, trade, 'mark-paid', 'awaiting_payment', key)).body).toMatchObject({
    status: 'payment_sent',
    version: 2,
  })
})

test('a busy database is reported soon as busy, and nothing has changed', async () => {
  const { app, owner } = testApp()
  const { buyer, trade } = await tradingPair(app)
  const key = crypto.randomUUID()
  const body = { ...moveBody('mark-paid', 'awaiting_payment'), proofId: await neededProof(owner, trade.id, buyer.id) }
  const blocker = await owner.connect()
  await blocker.query('begin')
  await blocker.query('select from trades where id = $1 for no key update', [trade.id])
  const busy = await call(app, 'POST', `/api/trades/${trade.id}/mark-paid`, { cookie: buyer.cookie, body, key })
  await blocker.query('rollback')
  blocker.release()
  expect([busy.status, busy.body.code, busy.headers['retry-after']]).toEqual([503, 'busy', '1'])
  expect((await move(buyer, trade, 'mark-paid', 'awaiting_payment', key)).body.status).toBe('payment_sent')
})

test('two concurrent requests open a trade once', async () => {
  const { app, owner } = testApp()
  const offer = await postOffer(await signUp(app, 'seller'))
  for (let round = 0; round < 5; round++) {
    const buyer = await signUp(app, 'buyer')
    const { id: quoteId } = await askQuote(buyer, offer.id)
    const key = crypto.randomUUID()
    const replies = await Promise.all([1, 2, 3].map(() => buyer.post('/api/trades', { quoteId }, key)))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(replies.filter(({ headers }) => headers['idempotent-replay'] === 'true')).toHaveLength(2)
    const { rows } = await owner.query('select count(*)::int as count from trades where quote_id = $1', [quoteId])
    expect(rows[0].count).toBe(1)
  }
})

test('two concurrent payment marks under one key write one event', async () => {
  const { app, owner } = testApp()
  const offer = await postOffer(await signUp(app, 'seller'))
  for (let round = 0; round < 5; round++) {
    const buyer = await signUp(app, 'buyer')
    const trade = await openTradeBetween(buyer, offer.id)
    const key = crypto.randomUUID()
    const replies = await Promise.all([1, 2, 3].map(() => move(buyer, trade, 'mark-paid', 'awaiting_payment', key)))
    expect(replies.map(({ status, body }) => [status, body.version])).toEqual([
      [200, 2],
      [200, 2],
      [200, 2],
    ])
    const { rows } = await owner.query(
      "select count(*)::int as count from messages where trade_id = $1 and system_code = 'paid'",
      [trade.id],
    )
    expect(rows[0].count).toBe(1)
  }
})

test('after its stored answer is purged, a repeated move still takes effect once', async () => {
  const { app, owner } = testApp()
  const { buyer, seller, trade } = await tradingPair(app)
  const key = crypto.randomUUID()
  await move(buyer, trade, 'mark-paid', 'awaiting_payment', key)
  const purge = () => owner.query('delete from commands where key = $1', [key])
  await purge()
  expect((await move(buyer, trade, 'mark-paid', 'awaiting_payment', key)).body.code).toBe('not_awaiting_payment')
  expect((await seller.get(`/api/trades/${trade.id}`)).body.version).toBe(2)
  await move(buyer, trade, 'withdraw-payment-mark', 'payment_sent')
  await purge()
  const late = await move(buyer, trade, 'mark-paid', 'awaiting_payment', key)
  expect([late.status, late.body.code]).toEqual([422, 'idempotency_key_reused'])
})
