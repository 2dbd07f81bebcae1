/** Trades as a CSV file for accounting. */
import { expect, test } from 'vitest'
import { TRADE_EXPORT_COLUMNS, TRADE_EXPORTS_PER_HOUR } from '../../domain/trades/trade-export.ts'
import { call } from '../testing/app.ts'
import { move, openTradeBetween, signUp, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade } from '../testing/time-travel.ts'

const testApp = useTestApp()
const PATH = '/api/trades/export'
const DAY_MS = 24 * 3600 * 1000
const dayOf = (moment: string, days = 0) => new Date(Date.parse(moment) + days * DAY_MS).toISOString().slice(0, 10)

type Spreadsheet = { language: string; timeZone: string }

async function download(user: Caller, dates: { from: string; to: string; spreadsheet?: Spreadsheet }) {
  const { statusCode, headers, body } = await testApp().app.inject({
    method: 'POST',
    url: PATH,
    headers: { cookie: user.cookie, 'sec-fetch-site': 'same-origin' },
    payload: dates,
  })
  const [columns, ...rows] = body.trimEnd().split('\r\n')
  return { status: statusCode, headers, columns: columns?.split(','), rows: rows.map((row) => row.split(',')), body }
}

/** A completed and a cancelled trade of one buyer. */
async function traded() {
  const { seller, buyer, offer, trade: completed } = await tradingPair(testApp().app)
  await move(buyer, completed, 'mark-paid', 'awaiting_payment')
  await move(seller, completed, 'confirm-receipt', 'payment_sent')
  const cancelled = await openTradeBetween(buyer, offer.id, '80')
  await move(buyer, cancelled, 'cancel', 'awaiting_payment')
  return { seller, buyer, completed, cancelled, day: dayOf(completed.createdAt) }
}

test('lists the trades with what each party received, gave and paid, oldest first, in decimals as on the wire', async () => {
  const { seller, buyer, completed, cancelled, day } = await traded()
  const file = await download(buyer, { from: day, to: dayOf(cancelled.createdAt) })
  expect(file.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'cache-control': 'no-store' })
  expect(file.columns).toEqual(TRADE_EXPORT_COLUMNS)
  const now = (await buyer.get(`/api/trades/${completed.id}`)).body
  const common = ['sepa_instant', 'EUR']
  const amounts = [completed.amountFiat, completed.price, completed.amountUsdt]
  const none = '0.000000'
  const times = [completed.createdAt, now.paidAt, now.closedAt]
  const first = [completed.id, ...times, 'completed', 'buyer', seller.username, ...common, ...amounts]
  expect(file.rows[0]).toEqual([...first, completed.buyerReceives, none, completed.fee])
  expect(file.rows[1]?.slice(-3)).toEqual([none, none, none])
  expect(file.rows.map(([id]) => id)).toEqual([completed.id, cancelled.id])
  const sellers = await download(seller, { from: day, to: day })
  expect(sellers.rows[0]?.slice(-3)).toEqual([none, completed.sellerLocks, none])
})

test('has the trades of its days only, and no trades of others', async () => {
  const { buyer, completed, cancelled } = await traded()
  await ageTrade(testApp().owner, completed.id, 3 * 24 * 60)
  const { createdAt } = (await buyer.get(`/api/trades/${completed.id}`)).body
  const ids = async (user: Caller, from: string, to: string) =>
    (await download(user, { from, to })).rows.map(([id]) => id)
  expect(await ids(buyer, dayOf(createdAt), dayOf(createdAt))).toEqual([completed.id])
  expect(await ids(buyer, dayOf(createdAt, 1), dayOf(createdAt, 2))).toEqual([])
  expect(await ids(buyer, dayOf(createdAt), dayOf(cancelled.createdAt))).toEqual([completed.id, cancelled.id])
  const stranger = await signUp(testApp().app, 'stranger')
  expect(await ids(stranger, dayOf(createdAt), dayOf(cancelled.createdAt))).toEqual([])
})

test('as a spreadsheet: in the reader’s decimals, days and times', async () => {
  const { buyer, completed } = await traded()
  // 23:30 UTC of yesterday, which in Paris is after midnight of today.
  const today = dayOf(completed.createdAt)
  const moment = Date.parse(today) - 30 * 60_000
  await ageTrade(testApp().owner, completed.id, (Date.parse(completed.createdAt) - moment) / 60_000)
  const linesOf = async (timeZone: string) => {
    const { body } = await download(buyer, { from: today, to: today, spreadsheet: { language: 'fr', timeZone } })
    expect(body.startsWith('\uFEFFtrade_id;opened_at (')).toBe(true)
    return body
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(';'))
  }
  const [header, ...inParis] = await linesOf('Europe/Paris')
  const trade = inParis.find(([id]) => id === completed.id)
  expect(header?.[1]).toBe('opened_at (Europe/Paris)')
  expect(trade?.[1]).toMatch(new RegExp(`^${today} 0[01]:(29|30):\\d\\d$`))
  expect(trade?.[9]).toBe(completed.amountFiat.replace('.', ','))
  expect((await linesOf('UTC')).filter(([id]) => id === completed.id)).toEqual([])
  expect((await linesOf('Asia/Calcutta'))[0]?.[1]).toMatch(/^opened_at \(Asia\/(Kolkata|Calcutta)\)$/)
})

test('is refused to signed-out callers, for other periods, and beyond the hourly limit', async () => {
  const user = await signUp(testApp().app, 'user')
  const year = { from: '2026-01-01', to: '2026-12-31' }
  expect((await call(testApp().app, 'POST', PATH, { body: year })).body.code).toBe('signed_out')
  for (const [input, field] of [
    [{ from: '2026-01-02', to: '2026-01-01' }, 'to'],
    [{ from: '2020-01-01', to: '2026-01-01' }, 'to'],
    [{ from: "1' or 1=1", to: '2026-01-01' }, 'from'],
    [{ ...year, spreadsheet: { language: 'fr', timeZone: 'Nowhere/City' } }, 'spreadsheet.timeZone'],
    [{ ...year, spreadsheet: { language: 'fr', timeZone: '+01:00' } }, 'spreadsheet.timeZone'],
    [{ ...year, spreadsheet: { language: 'de', timeZone: 'UTC' } }, 'spreadsheet.language'],
  ] as const) {
    const { code, field: refused } = (await user.post(PATH, input)).body
    expect([code, refused]).toEqual(['invalid_input', field])
  }
  for (let count = 0; count < TRADE_EXPORTS_PER_HOUR; count++) expect((await download(user, year)).status).toBe(200)
  expect((await user.post(PATH, year)).body.code).toBe('rate_limited')
})
