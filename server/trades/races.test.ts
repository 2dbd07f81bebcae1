/** Two concurrent calls: one wins, the loser gets a named refusal, and the effect happens once. */
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../domain/limits.ts'
import { moveDueTrades } from '../jobs/worker.ts'
import { askQuote, move, openTradeBetween, postOffer, signUp, signUpMany } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { sample } from '../testing/sample.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade } from '../testing/time-travel.ts'

const ROUNDS = sample(3, 8)
const testApp = useTestApp()

type Racer = [who: 'buyer' | 'seller', verb: string, seen: string]

const RACES: [string, 'awaiting_payment' | 'payment_sent', Racer[], string[]][] = [
  [
    'paid against the seller’s cancel',
    'awaiting_payment',
    [
      ['buyer', 'mark-paid', 'awaiting_payment'],
      ['seller', 'cancel', 'awaiting_payment'],
    ],
    ['cancel_too_late', 'trade_over'],
  ],
  [
    'paid against the buyer’s own cancel in another tab',
    'awaiting_payment',
    [
      ['buyer', 'mark-paid', 'awaiting_payment'],
      ['buyer', 'cancel', 'awaiting_payment'],
    ],
    ['cancel_too_late', 'trade_over'],
  ],
  [
    'both cancel',
    'awaiting_payment',
    [
      ['buyer', 'cancel', 'awaiting_payment'],
      ['seller', 'cancel', 'awaiting_payment'],
    ],
    ['cancel_too_late'],
  ],
  [
    'paid pressed three times',
    'awaiting_payment',
    [
      ['buyer', 'mark-paid', 'awaiting_payment'],
      ['buyer', 'mark-paid', 'awaiting_payment'],
      ['buyer', 'mark-paid', 'awaiting_payment'],
    ],
    ['not_awaiting_payment'],
  ],
  [
    'time given twice',
    'awaiting_payment',
    [
      ['seller', 'extend-payment-window', 'awaiting_payment'],
      ['seller', 'extend-payment-window', 'awaiting_payment'],
    ],
    ['payment_window_already_extended'],
  ],
  [
    'receipt confirmed three times',
    'payment_sent',
    [
      ['seller', 'confirm-receipt', 'payment_sent'],
      ['seller', 'confirm-receipt', 'payment_sent'],
      ['seller', 'confirm-receipt', 'payment_sent'],
    ],
    ['stale_screen', 'trade_over'],
  ],
  [
    'receipt confirmed against payment mark withdrawn',
    'payment_sent',
    [
      ['seller', 'confirm-receipt', 'payment_sent'],
      ['buyer', 'withdraw-payment-mark', 'payment_sent'],
    ],
    ['payment_not_sent', 'stale_screen', 'trade_over'],
  ],
]

describe.each(RACES)('%s', (_, from, racers, refusals) => {
  test('one wins', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { offerId, ...both } = await users()
      const trade = await openTradeBetween(both.buyer, offerId)
      if (from === 'payment_sent') await move(both.buyer, trade, 'mark-paid', 'awaiting_payment')
      const starters = round % 2 === 0 ? racers : racers.toReversed()
      const replies = await Promise.all(starters.map(([who, verb, seen]) => move(both[who], trade, verb, seen)))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const { status, body } of replies)
        if (status !== 200) expect([status, refusals]).toEqual([409, expect.arrayContaining([body.code])])
      await expectSaidOnce(trade.id)
    }
  })
})

test('fifty takers of an offer with USDT for ten: ten trades, and nothing oversold', async () => {
  const { app, owner } = testApp()
  const seller = await signUp(app, 'seller')
  const offer = await postOffer(seller, { pricePercentage: '0', availableUsdt: '1000' })
  const takers = await signUpMany(app, 50, 'taker')
  const quotes = await Promise.all(takers.map((taker) => askQuote(taker, offer.id, '100', 'usdt')))
  const codes = await Promise.all(takers.map((taker, i) => openUnlessBusy(taker, quotes[i]!.id)))
  expect(codes.toSorted()).toEqual([...times(40, 'offer_sold_out'), ...times(10, 'opened')])
  const { rows } = await owner.query(
    'select open_trades, reserved_micro::text, inventory_micro::text from offers where id = $1',
    [offer.id],
  )
  expect(rows).toEqual([{ open_trades: 10, reserved_micro: '1000000000', inventory_micro: '1000000000' }])
})

/** The outcome for a taker, who asks again where a slow machine lets the calls before this one take longer than it may wait. */
async function openUnlessBusy(taker: Caller, quoteId: string): Promise<string> {
  for (;;) {
    const { status, body } = await taker.post('/api/trades', { quoteId })
    if (status !== 503) return status === 201 ? 'opened' : body.code
  }
}

const times = (count: number, code: string) => Array.from({ length: count }, () => code)

test('twelve takers of an offer that allows one more trade', async () => {
  const { app } = testApp()
  const seller = await signUp(app, 'seller')
  const takers = await signUpMany(app, 12, 'taker')
  // One taker may win every round.
  for (let round = 0; round < LIMITS.open_trades_of_new_trader; round++) {
    const offer = await postOffer(seller, { maxOpenTrades: 1 })
    const quotes = await Promise.all(takers.map((taker) => askQuote(taker, offer.id)))
    const replies = await Promise.all(takers.map((taker, i) => taker.post('/api/trades', { quoteId: quotes[i]!.id })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(replies.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
      new Set(['offer_busy']),
    )
  }
})

test('one quote, opened by five concurrent calls under five keys', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { buyer, offerId } = await users()
    const { id: quoteId } = await askQuote(buyer, offerId)
    const replies = await Promise.all(Array.from({ length: 5 }, () => buyer.post('/api/trades', { quoteId })))
    const [opened, ...refused] = replies.toSorted((one, other) => one.status - other.status)
    expect(opened!.status).toBe(201)
    expect(refused.map(({ body }) => body.code)).toEqual(Array.from({ length: 4 }, () => 'quote_used'))
  }
})

test.each(['pause', 'delete'] as const)(
  'the owner’s %s against a taker: the trade was opened before, or is refused',
  async (verb) => {
    const { app } = testApp()
    const seller = await signUp(app, 'seller')
    for (let round = 0; round < ROUNDS; round++) {
      const [offer, buyer] = [await postOffer(seller), await signUp(app, 'buyer')]
      const { id: quoteId } = await askQuote(buyer, offer.id)
      const close = () =>
        verb === 'pause' ? seller.post(`/api/offers/${offer.id}/pause`) : seller.delete(`/api/offers/${offer.id}`)
      const [closed, opened] = await Promise.all([close(), buyer.post('/api/trades', { quoteId })])
      expect(closed.status).toBe(200)
      if (opened.status !== 201) expect([opened.status, opened.body.code]).toEqual([409, 'offer_unavailable'])
      else expect((await buyer.get(`/api/trades/${opened.body.id}`)).body.status).toBe('awaiting_payment')
    }
  },
)

test('the deadline against the buyer’s mark: decided once, by the time after the lock', async () => {
  const { context, owner } = testApp()
  const outcomes = new Set<string>()
  for (let round = 0; round < sample(8, 20); round++) {
    const { buyer, offerId } = await users()
    const trade = await openTradeBetween(buyer, offerId)
    await ageTrade(owner, trade.id, 30 - round / 1000 / 60)
    const [paid] = await Promise.all([
      move(buyer, trade, 'mark-paid', 'awaiting_payment'),
      moveDueTrades(context),
      moveDueTrades(context),
    ])
    await moveDueTrades(context)
    const { body } = await buyer.get(`/api/trades/${trade.id}`)
    if (paid.status === 200) expect(body).toMatchObject({ status: 'payment_sent', version: 2 })
    else
      expect([body.status, body.cancelledBy, ['payment_window_passed', 'trade_over']]).toEqual([
        'cancelled',
        'clock',
        expect.arrayContaining([paid.body.code]),
      ])
    outcomes.add(body.status)
    await expectSaidOnce(trade.id)
  }
  expect(outcomes.size).toBeGreaterThan(0)
})

test('two traders who are seller and buyer of each other never deadlock', async () => {
  const { app } = testApp()
  const [amina, omar] = [await signUp(app, 'amina'), await signUp(app, 'omar')]
  const trades = [
    { seller: amina, buyer: omar, ids: [] as string[] },
    { seller: omar, buyer: amina, ids: [] as string[] },
  ]
  for (const side of trades) {
    for (let i = 0; i < 3; i++) {
      const trade = await openTradeBetween(side.buyer, (await postOffer(side.seller)).id)
      await move(side.buyer, trade, 'mark-paid', 'awaiting_payment')
      side.ids.push(trade.id)
    }
  }
  const replies = await Promise.all(
    trades.flatMap(({ seller, ids }) => ids.map((id) => move(seller, { id }, 'confirm-receipt', 'payment_sent'))),
  )
  expect(replies.map(({ status, body }) => [status, body.status])).toEqual(replies.map(() => [200, 'completed']))
})

/** Each event has one message, and the escrow at most one outcome. */
async function expectSaidOnce(tradeId: string) {
  const { rows } = await testApp().owner.query(
    `select t.version, (select count(*)::int from trade_events where trade_id = t.id) as events,
       (select count(*)::int from messages where trade_id = t.id and kind = 'system') as messages,
       (select count(*)::int from transfers where trade_id = t.id and leg in ('release', 'refund')) as outcomes, t.status
     from trades t where id = $1`,
    [tradeId],
  )
  const { version, events, messages, outcomes, status } = rows[0]
  expect([events, messages]).toEqual([version, version])
  expect(outcomes).toBe(status === 'completed' || status === 'cancelled' ? 1 : 0)
}

async function users(): Promise<{ buyer: Caller; seller: Caller; offerId: string }> {
  const { app } = testApp()
  const seller = await signUp(app, 'seller')
  return { seller, buyer: await signUp(app, 'buyer'), offerId: (await postOffer(seller)).id }
}
