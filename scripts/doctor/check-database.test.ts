/** Each check of the database with one that is right and one that is not. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../../server/db/direct-connection.ts'
import { freePort } from '../../server/db/local-postgres/free-port.ts'
import { migrate } from '../../server/db/migrate.ts'
import { keepPageScripts } from '../../server/pages/page-scripts.ts'
import { adminConnectionString, createTestDatabase } from '../../server/testing/database.ts'
import type { TestDatabase } from '../../server/testing/database.ts'
import {
  hasDistributionPostgres,
  startDistributionPostgres,
} from '../../server/testing/servers/distribution-postgres.ts'
import { hasPgBouncer, startPgBouncer } from '../../server/testing/servers/pgbouncer.ts'
import {
  checkAppLogin,
  checkClock,
  checkOwnerLogin,
  checkPageScripts,
  checkPooler,
  checkSchema,
  checkServer,
  checkTimeZones,
} from './check-database.ts'
import { findingOf } from './finding.ts'
import type { Finding } from './finding.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const finding = (state: Finding['state'], text: RegExp) => ({ state, text: expect.stringMatching(text) })
const within = (url: string, check: (client: pg.Client) => Promise<Finding>) => findingOf(() => withClient(url, check))

test('the server: reachable and new enough, older than 15, in another encoding, and closed', async () => {
  expect(await within(database.appUrl, checkServer)).toEqual(finding('ok', /^Postgres 1\d\..* as sarraf_app$/))
  const old = { version: '14.11', number: 140_011, name: 'sarraf', login: 'sarraf_app' }
  const client = { query: async () => ({ rows: [old] }) } as unknown as pg.Client
  expect(await checkServer(client)).toEqual(finding('failed', /older than Postgres 15\. Use a newer one/))
  const ascii = `${new URL(database.appUrl).pathname.slice(1)}_ascii`
  await withClient(adminConnectionString(), (admin) =>
    admin.query(`create database ${ascii} owner sarraf_owner encoding 'SQL_ASCII' locale 'C' template template0`),
  )
  try {
    const refusal = /in SQL_ASCII, and must be in UTF-8: .*encoding 'UTF8' template template0/
    expect(await within(inDatabase(database.appUrl, ascii), checkServer)).toEqual(finding('failed', refusal))
    await expect(migrate(inDatabase(database.ownerUrl, ascii))).rejects.toThrow(refusal)
  } finally {
    await withClient(adminConnectionString(), (admin) => admin.query(`drop database ${ascii}`))
  }
  const closed = `postgres://sarraf_app@127.0.0.1:${await freePort('127.0.0.1')}/sarraf`
  expect(await within(closed, checkServer)).toEqual(finding('failed', /cannot be reached: nothing listens there/))
})

test('the server’s login: confined, a superuser, and of a database without a schema', async () => {
  expect(await within(database.appUrl, checkAppLogin)).toEqual(finding('ok', /owns nothing/))
  expect(await within(database.connectionString, checkAppLogin)).toEqual(finding('failed', /is a superuser/))
  expect(await within(inDatabase(database.appUrl, 'postgres'), checkAppLogin)).toEqual(
    finding('warning', /run "npm run migrate"/),
  )
})

test('the owner’s login: not set, right, of another database, without the tables, and a superuser', async () => {
  const { appUrl, ownerUrl, connectionString } = database
  expect(await checkOwnerLogin({ appUrl, ownerUrl: null })).toEqual(finding('ok', /is not set/))
  expect(await checkOwnerLogin({ appUrl, ownerUrl })).toEqual(finding('ok', /sarraf_owner .* owns the database/))
  expect(await checkOwnerLogin({ appUrl, ownerUrl: inDatabase(ownerUrl, 'postgres') })).toEqual(
    finding('failed', /leads to another database/),
  )
  expect(await checkOwnerLogin({ appUrl, ownerUrl: appUrl })).toEqual(
    finding('failed', /sarraf_app .* owns neither the database nor its tables: .*alter database/),
  )
  expect(await checkOwnerLogin({ appUrl, ownerUrl: connectionString })).toEqual(finding('warning', /is a superuser/))
})

test('the owner’s login of the same database, with another time zone', async () => {
  const { appUrl, ownerUrl, connectionString } = database
  const setZone = (value: string) =>
    withClient(connectionString, (admin) =>
      admin.query(`alter role sarraf_owner in database ${new URL(connectionString).pathname.slice(1)} ${value}`),
    )
  await setZone("set timezone = 'Asia/Tokyo'")
  expect(await checkOwnerLogin({ appUrl, ownerUrl })).toEqual(finding('ok', /owns the database/))
  await setZone('reset timezone')
})

test.skipIf(!hasDistributionPostgres)('the owner’s login where the role of the server is missing', async () => {
  const { connectionString, stop } = await startDistributionPostgres()
  try {
    expect(await checkOwnerLogin({ appUrl: connectionString, ownerUrl: connectionString })).toEqual(
      finding('failed', /The role sarraf_app does not exist/),
    )
  } finally {
    await stop()
  }
})

test('the schema: up to date, with a pending migration, of another asset, and of a newer program', async () => {
  const other = await createTestDatabase()
  const urls = { appUrl: other.appUrl, ownerUrl: null }
  try {
    expect(await findingOf(() => checkSchema(urls))).toEqual(finding('ok', /^No migration is pending/))
    await withClient(other.connectionString, (client) =>
      client.query('delete from migrations where name = (select max(name) from migrations)'),
    )
    expect(await findingOf(() => checkSchema(urls))).toEqual(finding('failed', /lacks the migration .*npm run migrate/))
    const withOwner = { ...urls, ownerUrl: other.ownerUrl }
    expect(await findingOf(() => checkSchema(withOwner))).toEqual(finding('warning', /The next start migrates where/))
    await withClient(other.connectionString, (client) => client.query("update ledger_asset set code = 'EURC'"))
    expect(await findingOf(() => checkSchema(withOwner))).toEqual(finding('failed', /ledger .* is in EURC/))
    await withClient(other.connectionString, (client) =>
      client.query("insert into migrations (name, checksum) values ('9999_later.sql', '')"),
    )
    expect(await findingOf(() => checkSchema(withOwner))).toEqual(finding('failed', /newer than this program/))
  } finally {
    await other.drop()
  }
})

test('the scripts of the pages: none built, kept, not kept, and kept by the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-doctor-'))
  const urls = { appUrl: database.appUrl, ownerUrl: null }
  try {
    expect(await checkPageScripts(urls, join(folder, 'client'))).toEqual(finding('ok', /no build here/))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'assets/a.js'), '')
    expect(await checkPageScripts(urls, folder)).toEqual(finding('warning', /lacks 1 scripts .*npm run migrate/))
    const withOwner = { ...urls, ownerUrl: database.ownerUrl }
    expect(await checkPageScripts(withOwner, folder)).toEqual(finding('ok', /The next start/))
    await keepPageScripts(database.ownerUrl, folder)
    expect(await checkPageScripts(urls, folder)).toEqual(finding('ok', /keeps the scripts of this build/))
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('the pooler: none', async () => {
  expect(await findingOf(() => checkPooler({ ...database }))).toEqual(finding('ok', /keeps its settings/))
})

test.skipIf(!hasPgBouncer)('the pooler: by session, and by transaction', async () => {
  for (const [mode, directUrl, expected] of [
    ['session', null, finding('ok', /keeps its settings/)],
    ['transaction', null, finding('failed', /pooler that loses the settings/)],
    ['transaction', database.appUrl, finding('ok', /leads to the same database/)],
  ] as const) {
    const pgBouncer = await startPgBouncer([database.appUrl, database.ownerUrl], { pool_mode: mode })
    try {
      const urls = { appUrl: pgBouncer.pooled(database.appUrl), directUrl }
      expect(await findingOf(() => checkPooler(urls))).toEqual(expected)
    } finally {
      await pgBouncer.stop()
    }
  }
})

test('time zones: all known, and one that the database does not know', async () => {
  expect(await within(database.appUrl, (client) => checkTimeZones(client))).toEqual(
    finding('ok', /knows all \d+ zones/),
  )
  expect(await within(database.appUrl, (client) => checkTimeZones(client, ['UTC', 'Mars/Olympus']))).toEqual(
    finding('warning', /does not know 1 of 2 zones .*\(Mars\/Olympus\): update/),
  )
})

test('clocks: the same, some seconds apart, and a minute apart', async () => {
  const clockOf = (aheadMs: number) =>
    within(database.appUrl, (client) => checkClock(client, () => Date.now() + aheadMs))
  expect(await clockOf(0)).toEqual(finding('ok', /differ by no more than 2 s/))
  expect(await clockOf(-10_000)).toEqual(finding('warning', /database is 10 s ahead of .*synchronise both/))
  expect(await clockOf(60_000)).toEqual(finding('failed', /database is 60 s behind/))
})

test('an answer that took long tells less about the clocks', async () => {
  const moments = [0, 20_000]
  const slow = { query: async () => ({ rows: [{ ms: '1000' }] }) } as unknown as pg.Client
  expect(await checkClock(slow, () => moments.shift()!)).toEqual(finding('ok', /./))
})

function inDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  other.search = new URL(adminConnectionString()).search
  return other.href
}
