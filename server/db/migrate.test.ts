import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { openOwnerPool } from '../testing/owner-pool.ts'
import { assertMigrated, migrate } from './migrate.ts'

let database: TestDatabase
let owner: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  owner = openOwnerPool(database.connectionString, 1)
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('three processes that start concurrently on an empty database make one schema', async () => {
  await owner.query('drop schema public cascade; create schema public authorization sarraf_owner')
  await Promise.all([1, 2, 3].map(() => migrate(database.ownerUrl)))
  const { rows } = await owner.query('select count(*)::int as n from violations')
  expect(rows).toEqual([{ n: 0 }])
})

test('a server without the owner’s login starts on this schema only', async () => {
  await assertMigrated(database.appUrl)
  await owner.query("delete from migrations where name = '0041_grants.sql'")
  await expect(assertMigrated(database.appUrl)).rejects.toThrow(
    'the database lacks the migration 0041_grants.sql. Run "npm run migrate" with DATABASE_OWNER_URL',
  )
  await owner.query('alter table migrations rename to elsewhere')
  await expect(assertMigrated(database.appUrl)).rejects.toThrow('lacks the migration 0001_foundations.sql')
  await owner.query('drop schema public cascade; create schema public authorization sarraf_owner')
  await migrate(database.ownerUrl)
})

test('a server whose database accepts connections and does not answer is refused within seconds', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  await expect(assertMigrated(`postgres://sarraf_app@127.0.0.1:${port}/sarraf`)).rejects.toThrow(/timeout/)
  silent.close()
})

test('a database whose ledger is of another asset is refused, with and without the owner’s login', async () => {
  const refusal = 'the ledger of this database is in USDT, and ASSET is USDC: set ASSET=USDT'
  await expect(migrate(database.ownerUrl, 'USDC')).rejects.toThrow(refusal)
  await expect(assertMigrated(database.appUrl, 'USDC')).rejects.toThrow(refusal)
  await owner.query('drop schema public cascade; create schema public authorization sarraf_owner')
  await migrate(database.ownerUrl, 'USDC')
  await assertMigrated(database.appUrl, 'USDC')
  await expect(migrate(database.ownerUrl)).rejects.toThrow('is in USDC, and ASSET is USDT')
  await owner.query('drop schema public cascade; create schema public authorization sarraf_owner')
  await migrate(database.ownerUrl)
})

test('a database made by a newer program is refused', async () => {
  await owner.query("insert into migrations (name, checksum) values ('9999_later.sql', '')")
  await expect(migrate(database.ownerUrl)).rejects.toThrow(
    'newer than this program: it has the migration 9999_later.sql',
  )
  await owner.query("delete from migrations where name = '9999_later.sql'")
})

test('a migration that was edited after it was applied is refused', async () => {
  await owner.query("update migrations set checksum = 'other' where name = '0006_offers.sql'")
  await expect(migrate(database.ownerUrl)).rejects.toThrow('0006_offers.sql was changed after this database was made')
})
