/** What a scrape of the running product holds, what it never holds, and what it costs. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { inTransaction, sql } from '../db/pool.ts'
import { asSystem } from '../db/scope.ts'
import { checkNextRule } from '../jobs/check-violations.ts'
import { moveDueTrades } from '../jobs/worker.ts'
import { notify } from '../notifications/notify.ts'
import { queueWebhookDeliveries } from '../notifications/webhooks/queue-deliveries.ts'
import { createApiKey } from '../testing/accounts/api-clients.ts'
import { call } from '../testing/app.ts'
import { decide, disputedTrade, disputeMove, STATEMENT, takenCase } from '../testing/disputes.ts'
import { listen } from '../testing/event-stream.ts'
import { readScrape } from '../testing/prometheus.ts'
import type { Scrape } from '../testing/prometheus.ts'
import { useTestApp } from '../testing/suite.ts'
import { PAYER } from '../testing/move-body.ts'
import { ageTrade, ageWebhooks, asOutsider } from '../testing/time-travel.ts'
import { move, signUp, tradingPair } from '../testing/accounts/users.ts'
import { confirmReceipt } from '../trades/moves.ts'
import { openMetrics } from './metrics.ts'

const testApp = useTestApp({ metricsPort: 9464 })

/** The metrics of the test's application. */
async function scrape(): Promise<Scrape> {
  return readScrape(await testApp().context.metrics!.read())
}

/** The figures of the database as they are now: `scrape` has them from the last seconds. */
async function readNow(): Promise<Scrape> {
  const { context, database } = testApp()
  const metrics = openMetrics({ connectionString: database.appUrl, pools: {}, log: context.log })
  try {
    return readScrape(await metrics.read())
  } finally {
    await metrics.close()
  }
}

test('a scrape has each metric of docs/operations.md, no other one of ours, and those of the process', async () => {
  const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split('## Monitoring\n')
  const rows = section.split('\n## ')[0]!.matchAll(/^\| (`sarraf_.*?) \|/gm)
  const documented = [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  await call(testApp().app, 'GET', '/livez')
  const { names, value } = await scrape()
  expect(names.filter((name) => name.startsWith('sarraf_')).toSorted()).toEqual(documented.toSorted())
  expect(names).toEqual(expect.arrayContaining(['nodejs_eventloop_lag_p99_seconds', 'nodejs_gc_duration_seconds']))
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(1e6)
  expect(value('sarraf_database_up')).toBe(1)
})

describe('requests', () => {
  test('are counted by method, route and class of the status', async () => {
    const { app } = testApp()
    const labels = { method: 'GET', route: '/api/traders/:username', status: '4xx' }
    const before = (await scrape()).value('sarraf_http_requests_total', labels) ?? 0
    for (const name of ['nobody_here', 'nor_here']) await call(app, 'GET', `/api/traders/${name}`)
    const { value } = await scrape()
    expect(value('sarraf_http_requests_total', labels)).toBe(before + 2)
    const { status: _, ...ofRoute } = labels
    expect(value('sarraf_http_request_duration_seconds_count', ofRoute)).toBeGreaterThanOrEqual(2)
    expect(value('sarraf_http_request_duration_seconds_bucket', { ...ofRoute, le: '+Inf' })).toBe(
      value('sarraf_http_request_duration_seconds_count', ofRoute),
    )
  })

  test('no label holds an id, a name or an address that was asked for', async () => {
    const { app } = testApp()
    const { seller, buyer, trade } = await tradingPair(app)
    await disputedTrade(testApp())
    await buyer.get(`/api/trades/${trade.id}`)
    await buyer.get(`/api/traders/${seller.username}?tab=${seller.id}`)
    await buyer.get(`/api/no-such-thing/${seller.id}`)
    await call(app, 'GET', `/wp-admin/${seller.id}?email=${seller.email}`)
    await call(app, 'GET', '/assets/index-Bq3xZ1.js')
    const { samples } = await scrape()
    const values = samples.flatMap(({ labels }) => Object.values(labels))
    const routes = samples.flatMap(({ labels }) => labels.route ?? [])
    expect(routes).toEqual(expect.arrayContaining(['/api/trades/:tradeId', '/api/*', 'unknown']))
    for (const secret of [seller.id, trade.id, seller.username, seller.email, 'no-such-thing', 'wp-admin', 'Bq3xZ1'])
      expect(values.filter((value) => value.includes(secret))).toEqual([])
    expect(values.filter((value) => /[\da-f]{8}-[\da-f]{4}|@|\?|%/.test(value))).toEqual([])
  })

  test('the public port does not answer /metrics', async () => {
    expect((await call(testApp().app, 'GET', '/metrics')).status).toBe(404)
  })
})

describe('connections and streams', () => {
  let origin: string
  beforeAll(async () => {
    origin = await testApp().app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => testApp().app.server.closeAllConnections())

  test('a transaction is a connection in use', async () => {
    const inUse = { pool: 'main', state: 'in_use' }
    const during = await inTransaction(testApp().context.db, async (tx) => {
      await sql`select 1`.execute(tx)
      return scrape()
    })
    expect(during.value('sarraf_database_connections', inUse)).toBeGreaterThanOrEqual(1)
    expect(during.value('sarraf_database_connections', { pool: 'public_reads', state: 'idle' })).toBeDefined()
    expect(during.value('sarraf_database_connections_awaited', { pool: 'main' })).toBe(0)
    await expect.poll(async () => (await scrape()).value('sarraf_database_connections', inUse)).toBe(0)
  })

  test('an open event stream is counted while it lasts, and its time is no duration of a request', async () => {
    const user = await signUp(testApp().app)
    const count = async () => (await scrape()).value('sarraf_event_streams')
    expect(await count()).toBe(0)
    const stream = await listen(origin, user.cookie)
    await stream.until(1)
    expect(await count()).toBe(1)
    const hungUp = await listen(origin, user.cookie)
    await hungUp.until(1)
    hungUp.hangUp()
    await expect.poll(count).toBe(1)
    // Ended by the server, as an answer is.
    await user.post('/api/sign-out')
    await stream.ended
    await expect.poll(count).toBe(0)
    const requests = async () => (await scrape()).samples.filter(({ labels }) => labels.route === '/api/events')
    const total = { name: 'sarraf_http_requests_total', labels: { method: 'GET', route: '/api/events', status: '2xx' } }
    await expect.poll(requests).toEqual([{ ...total, value: 2 }])
  })

  test('a request whose client hangs up before the answer is counted as aborted, without a time', async () => {
    const labels = { method: 'POST', route: '/api/contact', status: 'aborted' }
    const { hostname, port } = new URL(origin)
    const client = connect(Number(port), hostname)
    const head = ['POST /api/contact HTTP/1.1', `Host: ${hostname}`, 'Content-Type: application/json']
    const expecting = ['Content-Length: 100', 'Expect: 100-continue']
    client.write(`${[...head, ...expecting].join('\r\n')}\r\n\r\n`)
    // The server waits for the body now.
    expect(String(...(await once(client, 'data')))).toContain('100 Continue')
    client.destroy()
    await expect.poll(async () => (await scrape()).value('sarraf_http_requests_total', labels)).toBe(1)
    const { samples } = await scrape()
    expect(samples.filter(({ labels: { route } }) => route === labels.route)).toHaveLength(1)
  })
})

test('a statement that waits for a lock, and how long the oldest transaction is open', async () => {
  const { context } = testApp()
  const wait = () => sql`select pg_advisory_xact_lock(424242)`
  let finish = () => {}
  const isFinished = new Promise<void>((done) => (finish = done))
  const holder = inTransaction(context.db, async (tx) => {
    await wait().execute(tx)
    await isFinished
  })
  await expect
    .poll(async () => (await readNow()).value('sarraf_database_oldest_transaction_seconds'))
    .toBeGreaterThan(0.2)
  expect((await readNow()).value('sarraf_database_lock_waits')).toBe(0)
  const waiting = inTransaction(context.db, (tx) => wait().execute(tx))
  await expect.poll(async () => (await readNow()).value('sarraf_database_lock_waits')).toBe(1)
  finish()
  await Promise.all([holder, waiting])
  const { value } = await readNow()
  expect([value('sarraf_database_lock_waits'), value('sarraf_database_oldest_transaction_seconds')]).toEqual([0, 0])
})

describe('figures of the database', () => {
  test('a case waits for an arbiter since the appeal that took the former one away, not since its opening', async () => {
    const { owner } = testApp()
    const { seller, trade, arbiter } = await takenCase(testApp())
    await ageTrade(owner, trade.id, 20 * 60)
    await decide(arbiter, trade, 'release')
    const appealed = await disputeMove(seller, trade, 'appeal', { statement: STATEMENT })
    expect(appealed.status).toBe(200)
    const seconds = async () => (await readNow()).value('sarraf_unassigned_disputes_oldest_seconds')!
    expect(await seconds()).toBeLessThan(3600)
    await ageTrade(owner, trade.id, 3 * 60)
    expect(Math.round((await seconds()) / 3600)).toBe(3)
  })

  test('a webhook delivery that is due counts, unless its receiver fails', async () => {
    const { app, owner, context } = testApp()
    const user = await signUp(app, 'hooked')
    const { id } = await createApiKey(user, ['read'])
    expect((await user.post(`/api/keys/${id}/webhook`, { url: 'https://receiver.example/' })).status).toBe(201)
    await inTransaction(context.db, (tx) => notify(tx, { userId: user.id, event: 'account_restored' }))
    await asSystem('worker', () => queueWebhookDeliveries(context.db))
    await ageWebhooks(owner, user.id, 60)
    const seconds = async () => (await readNow()).value('sarraf_outbox_oldest_seconds', { outbox: 'webhooks' })
    expect(await seconds()).toBeGreaterThan(3500)
    await owner.query('update webhooks set failing_since = clock_timestamp() where user_id = $1', [user.id])
    expect(await seconds()).toBe(0)
  })

  test('what is late, waits or is broken', async () => {
    const { app, owner, context } = testApp()
    const before = await readNow()
    expect(before.value('sarraf_violation_checks_oldest_seconds')).toBe(Infinity)
    const { trade } = await tradingPair(app)
    await ageTrade(owner, trade.id, 120)
    const disputed = await disputedTrade(testApp())
    await ageTrade(owner, disputed.trade.id, 25 * 60)
    const confirmed = await tradingPair(app)
    await move(confirmed.buyer, confirmed.trade, 'mark-paid', 'awaiting_payment')
    const confirmation = {
      userId: confirmed.seller.id,
      seenStatus: 'payment_sent',
      key: 'confirm',
      senderName: PAYER,
    } as const
    await inTransaction(context.db, (tx) =>
      confirmReceipt(tx, context.keyring, { tradeId: confirmed.trade.id, ...confirmation }),
    )
    await ageTrade(owner, confirmed.trade.id, 5)
    await signUp(app, 'unverified', { isVerified: false })
    await owner.query(`update mails set created_at = clock_timestamp() - interval '2 hours'
      where id = (select id from mails where sent_at is null and failed_at is null limit 1)`)
    await owner.query(`update notification_deliveries set due_at = clock_timestamp() - interval '1 hour'
      where notification_id = (select notification_id from notification_deliveries where outcome is null limit 1)`)
    await owner.query('update violation_checks set checked_at = clock_timestamp()')
    await owner.query(`update violation_checks set checked_at = clock_timestamp() - interval '1 day', found = 3
      where rule = 'escrow_matches_status'`)

    const { value } = await readNow()
    const more = (name: string, labels: Record<string, string>) => value(name, labels)! - before.value(name, labels)!
    expect(more('sarraf_overdue', { noun: 'trades' })).toBe(1)
    expect(value('sarraf_overdue_oldest_seconds', { noun: 'trades' })).toBeGreaterThan(60)
    expect(more('sarraf_overdue', { noun: 'disputes' })).toBe(1)
    expect(value('sarraf_overdue_oldest_seconds', { noun: 'disputes' })).toBeGreaterThan(60)
    expect(more('sarraf_overdue', { noun: 'settlements' })).toBe(1)
    expect(value('sarraf_overdue_oldest_seconds', { noun: 'settlements' })).toBeGreaterThan(299)
    expect(more('sarraf_unassigned_disputes', { status: 'statements' })).toBe(1)
    expect(value('sarraf_unassigned_disputes', { status: 'deciding' })).toBe(0)
    expect(value('sarraf_unassigned_disputes_oldest_seconds')).toBeGreaterThan(24 * 3600)
    expect(value('sarraf_outbox_oldest_seconds', { outbox: 'emails' })).toBeGreaterThan(7000)
    expect(value('sarraf_outbox_oldest_seconds', { outbox: 'notifications' })).toBeGreaterThan(3500)
    expect(value('sarraf_outbox_oldest_seconds', { outbox: 'webhooks' })).toBe(0)
    expect(value('sarraf_violations', { rule: 'escrow_matches_status' })).toBe(3)
    expect(value('sarraf_violation_checks_oldest_seconds')).toBeGreaterThan(86_000)

    await checkNextRule(context.db)
    await moveDueTrades(context)
    const after = await readNow()
    expect(after.value('sarraf_violations', { rule: 'escrow_matches_status' })).toBe(0)
    for (const noun of ['trades', 'disputes', 'settlements']) {
      expect(after.value('sarraf_overdue', { noun })).toBe(0)
      expect(after.value('sarraf_overdue_oldest_seconds', { noun })).toBe(0)
    }
  })

  test('a reference rate that the sources do not give is counted from when it was lost, and its age from when it was given', async () => {
    const { owner } = testApp()
    const seconds = async (name: string, currency: string) =>
      (await readNow()).value(`sarraf_reference_rate_${name}_seconds`, { currency })
    expect([await seconds('unavailable', 'TND'), await seconds('unavailable', 'EUR')]).toEqual([0, 0])
    await owner.query(`update reference_rates set as_of = clock_timestamp() - interval '2 hours',
      unavailable_since = clock_timestamp() - interval '1 hour' where fiat_currency = 'TND'`)
    expect(await seconds('unavailable', 'TND')).toBeGreaterThan(3599)
    expect(await seconds('unavailable', 'EUR')).toBe(0)
    expect(await seconds('age', 'TND')).toBeGreaterThan(7199)
    expect(await seconds('age', 'EUR')).toBeLessThan((await seconds('age', 'TND'))! - 3600)
    await owner.query('update reference_rates set unavailable_since = null')
  })

  test('the reference rate of a currency that is switched off is no figure, nor is any where all are', async () => {
    const { owner } = testApp()
    const currencies = async () =>
      (await readNow()).samples
        .filter(({ name }) => name === 'sarraf_reference_rate_unavailable_seconds')
        .map(({ labels }) => labels.currency)
    await asOutsider(owner, [`update currencies set switched_off_at = clock_timestamp() where code = 'TND'`])
    expect(await currencies()).toEqual(['EUR', 'USD'])
    await asOutsider(owner, ['update currencies set switched_off_at = clock_timestamp()'])
    expect(await currencies()).toEqual([])
    await asOutsider(owner, ['update currencies set switched_off_at = null'])
  })

  test('a Telegram bot that is not answered is counted from the last answer, and without a bot nothing is', async () => {
    const { owner } = testApp()
    const silent = async () => (await readNow()).value('sarraf_telegram_silent_seconds')
    await owner.query("update telegram_bots set heard_at = clock_timestamp() - interval '1 hour'")
    expect(await silent()).toBe(0)
    await owner.query("update telegram_bots set bot_id = '4711'")
    expect(await silent()).toBeGreaterThan(3599)
    await owner.query('update telegram_bots set bot_id = null, heard_at = null')
  })

  test('a thousand parallel scrapes cost the database one statement', async () => {
    const { context, database } = testApp()
    const metrics = openMetrics({ connectionString: database.appUrl, pools: {}, log: context.log })
    onTestFinished(() => metrics.close())
    const query = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => query.mockRestore())
    await Promise.all(Array.from({ length: 1000 }, () => metrics.read()))
    const texts = query.mock.calls.map(([asked]) => JSON.stringify(asked))
    expect(texts.filter((text) => text.includes('violation_checks'))).toHaveLength(1)
  })
})
