/** What /readyz answers in each state of the process and its database. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import Fastify from 'fastify'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { migrationNames } from '../db/migrate.ts'
import { openPool, openPublicReads } from '../db/pool.ts'
import { SYSTEM } from '../db/scope.ts'
import { call } from '../testing/app.ts'
import { createTestDatabase } from '../testing/database.ts'
import { startServerProcess } from '../testing/servers/server-process.ts'
import { useTestApp } from '../testing/suite.ts'
import { createDraining } from './draining.ts'
import { READINESS_REASONS, healthRoutes } from './health.ts'
import type { HealthServices } from './health.ts'

const testApp = useTestApp()
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A new application each time: an answer counts for a second. */
async function ready(services: Partial<HealthServices> = {}) {
  const app = Fastify()
  await healthRoutes(app, { ...testApp().context, isDraining: () => false, ...services })
  const { statusCode, body } = await app.inject('/readyz')
  expect((await app.inject('/livez')).body).toBe('{"ok":true}')
  await app.close()
  return [statusCode, JSON.parse(body)]
}

async function poolAt(connectionString: string) {
  const pool = await openPool(connectionString, 1, SYSTEM)
  closing.push(() => pool.close())
  return pool
}

test('a thousand calls of /readyz look at the database once a second', async () => {
  const began = performance.now()
  const app = Fastify()
  let queries = 0
  const { context } = testApp()
  const counting = context.db.withPlugin({
    transformQuery: ({ node }) => (queries++, node),
    transformResult: async ({ result }) => result,
  })
  await healthRoutes(app, { ...context, db: counting, isDraining: () => false })
  for (let n = 0; n < 1000; n++) expect((await app.inject('/readyz')).statusCode).toBe(200)
  expect(queries).toBeLessThanOrEqual(1 + (performance.now() - began) / 1000)
  await app.close()
})

test('a process that can do its work says nothing else', async () => {
  expect(await ready()).toEqual([200, { ok: true }])
})

test('a database that lacks a migration, or its table', async () => {
  const pending = [503, { ok: false, reasons: ['migrations_pending'] }]
  const { owner, context } = testApp()
  const last = (await migrationNames()).at(-1)
  const { rows } = await owner.query('delete from migrations where name = $1 returning checksum', [last])
  try {
    expect(await ready()).toEqual(pending)
  } finally {
    await owner.query('insert into migrations (name, checksum) values ($1, $2)', [last, rows[0].checksum])
  }
  await owner.query('alter table migrations rename to migrations_elsewhere')
  try {
    expect(await ready({ db: context.db })).toEqual(pending)
  } finally {
    await owner.query('alter table migrations_elsewhere rename to migrations')
  }
})

test('a database that a newer program has migrated is served on', async () => {
  const { owner } = testApp()
  await owner.query("insert into migrations (name, checksum) values ('9999_of_tomorrow.sql', '')")
  try {
    expect(await ready()).toEqual([200, { ok: true, reasons: ['migrations_newer'] }])
  } finally {
    await owner.query("delete from migrations where name = '9999_of_tomorrow.sql'")
  }
})

test('a database that takes no writes, and does again', async () => {
  const { owner, database } = testApp()
  const name = pg.escapeIdentifier(new URL(database.connectionString).pathname.slice(1))
  await owner.query(`alter database ${name} set default_transaction_read_only = on`)
  try {
    const { db } = await poolAt(database.appUrl)
    expect(await ready({ db })).toEqual([503, { ok: false, reasons: ['database_read_only'] }])
  } finally {
    await owner.query(`begin read write; alter database ${name} reset default_transaction_read_only; commit`)
  }
  expect(await ready({ db: (await poolAt(database.appUrl)).db })).toEqual([200, { ok: true }])
})

test('a database that does not answer', async () => {
  const { db } = openPublicReads('postgres://sarraf_app@127.0.0.1:1/sarraf', 1000)
  expect(await ready({ db })).toEqual([503, { ok: false, reasons: ['database_unreachable'] }])
})

test('a replica that visitors do not read from', async () => {
  expect(await ready({ replica: { lagSeconds: () => Infinity } })).toEqual([
    200,
    { ok: true, reasons: ['replica_not_used'] },
  ])
  expect(await ready({ replica: { lagSeconds: () => 2.9 } })).toEqual([200, { ok: true }])
})

test('a process that drains refuses its probe and serves on', async () => {
  const draining = createDraining(0.3)
  const app = await buildApp(testApp().context, { isDraining: draining.isOn })
  closing.push(() => app.close())
  expect((await call(app, 'GET', '/readyz')).status).toBe(200)
  const began = performance.now()
  const drained = draining.begin()
  expect(await call(app, 'GET', '/readyz')).toMatchObject({ status: 503, body: { ok: false, reasons: ['draining'] } })
  expect((await call(app, 'GET', '/api/currencies')).status).toBe(200)
  await drained
  expect(performance.now() - began).toBeGreaterThan(290)
  expect((await call(app, 'GET', '/readyz')).status).toBe(503)
})

test('a process that is asked to end is not ready, serves on while it drains, and ends by itself', async () => {
  const database = await createTestDatabase()
  closing.push(() => database.drop())
  const server = await startServerProcess(database.appUrl, { DRAIN_SECONDS: '5' })
  closing.unshift(() => server.kill())
  const { url, child } = server
  const ended = once(child, 'exit')
  const answer = async (path: string) => (await fetch(url + path)).status
  await expect.poll(() => answer('/readyz')).toBe(200)
  child.kill('SIGTERM')
  await expect.poll(() => answer('/readyz'), { interval: 20 }).toBe(503)
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ ok: false, reasons: ['draining'] })
  expect(await answer('/api/currencies')).toBe(200)
  expect(await ended).toEqual([0, null])
})

test('docs/operations.md has each word with its status', async () => {
  const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \| (200|503) \|/gm)].map(([, word, status]) => [word, status === '200'])
  expect(rows).toEqual(Object.entries(READINESS_REASONS).map(([word, { isReady }]) => [word, isReady]))
})
