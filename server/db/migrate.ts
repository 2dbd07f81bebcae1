/**
 * Numbered forward-only SQL files, applied once each, in order, under a lock; then the vocabularies of domain/. Each step is a
 * transaction that takes the lock for itself, so that migrating works behind a pooler too.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { ASSET } from '../../domain/asset.ts'
import { ANSWER_WITHIN_MS, assertTransactionsHold } from './session-settings.ts'
import { VOCABULARIES, hasVocabularies, writeVocabularies } from './vocabularies.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
const LOCK = 0x5a_55_ff
const TABLE = `
  create table if not exists migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default clock_timestamp()
  )`

type Migration = { name: string; text: string; checksum: string }

/**
 * Migrates the database as its owner. Any number of processes may call it concurrently: one works, the others wait.
 * Throws when the database has a migration that this program does not know, or knows with another text:
 * it was made by a newer program, or an applied migration was edited. Throws when its ledger is of another asset, and when it uses
 * a word that the vocabularies no longer have.
 */
export async function migrate(connectionString: string, asset = ASSET, vocabularies = VOCABULARIES): Promise<void> {
  const migrations = await readMigrations()
  await assertTransactionsHold('DATABASE_OWNER_URL', connectionString)
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    let isDone = false
    while (!isDone) {
      isDone = await underLock(client, async () => {
        await client.query(TABLE)
        const rows = await readApplied(client)
        assertNotForeign(rows, migrations)
        const applied = new Set(rows.map((row) => row.name))
        const next = migrations.find(({ name }) => !applied.has(name))
        if (next) await apply(client, next)
        else await finish(client, asset, vocabularies)
        return next === undefined
      })
    }
  } finally {
    await client.end()
  }
}

/** The migrations that this program knows, in their order. */
export async function migrationNames(): Promise<string[]> {
  return (await readMigrations()).map(({ name }) => name)
}

/** The schema is of an earlier program: a migration by its owner is all that it needs. */
export class OutdatedSchema extends Error {
  override name = 'OutdatedSchema'
}

/** Throws when the schema is not this program's or its ledger is of another asset: the server was given no login that may migrate it. */
export async function assertMigrated(connectionString: string, asset = ASSET): Promise<void> {
  const migrations = await readMigrations()
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: ANSWER_WITHIN_MS })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ isThere: boolean; hasLedger: boolean }>(
      `select to_regclass('migrations') is not null as "isThere", to_regclass('ledger_asset') is not null as "hasLedger"`,
    )
    const { isThere, hasLedger } = tables[0]!
    const applied = isThere ? await readApplied(client) : []
    assertNotForeign(applied, migrations)
    const missing = migrations.find(({ name }) => applied.every((row) => row.name !== name))
    if (missing) {
      if (hasLedger) await assertAssetOfLedger(client, asset)
      throw lacking(`the migration ${missing.name}`)
    }
    if (!(await hasVocabularies(client))) throw lacking('the vocabularies of this program')
    await assertAssetOfLedger(client, asset)
  } finally {
    await client.end()
  }
}

function lacking(what: string): OutdatedSchema {
  return new OutdatedSchema(
    `the database lacks ${what}. Run "npm run migrate" with DATABASE_OWNER_URL, or set it for the server.`,
  )
}

/** Amounts of one asset must not be shown and settled as amounts of another. */
async function assertAssetOfLedger(client: pg.Client, asset: string): Promise<void> {
  const { rows } = await client.query<{ code: string }>('select code from ledger_asset')
  const code = rows[0]?.code
  if (code === undefined) throw lacking('the asset of its ledger')
  if (code !== asset) {
    throw new Error(
      `the ledger of this database is in ${code}, and ASSET is ${asset}: set ASSET=${code}, or use another database`,
    )
  }
}

async function readApplied(client: pg.Client): Promise<Pick<Migration, 'name' | 'checksum'>[]> {
  return (await client.query<Migration>('select name, checksum from migrations order by name')).rows
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

function assertNotForeign(applied: readonly Pick<Migration, 'name' | 'checksum'>[], known: readonly Migration[]): void {
  for (const { name, checksum } of applied) {
    const ours = known.find((migration) => migration.name === name)
    if (!ours) throw new Error(`this database is newer than this program: it has the migration ${name}`)
    if (ours.checksum !== checksum) {
      throw new Error(`the migration ${name} was changed after this database was made: write a new one instead`)
    }
  }
}

/** In a transaction of its own, one process at a time. */
async function underLock<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query(text)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`migration ${name} failed: ${reason}`, { cause: error })
  }
}

async function finish(client: pg.Client, asset: string, vocabularies: typeof VOCABULARIES): Promise<void> {
  await writeVocabularies(client, vocabularies)
  await client.query('insert into ledger_asset (code) values ($1) on conflict do nothing', [asset])
  await assertAssetOfLedger(client, asset)
}
