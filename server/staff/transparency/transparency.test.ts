import { beforeEach, describe, expect, test } from 'vitest'
import type { Transparency } from '../../../domain/api/staff/transparency.ts'
import { TRANSPARENCY_DAYS } from '../../../domain/staff/transparency.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { asSystem } from '../../db/scope.ts'
import { call } from '../../testing/app.ts'
import { refusalOf } from '../../testing/attacks/attack.ts'
import { disputedTrade } from '../../testing/disputes.ts'
import { useTestApp } from '../../testing/suite.ts'
import { ageTrade, asOutsider } from '../../testing/time-travel.ts'
import { move, openTradeBetween, postOffer, signUp } from '../../testing/accounts/users.ts'
import { computeFigures, publishFigures } from './publish-figures.ts'

const testApp = useTestApp()
const compute = () => asSystem('worker', () => computeFigures(testApp().context.db))
const read = async () => (await call(testApp().app, 'GET', '/api/transparency')).body.figures as Transparency
const period = ({ periods }: Transparency, days: number | null) => periods.find((each) => each.days === days)!
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

describe('the public figures', () => {
  test('are null before they were computed', async () => expect(await read()).toBeNull())

  test('count completed trades by method and period, and withhold small numbers', async () => {
    const [old = { id: '' }] = await trades(4, 4)
    await ageTrade(testApp().owner, old.id, 45 * 24 * 60)
    await compute()
    const few = await read()
    expect(period(few, 30)).toMatchObject({ completed: 0, methods: [], isWithheld: true, minutesToPay: null })
    expect(few.weeks.at(-1)?.completed).toBeNull()
    expect(few.weeks.reduce((sum, { completed }) => sum + (completed ?? 0), 0)).toBe(0)
    await trades(3, 3)
    await emptied()
    await compute()
    const more = await read()
    const cell = (count: number) => [{ fiatCurrency: 'EUR', paymentMethod: 'sepa_instant', count }]
    expect(period(more, 30)).toMatchObject({ completed: 6, methods: cell(6), minutesToPay: 0, minutesToRelease: 0 })
    expect(period(more, 90)).toMatchObject({ completed: 7, methods: cell(7) })
    expect(period(more, null)).toMatchObject({ completed: 7 })
    expect(more.weeks).toHaveLength(13)
    expect(more.weeks.at(-1)?.completed).toBe(6)
    // The worker must not find payment details of a trade this old, which it should have erased.
    await ageTrade(testApp().owner, old.id, -45 * 24 * 60)
  })

  test('show the escrow as two equal sums, of the ledger and of the open trades, rounded down', async () => {
    await trades(5, 0)
    await compute()
    const { escrow } = await read()
    const { rows } = await testApp().owner.query(
      "select count(*)::int as open, sum(balance_micro)::bigint as micro from ledger_accounts where kind = 'escrow' and balance_micro > 0",
    )
    const usdt = Math.floor(Number(rows[0].micro) / 100_000_000) * 100
    expect(escrow).toEqual({ openTrades: rows[0].open, ledgerUsdt: usdt, tradesUsdt: usdt, isEqual: true })
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
      `insert into public_figures (figure, day, part, total)
       select 'minutes_to_pay', (clock_timestamp() at time zone 'UTC')::date - ${longest - 1}, '7', ${count}`,
    ])
    await compute()
    expect(period(await read(), longest).minutesToPay).toBe(7)
  })

  test('count a day once, however often it is computed, and days before it stay', async () => {
    await trades(1, 1)
    await compute()
    const sum = async () =>
      (await testApp().owner.query("select sum(total)::int as total from public_figures where figure = 'completed'"))
        .rows[0].total
    const before = await sum()
    await compute()
    await Promise.all([compute(), compute(), compute()])
    expect(await sum()).toBe(before)
  })

  test('count disputes, withheld while they are few', async () => {
    await disputedTrade(testApp())
    await compute()
    expect(period(await read(), 30).disputes).toMatchObject({ opened: null, closed: [], minutesToDecide: null })
  })

  test('are computed every ten minutes, and read from one row in between', async () => {
    const { context, owner } = testApp()
    const publish = () => asSystem('worker', () => publishFigures(context.db))
    await publish()
    const { asOf } = await read()
    await publish()
    expect((await read()).asOf).toBe(asOf)
    await owner.query("update transparency set as_of = as_of - interval '11 minutes'")
    await publish()
    expect((await read()).asOf).not.toBe(asOf)
  })

  test('name no user, trade or offer', async () => {
    const [trade = { id: '' }] = await trades(5, 5)
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
