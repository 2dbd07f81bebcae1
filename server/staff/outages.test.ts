/** Outages: the clock of every open trade and dispute stands still, and the time is returned. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { moveDueTrades } from '../jobs/worker.ts'
import { event, opening, refusalOf, stand } from '../testing/attacks/attack.ts'
import {
  DECISION_REASON,
  STATEMENT,
  decide,
  disputeMove,
  disputedTrade,
  readDispute,
  takenCase,
} from '../testing/disputes.ts'
import { createStaffUser } from '../testing/accounts/staff.ts'
import type { Tx } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import type { Viewer } from '../http/viewer.ts'
import { endOutage, startOutage } from './outages.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageOutages, ageTrade } from '../testing/time-travel.ts'
import { askQuote, move, openTradeBetween, postOffer, signUp, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { untilLocksAwaited } from '../testing/lock-waits.ts'
import { violations } from '../testing/violations.ts'

const testApp = useTestApp()
const REASON = 'The database is being moved.'
const MINUTE = 60_000

let admins: Caller[]
beforeAll(async () => {
  admins = [await createStaffUser(testApp()), await createStaffUser(testApp()), await createStaffUser(testApp())]
})

let turn = 0
/** An admin does each act 10 times in 24 hours at most. */
const nextAdmin = () => admins[turn++ % admins.length]!

const start = (admin = nextAdmin()) => admin.post('/api/staff/outages', { reason: REASON })
const end = (admin = nextAdmin()) => admin.post('/api/staff/outages/end', { reason: REASON })

/** Starts an outage, moves the clock by these minutes, calls `during`, and ends the outage. */
async function outageOf(minutes: number, trades: { id: string }[], during = async () => {}): Promise<void> {
  expect((await start()).body).toEqual({ done: true })
  const ids = trades.map(({ id }) => id)
  await ageOutages(testApp().owner, ids, minutes)
  await moveDueTrades(testApp().context)
  await during()
  expect((await end()).body).toEqual({ done: true })
  expect(await violations(testApp().owner)).toEqual([])
}

async function read(user: Caller, trade: { id: string }): Promise<Trade> {
  return (await user.get(`/api/trades/${trade.id}`)).body
}

/** Whole minutes until the deadline of a trade or dispute, rounded. */
function minutesLeft({ deadline, now }: { deadline: string | null; now: string }): number {
  return Math.round((Date.parse(deadline!) - Date.parse(now)) / MINUTE)
}

describe('the deadlines of a trade', () => {
  test.each([
    { name: 'an outage within the window', before: 5, outages: [10], left: 25 },
    { name: 'an outage longer than the window', before: 5, outages: [600], left: 25 },
    { name: 'two outages', before: 10, outages: [40, 50], left: 20 },
    { name: 'a trade opened just before', before: 0, outages: [90], left: 30 },
  ])('$name: the payment window has the time left that it had', async ({ before, outages, left }) => {
    const { owner, context } = testApp()
    const { buyer, trade } = await tradingPair(testApp().app, { availableUsdt: '1000' })
    if (before > 0) await ageTrade(owner, trade.id, before)
    for (const minutes of outages) {
      await outageOf(minutes, [trade], async () => {
        const shown = await read(buyer, trade)
        expect(shown).toMatchObject({ status: 'awaiting_payment', stoppedAt: expect.any(String) })
        expect(minutesLeft({ deadline: shown.deadline, now: shown.stoppedAt! })).toBe(left)
      })
    }
    const after = await read(buyer, trade)
    expect(after).toMatchObject({ status: 'awaiting_payment', stoppedAt: null, deadline: after.payDeadline })
    expect(minutesLeft(after)).toBe(left)
    expect(
      (await buyer.get(`/api/trades/${trade.id}/messages?after=0`)).body.messages.map(
        (m: { systemCode: string }) => m.systemCode,
      ),
    ).toEqual(expect.arrayContaining(['deadlines_stopped', 'deadlines_moved']))
    await ageTrade(owner, trade.id, left - 1)
    await moveDueTrades(context)
    expect((await read(buyer, trade)).status).toBe('awaiting_payment')
    await ageTrade(owner, trade.id, 2)
    await moveDueTrades(context)
    expect((await read(buyer, trade)).status).toBe('cancelled')
    expect(await violations(owner)).toEqual([])
  })

  test('every move stays possible: a payment marked in a long outage leaves the seller the time counted from the opening', async () => {
    const { owner } = testApp()
    const { buyer, seller, trade } = await tradingPair(testApp().app, { availableUsdt: '1000' })
    await ageTrade(owner, trade.id, 20)
    await outageOf(26 * 60, [trade], async () => {
      expect((await move(buyer, trade, 'mark-paid', 'awaiting_payment')).status).toBe(200)
    })
    expect(minutesLeft(await read(seller, trade))).toBe(24 * 60 - 20)
    expect((await move(buyer, trade, 'withdraw-payment-mark', 'payment_sent')).status).toBe(200)
    expect(minutesLeft(await read(buyer, trade))).toBe(10)
    expect((await move(seller, trade, 'extend-payment-window', 'awaiting_payment')).status).toBe(200)
    expect(minutesLeft(await read(buyer, trade))).toBe(40)
    expect((await move(buyer, trade, 'mark-paid', 'awaiting_payment')).status).toBe(200)
    expect(minutesLeft(await read(seller, trade))).toBe(24 * 60 - 20)
    expect((await move(seller, trade, 'confirm-receipt', 'payment_sent')).body.status).toBe('completed')
    expect(await violations(owner)).toEqual([])
  })

  test.each([
    { name: 'marked ten minutes before it', before: 10, left: 5 },
    { name: 'marked in it', before: 0, left: 15 },
  ])('a payment mark, $name, can be undone as long as without the outage', async ({ before, left }) => {
    const { owner } = testApp()
    const pairs = [await tradingPair(testApp().app), await tradingPair(testApp().app)]
    const mark = () => Promise.all(pairs.map(({ buyer, trade }) => move(buyer, trade, 'mark-paid', 'awaiting_payment')))
    if (before > 0) {
      await mark()
      for (const { trade } of pairs) await ageTrade(owner, trade.id, before)
    }
    const trades = pairs.map(({ trade }) => trade)
    await outageOf(60, trades, async () => {
      if (before === 0) await mark()
      await ageOutages(
        owner,
        trades.map(({ id }) => id),
        30,
      )
      const shown = await read(pairs[0]!.buyer, pairs[0]!.trade)
      expect(minutesLeft({ deadline: shown.markFinalAt, now: shown.stoppedAt! })).toBe(left)
    })
    const [inTime, late] = pairs as [(typeof pairs)[0], (typeof pairs)[0]]
    const shown = await read(late.buyer, late.trade)
    expect(minutesLeft({ deadline: shown.markFinalAt, now: shown.now })).toBe(left)
    await ageTrade(owner, inTime.trade.id, left - 1)
    expect((await move(inTime.buyer, inTime.trade, 'withdraw-payment-mark', 'payment_sent')).status).toBe(200)
    await ageTrade(owner, late.trade.id, left + 1)
    const withdrawal = await move(late.buyer, late.trade, 'withdraw-payment-mark', 'payment_sent')
    expect(withdrawal.body.code).toBe('payment_mark_stands')
    expect(await violations(owner)).toEqual([])
  })

  test('a paid trade is not disputed by the clock in an outage, nor by its end', async () => {
    const { owner, context } = testApp()
    const { buyer, seller, trade } = await tradingPair(testApp().app, { availableUsdt: '1000' })
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await ageTrade(owner, trade.id, 23 * 60)
    await outageOf(50 * 60, [trade], async () => {
      expect((await read(seller, trade)).status).toBe('payment_sent')
    })
    expect(minutesLeft(await read(seller, trade))).toBe(60)
    await ageTrade(owner, trade.id, 61)
    await moveDueTrades(context)
    expect((await read(seller, trade)).status).toBe('disputed')
  })

  test('an objection window lasts as long as it did', async () => {
    const { owner, context } = testApp()
    const { buyer, seller, trade } = await tradingPair(testApp().app, { availableUsdt: '1000' })
    await buyer.post(`/api/trades/${trade.id}/payment-details`)
    expect((await move(seller, trade, 'cancel', 'awaiting_payment')).body.status).toBe('refund_held')
    await ageTrade(owner, trade.id, 5)
    await outageOf(30, [trade], async () => {
      expect((await read(buyer, trade)).status).toBe('refund_held')
    })
    expect(minutesLeft(await read(buyer, trade))).toBe(10)
    await ageTrade(owner, trade.id, 11)
    await moveDueTrades(context)
    expect((await read(buyer, trade)).status).toBe('cancelled')
    expect(await violations(owner)).toEqual([])
  })

  test('a deadline that had passed before the outage stays passed', async () => {
    const { owner } = testApp()
    const { buyer, trade } = await tradingPair(testApp().app, { availableUsdt: '1000' })
    await ageTrade(owner, trade.id, 31)
    expect((await start()).status).toBe(200)
    expect((await move(buyer, trade, 'mark-paid', 'awaiting_payment')).body.code).toBe('payment_window_passed')
    expect((await end()).status).toBe(200)
    expect((await read(buyer, trade)).status).toBe('cancelled')
    expect(await violations(owner)).toEqual([])
  })
})

describe('the deadlines of a dispute', () => {
  test('statements, decision and appeal have the time left that they had', async () => {
    const { owner, context } = testApp()
    const { seller, buyer, trade } = await disputedTrade(testApp())
    await ageTrade(owner, trade.id, 60)
    await outageOf(48 * 60, [trade], async () => {
      expect(await readDispute(buyer, trade)).toMatchObject({ status: 'statements', stoppedAt: expect.any(String) })
    })
    expect(minutesLeft(await readDispute(buyer, trade))).toBe(23 * 60)
    expect((await disputeMove(buyer, trade, 'statement', { statement: STATEMENT })).status).toBe(200)
    const arbiter = await createStaffUser(testApp(), 'arbiter')
    await arbiter.post(`/api/staff/disputes/${trade.id}/take`, {})
    await ageTrade(owner, trade.id, 60)
    await outageOf(49 * 60, [trade], async () => {
      expect((await readDispute(seller, trade)).hasArbiter).toBe(true)
    })
    expect(minutesLeft(await readDispute(buyer, trade))).toBe(47 * 60)
    expect((await decide(arbiter, trade, 'release')).status).toBe(200)
    await ageTrade(owner, trade.id, 120)
    await outageOf(30 * 60, [trade])
    expect(minutesLeft(await readDispute(seller, trade))).toBe(22 * 60)
    await ageTrade(owner, trade.id, 22 * 60 - 1)
    await moveDueTrades(context)
    expect((await read(seller, trade)).status).toBe('disputed')
    await ageTrade(owner, trade.id, 2)
    await moveDueTrades(context)
    expect((await read(seller, trade)).status).toBe('completed')
    expect(await violations(owner)).toEqual([])
  })

  test('a decision and an appeal in an outage begin their time at its end', async () => {
    const { seller, trade, arbiter } = await takenCase(testApp())
    await outageOf(600, [trade], async () => {
      expect((await decide(arbiter, trade, 'release')).body).toMatchObject({ status: 'decided' })
      expect((await disputeMove(seller, trade, 'appeal', { statement: DECISION_REASON })).status).toBe(200)
    })
    expect(await readDispute(seller, trade)).toMatchObject({ status: 'statements', round: 2, stoppedAt: null })
    expect(minutesLeft(await readDispute(seller, trade))).toBe(24 * 60)
  })
})

describe('an outage', () => {
  test('refuses quotes and new trades until it ends, is in the session, the audit log and the notifications', async () => {
    const { app, owner } = testApp()
    const { buyer, seller } = await tradingPair(app, { availableUsdt: '1000' })
    const [maker, taker] = [await signUp(app, 'maker'), await signUp(app, 'taker')]
    const offer = await postOffer(maker)
    const quote = await askQuote(taker, offer.id)
    const admin = nextAdmin()
    expect((await start(admin)).status).toBe(200)
    expect((await start(admin)).body.code).toBe('already_done')
    const asked = await taker.post('/api/quotes', { offerId: offer.id, anchor: 'fiat', amount: '150' })
    expect(asked).toMatchObject({ status: 409, body: { code: 'outage', details: { startedAt: expect.any(String) } } })
    expect((await taker.post('/api/trades', { quoteId: quote.id })).body.code).toBe('outage')
    expect(await refusalOf(owner, opening(quote.id))).toBe('trades_not_in_outage')
    expect((await taker.get('/api/session')).body.outage).toEqual({ startedAt: expect.any(String) })
    const listed = (await admin.get('/api/staff/outages')).body
    expect(listed.outages[0]).toMatchObject({ started: { by: admin.username, reason: REASON }, ended: null })
    expect(listed.openTrades).toBeGreaterThan(0)
    expect((await end(admin)).status).toBe(200)
    expect((await end(admin)).body.code).toBe('already_done')
    expect((await taker.get('/api/session')).body.outage).toBeUndefined()
    const log = (await admin.get('/api/staff/audit-log')).body.entries.slice(0, 2)
    expect(log.map(({ action }: { action: string }) => action)).toEqual(['end_outage', 'start_outage'])
    expect(log[0].about).toMatch(/^O-[0-9A-F]{8}$/)
    for (const user of [buyer, seller]) {
      const { rows } = await owner.query(
        "select event from notifications where user_id = $1 and event like 'outage%' order by event",
        [user.id],
      )
      expect(rows.map(({ event: name }) => name)).toEqual(['outage_ended', 'outage_started'])
    }
    await openTradeBetween(taker, offer.id)
    expect(await violations(owner)).toEqual([])
  })

  test('is started by one of two admins who press together, and unknown to other users', async () => {
    const replies = await Promise.all([start(admins[0]), start(admins[1])])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const ends = await Promise.all([end(admins[0]), end(admins[1])])
    expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const arbiter = await createStaffUser(testApp(), 'arbiter')
    for (const user of [arbiter, await signUp(testApp().app, 'stranger')]) {
      expect((await start(user)).status).toBe(404)
      expect((await end(user)).status).toBe(404)
      expect((await user.get('/api/staff/outages')).status).toBe(404)
    }
  })

  test('and moves made at the same time: each before it or in it', async () => {
    const { app, owner } = testApp()
    const pairs = await Promise.all([1, 2, 3].map(() => tradingPair(app, { availableUsdt: '1000' })))
    const paid = pairs.map(({ buyer, trade }) => move(buyer, trade, 'mark-paid', 'awaiting_payment'))
    const replies = await Promise.all([start(admins[2]), ...paid])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const confirmed = pairs.map(({ seller, trade }) => move(seller, trade, 'confirm-receipt', 'payment_sent'))
    const later = await Promise.all([end(admins[2]), ...confirmed])
    expect(later.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await violations(owner)).toEqual([])
  })

  test('waits for a message that is being written, and holds no stream that the message needs', async () => {
    const { app, owner } = testApp()
    const { buyer, trade } = await tradingPair(app, { availableUsdt: '1000' })
    const message = await owner.connect()
    try {
      await message.query('begin')
      await message.query('select from trade_chats where trade_id = $1 for no key update', [trade.id])
      const started = start()
      await untilLocksAwaited(owner, 1)
      await message.query('select from user_streams where user_id = $1 for no key update nowait', [buyer.id])
      await message.query('commit')
      expect((await started).status).toBe(200)
      expect((await end()).status).toBe(200)
    } finally {
      await message.query('rollback')
      message.release()
    }
  })

  test.each([
    ['beginning', startOutage],
    ['end', endOutage],
  ])('has more time than other calls for its %s, which writes every open trade', async (_, act) => {
    const { db } = testApp().context
    const read = async (tx: Tx) =>
      (
        await sql<{ name: string; setting: string }>`
        select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout') order by name`.execute(
          tx,
        )
      ).rows.map(({ setting }) => Number(setting))
    const { id, username } = nextAdmin()
    const inForce = await inTransaction(db, async (tx) => {
      await act(tx, { id, username } as Viewer, REASON)
      return read(tx)
    })
    expect(inForce).toEqual([30_000, 120_000])
    expect(await inTransaction(db, read)).toEqual([3000, 5000])
  })

  test('cannot be forged in the database', async () => {
    const { app, owner } = testApp()
    const { buyer, trade } = await tradingPair(app, { availableUsdt: '1000' })
    const admin = nextAdmin()
    const record = (action: string, subject: string) =>
      `insert into audit_log (actor_id, role, action, subject, reason) values ('${admin.id}', 'admin', '${action}', '${subject}', '${REASON}');`
    const id = crypto.randomUUID()
    const begin = `insert into outages (id, start_id) select '${id}', max(id) from audit_log;`
    const extension = (changes = '') =>
      event(trade.id, {
        to: 'awaiting_payment',
        action: 'extend_for_outage',
        role: 'system',
        deadline: "t.pay_deadline + interval '1 hour'",
        statusDeadline: "t.deadline + interval '1 hour'",
      }) + changes
    expect((await start(admin)).status).toBe(200)
    const open = (await admin.get('/api/staff/outages')).body.outages[0].id
    const attacks: [string, string][] = [
      [record('suspend_user', buyer.id) + begin, 'outages_one_open'],
      [record('start_outage', id) + begin, 'outages_one_open'],
      [`update outages set end_id = (select max(id) from audit_log) where id = '${open}'`, 'outages_end_on_record'],
      [`update outages set started_at = started_at - interval '1 day' where id = '${open}'`, 'outages_append_only'],
      [`delete from outages where id = '${open}'`, 'outages_append_only'],
      ['truncate outages cascade', 'outages_append_only'],
      [extension(), 'trade_events_extended_by_outage'],
      [
        event(trade.id, { to: 'cancelled', action: 'expire', role: 'system' }) + stand(trade.id, 'cancelled'),
        'trade_events_late',
      ],
    ]
    for (const [attack, constraint] of attacks)
      expect([attack, await refusalOf(owner, attack)]).toEqual([attack, constraint])
    expect((await end(admin)).status).toBe(200)
    expect(await refusalOf(owner, begin)).toBe('outages_start_on_record')
    expect(
      await refusalOf(
        owner,
        record('start_outage', id) +
          begin.replace('start_id', 'start_id, ended_at').replace('max(id)', 'max(id), now()'),
      ),
    ).toBe('outages_begin_open')
    expect(await refusalOf(owner, `update outages set length = length * 2 where id = '${open}'`)).toBe(
      'outages_append_only',
    )
    expect(await violations(owner)).toEqual([])
  })
})
