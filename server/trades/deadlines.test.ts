/** Deadlines with the worker stopped: every read and every command applies them. */
import { describe, expect, test } from 'vitest'
import { METHODS, PAYMENT_METHODS, type PaymentMethod } from '../../domain/payments/methods.ts'
import { arrivesBy, escalationHours } from '../../domain/payments/arrival.ts'
import { WITHDRAWAL_MINUTES_MAX } from '../../domain/trades/trades.ts'
import { moveDueTrades } from '../jobs/worker.ts'
import { move, openTradeBetween, tradingPair } from '../testing/accounts/users.ts'
import { STATEMENT } from '../testing/disputes.ts'
import { event, refusalOf } from '../testing/attacks/attack.ts'
import { appointment, markMet } from '../testing/meetings.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade } from '../testing/time-travel.ts'

const testApp = useTestApp()

async function lateTrade() {
  const pair = await tradingPair(testApp().app, { availableUsdt: '1000' })
  await ageTrade(testApp().owner, pair.trade.id, 31)
  return pair
}

async function rowsOf(tradeId: string) {
  const { rows } = await testApp().owner.query(
    `select status, version, (select array_agg(leg order by id) from transfers where trade_id = t.id) as legs,
       (select array_agg(action order by seq) from trade_events where trade_id = t.id) as actions
     from trades t where id = $1`,
    [tradeId],
  )
  return rows[0]
}

describe('an expired payment window', () => {
  test('is shown as cancelled by the clock before the status is stored', async () => {
    const { buyer, seller, trade } = await lateTrade()
    for (const user of [buyer, seller]) {
      const { body } = await user.get(`/api/trades/${trade.id}`)
      expect(body).toMatchObject({
        status: 'cancelled',
        cancelledBy: 'clock',
        closedAt: body.payDeadline,
        paidAt: null,
      })
      expect((await user.get('/api/trades')).body.trades[0]).toMatchObject({
        id: trade.id,
        status: 'cancelled',
        cancelledBy: 'clock',
      })
    }
    expect(await rowsOf(trade.id)).toMatchObject({ status: 'awaiting_payment', version: 1, legs: ['lock'] })
    await moveDueTrades(testApp().context)
  })

  test.each([
    ['mark-paid', 'buyer'],
    ['withdraw-payment-mark', 'buyer'],
    ['extend-payment-window', 'seller'],
    ['cancel', 'buyer'],
    ['cancel', 'seller'],
    ['confirm-receipt', 'seller'],
  ] as const)('%s by the %s comes too late, and books the refund', async (verb, who) => {
    const pair = await lateTrade()
    const { trade } = pair
    const key = crypto.randomUUID()
    const reply = await move(pair[who], trade, verb, 'awaiting_payment', key)
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'payment_window_passed', details: { status: 'cancelled', version: 2 } },
    })
    expect(reply.body.message).toContain('Don’t pay')
    expect(await rowsOf(trade.id)).toEqual({
      status: 'cancelled',
      version: 2,
      legs: ['lock', 'refund'],
      actions: ['open', 'expire'],
    })
    const again = await move(pair[who], trade, verb, 'awaiting_payment', key)
    expect([again.status, again.body, again.headers['idempotent-replay']]).toEqual([409, reply.body, 'true'])
    expect((await pair.seller.get('/api/my-offers')).body.offers[0]).toMatchObject({
      openTrades: 0,
      availableUsdt: '1000.000000',
    })
    expect((await pair.buyer.get(`/api/trades/${trade.id}`)).body).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'clock',
      version: 2,
    })
  })

  test('is not applied by a stranger’s call', async () => {
    const { trade } = await lateTrade()
    const { buyer: stranger } = await tradingPair(testApp().app)
    expect((await move(stranger, trade, 'cancel', 'awaiting_payment')).status).toBe(404)
    expect(await rowsOf(trade.id)).toMatchObject({ status: 'awaiting_payment', version: 1 })
    await moveDueTrades(testApp().context)
    expect(await rowsOf(trade.id)).toMatchObject({ status: 'cancelled', legs: ['lock', 'refund'] })
  })

  test('does not cancel a trade that was marked as paid in time', async () => {
    const { buyer, seller, trade } = await tradingPair(testApp().app)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await ageTrade(testApp().owner, trade.id, 60 * 24 - 1)
    await moveDueTrades(testApp().context)
    expect((await buyer.get(`/api/trades/${trade.id}`)).body.status).toBe('payment_sent')
    expect((await move(seller, trade, 'confirm-receipt', 'payment_sent')).body.status).toBe('completed')
  })

  test('is checked after the lock: a command that waited past the deadline is late', async () => {
    const { owner } = testApp()
    const { buyer, trade } = await tradingPair(testApp().app)
    await ageTrade(owner, trade.id, 30 - 0.5 / 60)
    const blocker = await owner.connect()
    await blocker.query('begin')
    await blocker.query('select from trades where id = $1 for no key update', [trade.id])
    const pressed = move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await new Promise((done) => setTimeout(done, 800))
    await blocker.query('rollback')
    blocker.release()
    expect((await pressed).body.code).toBe('payment_window_passed')
  })
})

describe('an extended payment window', () => {
  test('moves the deadline', async () => {
    const { buyer, seller, trade } = await tradingPair(testApp().app)
    await ageTrade(testApp().owner, trade.id, 29)
    await move(seller, trade, 'extend-payment-window', 'awaiting_payment')
    await ageTrade(testApp().owner, trade.id, 30)
    expect((await move(buyer, trade, 'mark-paid', 'awaiting_payment')).body.status).toBe('payment_sent')
  })

  test('expires as well', async () => {
    const { buyer, seller, trade } = await tradingPair(testApp().app)
    await move(seller, trade, 'extend-payment-window', 'awaiting_payment')
    await ageTrade(testApp().owner, trade.id, 61)
    expect((await move(buyer, trade, 'mark-paid', 'awaiting_payment')).body).toMatchObject({
      code: 'payment_window_passed',
      details: { version: 3 },
    })
  })
})

describe('a withdrawn payment mark', () => {
  test.each([
    ['paid with 20 minutes left, withdrawn 14 minutes later', 10, 14, 20],
    ['paid in the last minute, withdrawn immediately: five minutes', 29.5, 0, 5],
    ['paid in the last minute, withdrawn 14 minutes later: five minutes', 29.5, 14, 5],
  ])('%s', async (_, beforePaying, beforeWithdrawing, minutesLeft) => {
    const { owner } = testApp()
    const { buyer, trade } = await tradingPair(testApp().app)
    await ageTrade(owner, trade.id, beforePaying)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await ageTrade(owner, trade.id, beforeWithdrawing)
    const { body } = await move(buyer, trade, 'withdraw-payment-mark', 'payment_sent')
    expect(body.status).toBe('awaiting_payment')
    expect((Date.parse(body.payDeadline) - Date.parse(body.now)) / 60_000).toBeCloseTo(minutesLeft, 1)
    await ageTrade(owner, trade.id, minutesLeft + 1)
    expect((await move(buyer, trade, 'mark-paid', 'awaiting_payment')).body.code).toBe('payment_window_passed')
  })

  test('cannot be withdrawn after a quarter of an hour, and the USDT stays locked until a dispute decides', async () => {
    const { buyer, trade } = await tradingPair(testApp().app)
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await ageTrade(testApp().owner, trade.id, WITHDRAWAL_MINUTES_MAX + 1)
    expect(await move(buyer, trade, 'withdraw-payment-mark', 'payment_sent')).toMatchObject({
      status: 409,
      body: { code: 'payment_mark_stands', values: { minutes: WITHDRAWAL_MINUTES_MAX } },
    })
    const forged = { to: 'awaiting_payment', action: 'withdraw_payment_mark', role: 'buyer', actor: buyer.id }
    const left = "clock_timestamp() + interval '20 minutes'"
    expect(await refusalOf(testApp().owner, event(trade.id, { ...forged, deadline: left }))).toBe(
      'trade_events_mark_withdrawn_in_time',
    )
    expect(await rowsOf(trade.id)).toMatchObject({ status: 'payment_sent', legs: ['lock'] })
  })

  test('a second mark counts from its own time', async () => {
    const { buyer, seller, trade } = await tradingPair(testApp().app, {
      fiatCurrency: 'EUR',
      paymentMethods: ['sepa_transfer'],
    })
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await ageTrade(testApp().owner, trade.id, 14)
    await move(buyer, trade, 'withdraw-payment-mark', 'payment_sent')
    expect((await seller.get(`/api/trades/${trade.id}`)).body).toMatchObject({ paidAt: null, arrivesBy: null })
    const { body } = await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    expect(body.arrivesBy).toBe(arrivesBy('sepa_transfer', new Date(body.paidAt)).toISOString())
    expect(body.arrivesBy < body.deadline).toBe(true)
    const dispute = { seenStatus: 'payment_sent', reason: 'seller_other', statement: STATEMENT }
    expect((await seller.post(`/api/trades/${trade.id}/open-dispute`, dispute)).body.code).toBe('dispute_too_early')
  })

  test('after an extension, all of the remaining time returns', async () => {
    const { buyer, seller, trade } = await tradingPair(testApp().app)
    await move(seller, trade, 'extend-payment-window', 'awaiting_payment')
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    const { body } = await move(buyer, trade, 'withdraw-payment-mark', 'payment_sent')
    expect((Date.parse(body.payDeadline) - Date.parse(body.now)) / 60_000).toBeCloseTo(60, 1)
  })
})

test('an expired trade frees its place on the offer', async () => {
  const { buyer, seller, offer, trade } = await tradingPair(testApp().app, { maxOpenTrades: 1 })
  await ageTrade(testApp().owner, trade.id, 31)
  await move(seller, trade, 'cancel', 'awaiting_payment')
  expect((await openTradeBetween(buyer, offer.id)).status).toBe('awaiting_payment')
})

describe('a paid trade that is not confirmed', () => {
  test.each(PAYMENT_METHODS)(
    'by %s is disputed by the system when its payment must have arrived',
    async (paymentMethod) => {
      const { buyer, trade, marked } = await markedTrade(paymentMethod)
      const openedAt = new Date(trade.createdAt)
      const hours = escalationHours(paymentMethod, openedAt, trade.paymentWindowMinutes)
      expect(Date.parse(marked.body.deadline) - openedAt.getTime()).toBe(hours * 3_600_000)
      await ageTrade(testApp().owner, trade.id, hours * 60 - 1)
      expect((await buyer.get(`/api/trades/${trade.id}`)).body.status).toBe('payment_sent')
      await ageTrade(testApp().owner, trade.id, 2)
      expect((await buyer.get(`/api/trades/${trade.id}`)).body.status).toBe('disputed')
      await moveDueTrades(testApp().context)
    },
  )
})

async function markedTrade(paymentMethod: PaymentMethod) {
  const { app } = testApp()
  const { currency, isInPerson } = METHODS[paymentMethod]
  const changes = { fiatCurrency: currency, paymentMethods: [paymentMethod] }
  if (!isInPerson) {
    const { buyer, trade } = await tradingPair(app, changes)
    return { buyer, trade, marked: await move(buyer, trade, 'mark-paid', 'awaiting_payment') }
  }
  const { buyer, trade, meetingCode } = await appointment(app, changes)
  return { buyer, trade, marked: await markMet(buyer, trade, meetingCode) }
}
