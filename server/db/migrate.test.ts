import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { openOwnerPool } from '../testing/owner-pool.ts'
import { assertMigrated, migrate } from './migrate.ts'
import type { MigrateOptions } from './migrate.ts'

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
  await expect(migrate(database.ownerUrl, { asset: 'USDC' })).rejects.toThrow(refusal)
  await expect(assertMigrated(database.appUrl, 'USDC')).rejects.toThrow(refusal)
  await owner.query('drop schema public cascade; create schema public authorization sarraf_owner')
  await migrate(database.ownerUrl, { asset: 'USDC' })
  await assertMigrated(database.appUrl, 'USDC')
  await expect(migrate(database.ownerUrl)).rejects.toThrow('is in USDC, and ASSET is USDT')
  await owner.query('drop schema public cascade; create schema public authorization sarraf_owner')
  await migrate(database.ownerUrl)
})

test('a restored dump, which lacks the limits of the database itself, is refused until it is migrated', async () => {
  const name = new URL(database.ownerUrl).pathname.slice(1)
  await owner.query(`grant temporary on database ${name} to public`)
  await expect(assertMigrated(database.appUrl)).rejects.toThrow(
    'the database lacks a limit: every login may make temporary tables. Run "npm run migrate"',
  )
  await owner.query(`alter database ${name} owner to current_user`)
  await expect(migrate(database.ownerUrl)).rejects.toThrow('as the administrator, run "revoke temporary on database')
  await owner.query(`alter database ${name} owner to sarraf_owner`)
  await migrate(database.ownerUrl)
  await assertMigrated(database.appUrl)
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

describe('a later version', () => {
  const EXPAND = `-- Programs from 0045_telegram.sql on work with it.\nalter table trades add column later text;\n`
  const INDEX = `-- Programs from 9001_expand.sql on work with it.\n-- Without a transaction.
drop index concurrently if exists trades_later;\ncreate index concurrently trades_later on trades (later);\n`

  const LATER = { '9001_expand.sql': EXPAND, '9002_index.sql': INDEX }

  beforeAll(async () => {
    await owner.query('drop schema public cascade; create schema public authorization sarraf_owner')
    await migrate(database.ownerUrl)
  })

  /** As the owner of the database, with these migrations after those of the program. */
  async function migrateLater(texts: Readonly<Record<string, string>>, options: MigrateOptions = {}): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'sarraf-migrations-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await cp(new URL('./migrations/', import.meta.url), folder, { recursive: true })
    for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text)
    await migrate(database.ownerUrl, { folder: pathToFileURL(`${folder}/`), ...options })
  }

  async function connect(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }

  test('a table that a long transaction reads is not waited for: users go on, and the migration tries again', async () => {
    const reading = await connect(database.ownerUrl)
    await reading.query('begin; select from trades')
    const lines: string[] = []
    const givingUp = migrateLater({ '9001_expand.sql': EXPAND }, { lockAttempts: 1 })
    await expect(givingUp).rejects.toThrow(
      /^migration 9001_expand.sql failed: .*lock timeout. Another transaction has held/,
    )
    const migrating = migrateLater({ '9001_expand.sql': EXPAND }, { report: (line) => lines.push(line) })
    const user = await connect(database.ownerUrl)
    let longestMs = 0
    while (lines.length < 2) {
      const began = performance.now()
      await user.query('select from trades where false')
      longestMs = Math.max(longestMs, performance.now() - began)
    }
    await reading.query('commit')
    await migrating
    // A second of the lock, and what a busy machine adds.
    expect(longestMs).toBeLessThan(2500)
    expect(lines[0]).toMatch(/^migration 9001_expand.sql failed: .* Trying again in 2 s\.$/)
    await user.query('select later from trades')
  })

  test('an index is made without a transaction, by one of three processes', async () => {
    await Promise.all([1, 2, 3].map(() => migrateLater(LATER)))
    const { rows } = await owner.query("select indisvalid from pg_index where indexrelid = 'trades_later'::regclass")
    expect(rows).toEqual([{ indisvalid: true }])
  })

  test('the lock is held for as long as a migration without a transaction takes', async () => {
    const name = new URL(database.ownerUrl).pathname.slice(1)
    await owner.query(`alter database ${name} set idle_in_transaction_session_timeout = '200ms'`)
    onTestFinished(async () => {
      await owner.query(`alter database ${name} reset idle_in_transaction_session_timeout`)
      await owner.query("delete from migrations where name = '9003_long.sql'")
    })
    const migrating = migrateLater({ ...LATER, '9003_long.sql': '-- Without a transaction.\nselect pg_sleep(1);\n' })
    await expect(migrating).resolves.toBeUndefined()
  })

  test.each([
    [
      'of the lock',
      `pid from pg_locks join pg_database on oid = database where datname = current_database() and locktype = 'advisory'`,
    ],
    ['of the statements', 'pg_backend_pid() as pid'],
  ])('a connection %s that is cut is an error that names the migration', async (_which, pids) => {
    const text = `-- Without a transaction.\nselect pg_terminate_backend(pid) from (select ${pids}) as cut;\n`
    const migrating = migrateLater({ ...LATER, '9003_cut.sql': text })
    await expect(migrating).rejects.toThrow(/^migration 9003_cut.sql failed: .*(connection|terminat)/)
  })

  test('an earlier program starts on its schema as far as the migrations say so, and changes nothing', async () => {
    await expect(assertMigrated(database.appUrl)).rejects.toThrow(
      'it has the migration 9002_index.sql, which works with programs from 9001_expand.sql on',
    )
    await owner.query("delete from migrations where name = '9002_index.sql'")
    await assertMigrated(database.appUrl)
    await owner.query('delete from vocabularies')
    await migrate(database.ownerUrl)
    expect((await owner.query('select from vocabularies')).rowCount).toBe(0)
  })
})
