import { beforeEach, describe, expect, test } from 'vitest'
import type { Transparency } from '../../../domain/api/staff/transparency.ts'
import { type DecisionOutcome, losersOf } from '../../../domain/disputes/disputes.ts'
import { TRANSPARENCY_DAYS } from '../../../domain/staff/transparency.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { asSystem } from '../../db/scope.ts'
import { call } from '../../testing/app.ts'
import { refusalOf } from '../../testing/attacks/attack.ts'
import { decide, disputedTrade, disputeMove, paidTrade, STATEMENT, takenCase } from '../../testing/disputes.ts'
import { RECEIPT } from '../../testing/move-body.ts'
import { insertProof } from '../../testing/proofs.ts'
import { useTestApp } from '../../testing/suite.ts'
import { ageTrade, asOutsider } from '../../testing/time-travel.ts'
import { move, openTradeBetween, postOffer, signUp, tradingPair } from '../../testing/accounts/users.ts'
import { computeFigures, publishFigures } from './publish-figures.ts'

const testApp = useTestApp()
const compute = () => asSystem('worker', () => computeFigures(testApp().context.db))
const read = async () => (await call(testApp().app, 'GET', '/api/transparency')).body.figures as Transparency
const period = ({ periods }: Transparency, days: number | null) => periods.find((each) => each.days === days)!
const DAY = 24 * 60
const emptied = () => asOutsider(testApp().owner, ['delete from public_figures', 'delete from transparency'])

beforeEach(emptied)

/** Opens trades, and completes some of them. */
async function trades(opened: number, completed: number) {
  const { app } = testApp()
  const seller = await signUp(app, 'seller')
  const offer = await postOffer(seller)
  const all = []
  for (let count = 0; count < opened; count++) {
    const buyer = await signUp(app, 'buyer')
    const trade = await openTradeBetween(buyer, offer.id)
    if (count < completed) {
      await move(buyer, trade, 'mark-paid', 'awaiting_payment')
      await move(seller, trade, 'confirm-receipt', 'payment_sent')
    }
    all.push(trade)
  }
  return all
}

/** A dispute over a trade that was marked as paid 11 minutes ago, which a party ends in favour of the other one. */
async function endedBy(by: 'buyer' | 'seller') {
  const disputed = await disputedTrade(testApp())
  const ending = by === 'buyer' ? 'concede' : 'confirm-receipt'
  const ended = await disputeMove(disputed[by], disputed.trade, ending, by === 'buyer' ? {} : RECEIPT)
  expect(ended.status).toBe(200)
  return disputed.trade
}

/** The same with a decision `minutes` later, which the losing parties accept. */
async function decided(outcome: DecisionOutcome, minutes: number) {
  const { arbiter, trade, ...parties } = await takenCase(testApp())
  await ageTrade(testApp().owner, trade.id, minutes)
  await decide(arbiter, trade, outcome, outcome === 'split' ? '10' : undefined)
  for (const role of losersOf(outcome)) expect((await disputeMove(parties[role], trade, 'accept')).status).toBe(200)
  return trade
}

/** The buyer withdraws the first mark, and concedes 12 minutes after the second. */
async function markedTwice() {
  const { buyer, trade } = await paidTrade(testApp())
  await move(buyer, trade, 'withdraw-payment-mark', 'payment_sent')
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await ageTrade(testApp().owner, trade.id, 12)
  const opening = { seenStatus: 'payment_sent', reason: 'buyer_other', statement: STATEMENT }
  expect((await buyer.post(`/api/trades/${trade.id}/open-dispute`, opening)).status).toBe(200)
  expect((await disputeMove(buyer, trade, 'concede')).body.status).toBe('cancelled')
  return trade
}

/** The seller cancels, the buyer objects, and then concedes: no mark held the USDT, or one that was withdrawn. */
async function objected(isMarkWithdrawn: boolean) {
  const { owner, app } = testApp()
  const { buyer, seller, trade } = await tradingPair(app)
  if (isMarkWithdrawn) {
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await move(buyer, trade, 'withdraw-payment-mark', 'payment_sent')
  }
  await owner.query(
    `insert into payment_detail_reads (trade_id, reader_id) select id, buyer_id from trades where id = '${trade.id}'
     on conflict do nothing`,
  )
  expect((await move(seller, trade, 'cancel', 'awaiting_payment')).body.status).toBe('refund_held')
  const objection = { seenStatus: 'refund_held', statement: STATEMENT, proofId: await insertProof(owner, trade) }
  expect((await buyer.post(`/api/trades/${trade.id}/object`, objection)).body.status).toBe('disputed')
  expect((await disputeMove(buyer, trade, 'concede')).body.status).toBe('cancelled')
  return trade
}

describe('the public figures', () => {
  test('are null before they were computed', async () => expect(await read()).toBeNull())

  test('count completed trades by method and period, in groups of five; what fills no group waits', async () => {
    const past = await trades(5, 5)
    for (const { id } of past) await ageTrade(testApp().owner, id, 45 * DAY)
    for (const { id } of await trades(4, 4)) await ageTrade(testApp().owner, id, DAY)
    await compute()
    const few = await read()
    const cell = (count: number) => [{ fiatCurrency: 'EUR', paymentMethod: 'sepa_instant', count }]
    expect(period(few, 30)).toMatchObject({ completed: 0, methods: [], minutesToPay: null })
    expect(period(few, 90)).toMatchObject({ completed: 5, methods: cell(5), minutesToPay: 0 })
    expect(few.weeks.at(-1)?.completed).toBe(0)
    expect(few.weeks.reduce((sum, { completed }) => sum + completed, 0)).toBe(5)
    const [last = { id: '' }] = await trades(1, 1)
    await ageTrade(testApp().owner, last.id, DAY)
    await emptied()
    await compute()
    const more = await read()
    expect(period(more, 30)).toMatchObject({ completed: 5, methods: cell(5), minutesToPay: 0, minutesToRelease: 0 })
    expect(period(more, 90)).toMatchObject({ completed: 10, methods: cell(10) })
    expect(period(more, null)).toMatchObject({ completed: 10 })
    expect(more.weeks).toHaveLength(13)
    expect(more.weeks.at(-1)?.completed).toBe(5)
    // The worker must not find payment details of trades this old, which it should have erased.
    for (const { id } of past) await ageTrade(testApp().owner, id, -45 * DAY)
  })

  test('count nothing of the day that is not over', async () => {
    await trades(5, 5)
    await compute()
    const figures = await read()
    expect(figures.asOf).toBe(`${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`)
    const { rows } = await testApp().owner.query('select figure from public_figures where day >= current_date')
    expect(rows).toEqual([])
  })

  test('show the escrow as two equal sums, of the ledger and of the open trades, rounded down', async () => {
    await trades(5, 0)
    await compute()
    const { escrow } = await read()
    const { rows } = await testApp().owner.query(
      "select count(*)::int as open, sum(balance_micro)::bigint as micro from ledger_accounts where kind = 'escrow' and balance_micro > 0",
    )
    const usdt = Math.floor(Number(rows[0].micro) / 100_000_000) * 100
    const open = Math.floor(rows[0].open / 5) * 5
    expect(escrow).toMatchObject({ openTrades: open, ledgerUsdt: usdt, tradesUsdt: usdt, isEqual: true })
  })

  test('keep the escrow’s sums until five other trades have entered or left it', async () => {
    await trades(5, 0)
    await compute()
    const { escrow: before } = await read()
    await trades(4, 0)
    await compute()
    expect((await read()).escrow).toEqual(before)
    await trades(1, 0)
    await compute()
    const { escrow: after } = await read()
    expect(after.openTrades).toBe(before.openTrades! + 5)
    expect(after.asOf > before.asOf).toBe(true)
  })

  test('say so when the ledger and the open trades differ: the two are read from different rows', async () => {
    const [trade = { id: '' }] = await trades(5, 0)
    await compute()
    expect((await read()).escrow.isEqual).toBe(true)
    const change = (by: string) =>
      asOutsider(testApp().owner, [
        `update transfers set amount_micro = amount_micro ${by} where trade_id = '${trade.id}'`,
      ])
    await change('+ 1')
    await compute()
    expect((await read()).escrow.isEqual).toBe(false)
    await change('- 1')
    await compute()
    expect((await read()).escrow.isEqual).toBe(true)
  })

  test('keep durations for as long as the longest period that shows them', async () => {
    const longest = Math.max(...TRANSPARENCY_DAYS.map((days) => days ?? 0))
    // More than all trades of the other tests, so that the median is that of these rows.
    const count = 1000
    await asOutsider(testApp().owner, [
      `insert into public_figures (figure, day, part, total, released_on)
       select 'minutes_to_pay', day, '7', ${count}, day
       from (values ((clock_timestamp() at time zone 'UTC')::date - ${longest})) at (day)`,
    ])
    await compute()
    expect(period(await read(), longest).minutesToPay).toBe(7)
  })

  test('count a day once, however often it is computed', async () => {
    const [trade = { id: '' }] = await trades(1, 1)
    await ageTrade(testApp().owner, trade.id, DAY)
    await compute()
    const all = async () =>
      (await testApp().owner.query('select * from public_figures order by figure, day, part')).rows
    const before = await all()
    expect(before.some(({ figure }) => figure === 'completed')).toBe(true)
    await compute()
    await Promise.all([compute(), compute(), compute()])
    expect(await all()).toEqual(before)
  })

  test('count disputes, which wait while they are few', async () => {
    const { trade } = await disputedTrade(testApp())
    await ageTrade(testApp().owner, trade.id, DAY)
    await compute()
    expect(period(await read(), 30).disputes).toMatchObject({ opened: null, closed: [], minutesToDecide: null })
  })

  test('count how long a payment mark held the USDT that a dispute returned to the seller', async () => {
    const all = [await endedBy('buyer'), await endedBy('buyer'), await markedTwice(), await decided('refund', 20)]
    all.push(await endedBy('seller'), await decided('release', 20), await decided('split', 20))
    all.push(await objected(false), await objected(true))
    for (const { id } of all) await ageTrade(testApp().owner, id, DAY)
    await compute()
    expect(period(await read(), 30).disputes.minutesHeld).toBeNull()
    const fifth = await endedBy('buyer')
    await ageTrade(testApp().owner, fifth.id, DAY)
    await emptied()
    await compute()
    expect(period(await read(), 30).disputes.minutesHeld).toBe(11)
    const { rows } = await testApp().owner.query(
      "select part, total::int from public_figures where figure = 'minutes_held' order by part",
    )
    expect(rows).toEqual([
      { part: '11', total: 3 },
      { part: '12', total: 1 },
      { part: '31', total: 1 },
    ])
  })

  test('are published once a day, and read from one row in between', async () => {
    const { context, owner } = testApp()
    const publish = () => asSystem('worker', () => publishFigures(context.db))
    const publishedAt = async () => (await owner.query('select as_of from transparency')).rows[0].as_of
    await publish()
    const first = await publishedAt()
    await publish()
    expect(await publishedAt()).toEqual(first)
    await asOutsider(owner, [
      'delete from public_figures where day = (select counted_to - 1 from transparency)',
      'update transparency set counted_to = counted_to - 1',
    ])
    await publish()
    expect(await publishedAt()).not.toEqual(first)
  })

  test('name no user, trade or offer', async () => {
    const [trade = { id: '' }, ...others] = await trades(5, 5)
    for (const { id } of [trade, ...others]) await ageTrade(testApp().owner, id, DAY)
    await compute()
    const { rows } = await testApp().owner.query('select figure, part from public_figures')
    const { rows: users } = await testApp().owner.query('select id, username from users')
    const text = JSON.stringify([rows, await read()])
    for (const secret of [trade.id, ...users.flatMap(({ id, username }) => [id, username])])
      expect(text).not.toContain(secret)
  })
})

test.each([
  ["insert into public_figures values ('completed', current_date, 'EUR sepa_instant', 100)"],
  ['update public_figures set total = total + 1'],
  ['delete from public_figures'],
  ["update transparency set counted_to = '2020-01-01'"],
  ['delete from transparency'],
  ["select count_public_day('2026-01-01')"],
  ["select release_public_day('2026-01-01')"],
])('the server’s login cannot make figures up: %s', async (statement) => {
  await compute()
  const attempt = inTransaction(testApp().context.db, (tx) => sql.raw(statement).execute(tx))
  await expect(attempt).rejects.toMatchObject({ code: '42501' })
})

test('a figure of an unknown kind, or below zero, is refused', async () => {
  const insert = (figure: string, total: number) =>
    refusalOf(testApp().owner, `insert into public_figures values ('${figure}', '2026-01-01', '', ${total})`)
  expect([await insert('profit', 1), await insert('completed', -1)]).toEqual([
    'public_figures_figure',
    'public_figures_total',
  ])
})

test('the database refuses to change a counted day, to release a group again, and to release it before its day', async () => {
  const { owner } = testApp()
  await owner.query("insert into public_figures values ('completed', '2026-01-01', 'EUR sepa', 7)")
  const refusal = (change: string) => refusalOf(owner, `update public_figures set ${change} where day = '2026-01-01'`)
  expect(await refusal('total = 6')).toBe('public_figures_final')
  expect(await refusal("released_on = '2025-12-31'")).toBe('public_figures_released_later')
  await owner.query("update public_figures set released_on = '2026-01-02' where day = '2026-01-01'")
  expect(await refusal("released_on = '2026-01-03'")).toBe('public_figures_final')
  expect(await refusal('released_on = null')).toBe('public_figures_final')
  expect(await refusalOf(owner, "delete from public_figures where day = '2026-01-01'")).toBe('public_figures_final')
})
