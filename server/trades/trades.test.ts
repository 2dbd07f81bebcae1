import { describe, expect, test } from 'vitest'
import { ERRORS } from '../../domain/errors.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { isPayable } from './escrow/demo-address.ts'
import { OFFER, move, openTradeBetween, postOffer, signUp, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp()

type Pair = { seller: Caller; buyer: Caller; trade: { id: string } }

/** Every status of a trade, reached by the parties' own moves. */
const REACH: Record<string, (pair: Pair) => Promise<void>> = {
  awaiting_payment: async () => {},
  payment_sent: async ({ buyer, trade }) => void (await move(buyer, trade, 'mark-paid', 'awaiting_payment')),
  completed: async ({ buyer, seller, trade }) => {
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await move(seller, trade, 'confirm-receipt', 'payment_sent')
  },
  cancelled: async ({ seller, trade }) => void (await move(seller, trade, 'cancel', 'awaiting_payment')),
}

const CELLS: [status: string, verb: string, byBuyer: string, bySeller: string][] = [
  ['awaiting_payment', 'mark-paid', 'payment_sent', 'not_your_move'],
  ['awaiting_payment', 'withdraw-payment-mark', 'payment_not_sent', 'not_your_move'],
  ['awaiting_payment', 'extend-payment-window', 'not_your_move', 'awaiting_payment'],
  ['awaiting_payment', 'cancel', 'cancelled', 'cancelled'],
  ['awaiting_payment', 'confirm-receipt', 'not_your_move', 'payment_not_sent'],
  ['payment_sent', 'mark-paid', 'not_awaiting_payment', 'not_your_move'],
  ['payment_sent', 'withdraw-payment-mark', 'awaiting_payment', 'not_your_move'],
  ['payment_sent', 'extend-payment-window', 'not_your_move', 'not_awaiting_payment'],
  ['payment_sent', 'cancel', 'cancel_too_late', 'cancel_too_late'],
  ['payment_sent', 'confirm-receipt', 'not_your_move', 'completed'],
  ['completed', 'mark-paid', 'trade_over', 'not_your_move'],
  ['completed', 'withdraw-payment-mark', 'trade_over', 'not_your_move'],
  ['completed', 'extend-payment-window', 'not_your_move', 'trade_over'],
  ['completed', 'cancel', 'cancel_too_late', 'cancel_too_late'],
  ['completed', 'confirm-receipt', 'not_your_move', 'trade_over'],
  ['cancelled', 'mark-paid', 'trade_over', 'not_your_move'],
  ['cancelled', 'withdraw-payment-mark', 'trade_over', 'not_your_move'],
  ['cancelled', 'extend-payment-window', 'not_your_move', 'trade_over'],
  ['cancelled', 'cancel', 'cancel_too_late', 'cancel_too_late'],
  ['cancelled', 'confirm-receipt', 'not_your_move', 'trade_over'],
]

test.each(CELLS)('%s, %s: the buyer gets %s, the seller %s', async (status, verb, byBuyer, bySeller) => {
  for (const [who, outcome] of [
    ['buyer', byBuyer],
    ['seller', bySeller],
  ] as const) {
    const { seller, buyer, offerId } = await users()
    const trade = await openTradeBetween(buyer, offerId)
    await REACH[status]!({ seller, buyer, trade })
    const before = (await buyer.get(`/api/trades/${trade.id}`)).body
    const reply = await move(who === 'buyer' ? buyer : seller, trade, verb, status)
    if (outcome in ERRORS) {
      const expected = outcome === 'not_your_move' ? 403 : 409
      expect([reply.status, reply.body.code, reply.body.message]).toEqual([
        expected,
        outcome,
        ERRORS[outcome as ErrorCode].text,
      ])
      expect(reply.body.details).toEqual({ status, version: before.version })
      expect((await buyer.get(`/api/trades/${trade.id}`)).body).toEqual({ ...before, now: expect.any(String) })
    } else {
      expect([reply.status, reply.body.status]).toEqual([200, outcome])
    }
  }
})

test.each(['awaiting_payment', 'payment_confirmed', 'completed', 'cancelled'])(
  'a party whose screen shows %s while the trade is paid is refused as stale',
  async (seen) => {
    const { seller, buyer, offerId } = await users()
    const trade = await openTradeBetween(buyer, offerId)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    const reply = await move(seller, trade, 'confirm-receipt', seen)
    expect([reply.status, reply.body.code, reply.body.details?.status]).toEqual([409, 'stale_screen', 'payment_sent'])
  },
)

test('a trade from the offer to its end, as both parties see it', async () => {
  const { seller, buyer, offer, trade } = await tradingPair(testApp().app)
  expect(trade).toMatchObject({
    version: 1,
    status: 'awaiting_payment',
    role: 'buyer',
    taker: 'buyer',
    offerId: offer.id,
    terms: OFFER.terms,
    amountFiat: '150.00',
    amountUsdt: '160.633968',
    fee: '0.803169',
    sellerLocks: '160.633968',
    buyerReceives: '159.830799',
    paidAt: null,
    closedAt: null,
    cancelledBy: null,
    usedOnce: [],
    detailsShown: false,
    chatOpen: true,
    escrow: { chain: 'polygon', state: 'locked', holds: '160.633968' },
    buyer: { username: buyer.username, completedTrades: 0 },
    seller: { username: seller.username },
  })
  expect(isPayable(trade.escrow.address)).toBe(false)
  expect(Date.parse(trade.payDeadline) - Date.parse(trade.createdAt)).toBe(30 * 60_000)

  const paid = await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  expect(paid.body).toMatchObject({
    status: 'payment_sent',
    version: 2,
    paidAt: expect.any(String),
    escrow: { state: 'locked' },
  })
  const done = await move(seller, trade, 'confirm-receipt', 'payment_sent')
  expect(done.body).toMatchObject({
    status: 'completed',
    version: 4,
    role: 'seller',
    closedAt: expect.any(String),
    escrow: { state: 'released', holds: '0.000000' },
    buyer: { completedTrades: 1 },
    seller: { completedTrades: 1 },
  })
  expect((await buyer.get('/api/trades')).body.trades).toMatchObject([
    { id: trade.id, status: 'completed', role: 'buyer' },
  ])
  expect(await ledger(trade.id)).toEqual([
    ['lock', '160633968'],
    ['release', '159830799'],
    ['fee', '803169'],
  ])
  expect(await chat(buyer, trade.id)).toEqual(['opened', 'paid', 'confirmed', 'completed'])
})

describe('the ledger', () => {
  test('a taker who sells pays the fee on top, and the buyer receives the full amount', async () => {
    const { app } = testApp()
    const [owner, taker] = [await signUp(app, 'owner'), await signUp(app, 'taker')]
    const trade = await openTradeBetween(
      taker,
      (await postOffer(owner, { type: 'buy', pricePercentage: '0' })).id,
      '92',
    )
    expect(trade).toMatchObject({ role: 'seller', sellerLocks: '100.500000', buyerReceives: '100.000000' })
    await move(owner, trade, 'mark-paid', 'awaiting_payment')
    await move(taker, trade, 'confirm-receipt', 'payment_sent')
    expect(await ledger(trade.id)).toEqual([
      ['lock', '100500000'],
      ['release', '100000000'],
      ['fee', '500000'],
    ])
  })

  test.each(['sell', 'buy'] as const)(
    'a cancelled trade of a %s offer pays neither the buyer nor a fee',
    async (type) => {
      const { app } = testApp()
      const [owner, taker] = [await signUp(app, 'owner'), await signUp(app, 'taker')]
      const trade = await openTradeBetween(taker, (await postOffer(owner, { type })).id)
      const reply = await move(taker, trade, 'cancel', 'awaiting_payment')
      expect(reply.body).toMatchObject({
        status: 'cancelled',
        cancelledBy: type === 'sell' ? 'buyer' : 'seller',
        escrow: { state: 'refunded', holds: '0.000000' },
      })
      const [lock, refund] = await ledger(trade.id)
      expect([lock![0], refund]).toEqual(['lock', ['refund', lock![1]]])
    },
  )
})

describe('once only', () => {
  test('the seller extends the payment window once, by its own length', async () => {
    const { seller, buyer, trade } = await tradingPair(testApp().app, { paymentWindowMinutes: 15 })
    const given = await move(seller, trade, 'extend-payment-window', 'awaiting_payment')
    expect(Date.parse(given.body.payDeadline) - Date.parse(trade.payDeadline)).toBe(15 * 60_000)
    expect(given.body).toMatchObject({ version: 2, status: 'awaiting_payment', usedOnce: ['extend_payment_window'] })
    expect((await move(seller, trade, 'extend-payment-window', 'awaiting_payment')).body.code).toBe(
      'payment_window_already_extended',
    )
    expect(await chat(buyer, trade.id)).toEqual(['opened', 'payment_window_extended'])
  })

  test('the buyer withdraws the payment mark once, with the remaining time', async () => {
    const { buyer, trade } = await tradingPair(testApp().app)
    const paid = await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    const back = await move(buyer, trade, 'withdraw-payment-mark', 'payment_sent')
    expect(back.body).toMatchObject({
      status: 'awaiting_payment',
      version: 3,
      paidAt: null,
      usedOnce: ['withdraw_payment_mark'],
    })
    const [left, leftBefore] = [leftOf(back.body), leftOf(paid.body)]
    expect(Math.abs(left - leftBefore)).toBeLessThan(1000)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    expect((await move(buyer, trade, 'withdraw-payment-mark', 'payment_sent')).body.code).toBe(
      'payment_mark_already_withdrawn',
    )
  })
})

test('a user’s trades are listed newest first, without those of other users', async () => {
  const { app } = testApp()
  const { buyer, seller, trade } = await tradingPair(app)
  const second = await openTradeBetween(buyer, (await postOffer(seller)).id)
  expect((await buyer.get('/api/trades')).body.trades.map(({ id }: { id: string }) => id)).toEqual([
    second.id,
    trade.id,
  ])
  expect((await (await signUp(app, 'stranger')).get('/api/trades')).body.trades).toEqual([])
})

test('a user’s trades are listed by state, page by page', async () => {
  const { app } = testApp()
  const { buyer, seller, trade: cancelled } = await tradingPair(app)
  await move(seller, cancelled, 'cancel', 'awaiting_payment')
  const completed = await openTradeBetween(buyer, (await postOffer(seller)).id)
  await REACH['completed']!({ seller, buyer, trade: completed })
  const open = await openTradeBetween(buyer, (await postOffer(seller)).id)
  const idsOf = async (query: string) => {
    const { body } = await buyer.get(`/api/trades${query}`)
    return body.trades.map(({ id }: { id: string }) => id)
  }
  expect(await idsOf('?state=open')).toEqual([open.id])
  expect(await idsOf('?state=completed')).toEqual([completed.id])
  expect(await idsOf('?state=cancelled')).toEqual([cancelled.id])
  expect(await idsOf(`?state=cancelled&before=${completed.id}`)).toEqual([cancelled.id])
  expect(await idsOf(`?state=open&before=${open.id}`)).toEqual([])
  expect((await buyer.get('/api/trades?state=disputed')).body.code).toBe('invalid_input')
})

test('a stranger’s trade is answered like an unknown one', async () => {
  const { app } = testApp()
  const { trade } = await tradingPair(app)
  const stranger = await signUp(app, 'stranger')
  for (const id of [trade.id, '00000000-0000-4000-8000-000000000000']) {
    const { status, body } = await stranger.get(`/api/trades/${id}`)
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
  expect((await stranger.get('/api/trades/no-such-id')).status).toBe(400)
})

test('a trade reveals no party’s email address or id', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  const text = JSON.stringify((await buyer.get(`/api/trades/${trade.id}`)).body)
  for (const secret of [seller.email, seller.id, buyer.email, buyer.id]) expect(text).not.toContain(secret)
})

function leftOf({ payDeadline, now }: { payDeadline: string; now: string }): number {
  return Date.parse(payDeadline) - Date.parse(now)
}

async function ledger(tradeId: string): Promise<[string, string][]> {
  const { rows } = await testApp().owner.query(
    'select leg, amount_micro::text as amount from transfers where trade_id = $1 order by id',
    [tradeId],
  )
  return rows.map(({ leg, amount }) => [leg, amount])
}

async function chat(user: Caller, tradeId: string): Promise<string[]> {
  const { body } = await user.get(`/api/trades/${tradeId}/messages`)
  return body.messages.flatMap(({ systemCode }: { systemCode: string | null }) => systemCode ?? [])
}

/** A seller with an offer, and a buyer without a trade. */
async function users() {
  const { app } = testApp()
  const seller = await signUp(app, 'seller')
  return { seller, buyer: await signUp(app, 'buyer'), offerId: (await postOffer(seller)).id }
}
