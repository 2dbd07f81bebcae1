/** Neither a scrape nor a read without an account hangs: the database is slow, silent or gone. */
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { isBusy, openMetricsReads, openPublicReads, sql } from '../db/pool.ts'
import { readScrape } from '../testing/prometheus.ts'
import { useTestApp } from '../testing/suite.ts'
import { openMetrics } from './metrics.ts'
import type { Metrics } from './metrics.ts'

const testApp = useTestApp()
/** Prometheus gives up after ten seconds. A machine that runs other tests is slower than the limits alone. */
const BOUND_MS = 9000

function metricsOf(connectionString: string): Metrics {
  const metrics = openMetrics({ connectionString, pools: {}, log: testApp().context.log })
  onTestFinished(() => metrics.close())
  return metrics
}

async function scrapeOf(metrics: Metrics) {
  const began = performance.now()
  const { names, value } = readScrape(await metrics.read())
  return {
    isUp: value('sarraf_database_up'),
    isInTime: performance.now() - began < BOUND_MS,
    hasProcess: value('process_resident_memory_bytes') !== undefined,
    ofDatabase: names.filter((name) => /overdue|outbox|disputes|violation/.test(name)),
  }
}

/** What the process itself knows is published, and nothing that the database would have said. */
const DOWN = { isUp: 0, isInTime: true, hasProcess: true, ofDatabase: [] }

async function untilUp(metrics: Metrics): Promise<void> {
  await expect.poll(async () => (await scrapeOf(metrics)).isUp).toBe(1)
}

/** Before the test server; while `isFrozen` it swallows what Postgres answers. */
async function openRelay(appUrl: string) {
  const { host, port } = new pg.Client({ connectionString: appUrl })
  const state = { isFrozen: false }
  const sockets = new Set<Socket>()
  const relay = createServer((client) => {
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => void (state.isFrozen || to.write(bytes)))
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    relay.close()
  })
  const { username, password, pathname } = new URL(appUrl)
  const at = (relay.address() as AddressInfo).port
  return { state, url: `postgres://${username}:${password}@127.0.0.1:${at}${pathname}` }
}

test('a statement that waits for a lock is given up, and read again later', async () => {
  const { owner, database } = testApp()
  const holder = await owner.connect()
  try {
    await holder.query('begin; lock table violation_checks in access exclusive mode')
    const metrics = metricsOf(database.appUrl)
    expect(await scrapeOf(metrics)).toEqual(DOWN)
    await holder.query('rollback')
    await untilUp(metrics)
  } finally {
    holder.release(true)
  }
})

test('Postgres itself ends a read that takes too long, and takes no write', async () => {
  const pool = openMetricsReads(testApp().database.appUrl, 1000)
  onTestFinished(() => pool.close())
  await expect(sql`select pg_sleep(30)`.execute(pool.db)).rejects.toMatchObject({ code: '57014' })
  await expect(sql`delete from quotes`.execute(pool.db)).rejects.toMatchObject({ code: '25006' })
})

test('a database that falls silent is given up with its connection, and read on a new one when it speaks again', async () => {
  const { state, url } = await openRelay(testApp().database.appUrl)
  const metrics = metricsOf(url)
  await untilUp(metrics)
  state.isFrozen = true
  await expect.poll(async () => (await scrapeOf(metrics)).isUp).toBe(0)
  expect(await scrapeOf(metrics)).toEqual(DOWN)
  state.isFrozen = false
  await untilUp(metrics)
})

test('a read without an account is given up as busy when the database falls silent, and works when it speaks again', async () => {
  const { state, url } = await openRelay(testApp().database.appUrl)
  const pool = openPublicReads(url, 500)
  onTestFinished(() => pool.close())
  const read = () => sql`select 1`.execute(pool.db)
  await read()
  state.isFrozen = true
  const began = performance.now()
  expect(isBusy(await read().catch((error: unknown) => error))).toBe(true)
  expect(performance.now() - began).toBeLessThan(BOUND_MS)
  state.isFrozen = false
  await expect.poll(read).toBeDefined()
})

test('a database that never speaks', async () => {
  const { state, url } = await openRelay(testApp().database.appUrl)
  state.isFrozen = true
  expect(await scrapeOf(metricsOf(url))).toEqual(DOWN)
})

test('a database that is not there', async () => {
  expect(await scrapeOf(metricsOf('postgres://sarraf_app@127.0.0.1:1/sarraf'))).toEqual(DOWN)
})
