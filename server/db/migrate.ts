/**
 * Numbered forward-only SQL files, applied once each, in order, under a lock; then the vocabularies of domain/. Each step is a
 * transaction that takes the lock for itself, so that migrating works behind a pooler too. It waits at most a second for a table,
 * because every later statement on that table waits behind it: then it releases its locks, and tries again (docs/operations.md,
 * "Upgrades"). Only a migration without a transaction has no such limit.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ASSET } from '../../domain/asset.ts'
import { FIAT_CURRENCIES } from '../../domain/offers/currencies.ts'
import { connectClient } from './connect-client.ts'
import { codeOf } from './error-codes.ts'
import { ANSWER_WITHIN_MS, assertTransactionsHold } from './session-settings.ts'
import { VOCABULARIES, hasCurrencies, hasVocabularies, writeVocabularies } from './vocabularies.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
const LOCK = 0x5a_55_ff
const TABLE = `
  create table if not exists migrations (
    name text primary key,
    checksum text not null,
    works_from text,
    applied_at timestamptz not null default clock_timestamp()
  )`
const LOCK_TIMEOUT = '1s'
/** With the pauses, some minutes. */
const LOCK_ATTEMPTS = 60
const PAUSE_MS = 2000
const TURN_MS = 100
const LOCK_NOT_AVAILABLE = '55P03'
/** In the first lines of a migration. */
const WORKS_FROM = /^-- Programs from (\S+\.sql) on work with it\.$/m
/** Its statements are split at each ";" that ends a line, so it cannot define a function. */
const WITHOUT_TRANSACTION = /^-- Without a transaction\.$/m

type Migration = {
  name: string
  text: string
  checksum: string
  /** The earliest migration that a program must have to work with the schema after this one; null where it must have this one. */
  worksFrom: string | null
}
type Applied = Omit<Migration, 'text'>

export type MigrateOptions = {
  asset?: string
  vocabularies?: typeof VOCABULARIES
  folder?: URL
  /** Says for what it waits. */
  report?: (line: string) => void
  lockAttempts?: number
}

/**
 * Migrates the database as its owner. Any number of processes may call it concurrently: one works, the others wait. Changes nothing
 * where a newer program has migrated it and this one works with its schema.
 * Throws when the database has a migration that this program does not know and cannot work with, or knows with another text:
 * an applied migration was edited. Throws when it is not in UTF-8, when its ledger is of another asset, when it has a currency that is not
 * named, when it uses a word that the vocabularies no longer have, when every login may make temporary tables and this one cannot forbid it,
 * and when others hold a lock for minutes.
 */
export async function migrate(
  connectionString: string,
  {
    asset = ASSET,
    vocabularies = VOCABULARIES,
    folder = FOLDER,
    report = () => {},
    lockAttempts = LOCK_ATTEMPTS,
  }: MigrateOptions = {},
): Promise<void> {
  const migrations = await readMigrations(folder)
  await assertTransactionsHold('DATABASE_OWNER_URL', connectionString)
  const client = await connect(connectionString)
  try {
    await assertUtf8(client)
    let isDone = false
    let attempts = 0
    while (!isDone) {
      let next: Migration | undefined
      try {
        isDone = await underLock(client, async () => {
          await client.query(TABLE)
          const rows = await readApplied(client)
          const isNewer = assertNotForeign(rows, migrations)
          const applied = new Set(rows.map((row) => row.name))
          next = migrations.find(({ name }) => !applied.has(name))
          if (next) await apply(client, next, connectionString)
          else if (!isNewer) await finish(client, asset, vocabularies)
          else await assertMarketOfDatabase(client, asset)
          return next === undefined
        })
        attempts = 0
      } catch (error) {
        const message = next ? `migration ${next.name} failed: ${messageOf(error)}` : messageOf(error)
        if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw next ? new Error(message, { cause: error }) : error
        if (++attempts === lockAttempts) throw new Error(`${message}. ${GIVEN_UP}`, { cause: error })
        report(`${message}: another transaction holds the lock. Trying again in ${PAUSE_MS / 1000} s.`)
        await sleep(PAUSE_MS)
      }
    }
  } finally {
    await client.end()
  }
}

const GIVEN_UP =
  'Another transaction has held the lock for minutes: end it (select pid, xact_start, query from pg_stat_activity order by xact_start), ' +
  'and run the migration again.'

/** When it is cut while it is idle, its next statement fails; without a listener the process would end. */
async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Throws when the database is not in UTF-8: Postgres normalises the names by which users and offers are found in no other encoding. */
export async function assertUtf8(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ encoding: string; name: string }>(
    `select current_setting('server_encoding') as encoding, current_database() as name`,
  )
  const { encoding, name } = rows[0]!
  if (encoding === 'UTF8') return
  throw new Error(
    `the database ${name} is in ${encoding}, and must be in UTF-8: create it with encoding 'UTF8' template template0 (docs/operations.md, "Database logins")`,
  )
}

/** The migrations that this program knows, in their order. */
export async function migrationNames(): Promise<string[]> {
  return (await readMigrations(FOLDER)).map(({ name }) => name)
}

/** The schema is of an earlier program: a migration by its owner is all that it needs. */
export class OutdatedSchema extends Error {
  override name = 'OutdatedSchema'
}

/**
 * Throws when the schema is not this program's, its ledger is of another asset, it has a currency that CURRENCIES does not name, or every
 * login may make temporary tables: the server was given no login that may migrate it.
 */
export async function assertMigrated(connectionString: string, asset = ASSET): Promise<void> {
  const migrations = await readMigrations(FOLDER)
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: ANSWER_WITHIN_MS })
  await connectClient(client, 'DATABASE_URL')
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
    await assertMarketOfDatabase(client, asset)
    if (await allowsTemporaryTables(client)) throw lacking('a limit: every login may make temporary tables')
    if (!(await hasVocabularies(client))) throw lacking('the vocabularies of this program')
  } finally {
    await client.end()
  }
}

function lacking(what: string): OutdatedSchema {
  return new OutdatedSchema(
    `the database lacks ${what}. Run "npm run migrate" with DATABASE_OWNER_URL, or set it for the server.`,
  )
}

/** A schema that this program does not migrate is of its asset, and of its currencies. */
async function assertMarketOfDatabase(client: pg.Client, asset: string): Promise<void> {
  await assertAssetOfLedger(client, asset)
  await assertCurrenciesOfDatabase(client)
  if (!(await hasCurrencies(client))) throw lacking(`a currency of CURRENCIES="${FIAT_CURRENCIES.join(' ')}"`)
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

/** Offers and trades of a currency must not be read by a program that does not know it. */
async function assertCurrenciesOfDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ code: string }>(
    'select code from currencies where code <> all ($1) order by code',
    [FIAT_CURRENCIES],
  )
  const others = rows.map(({ code }) => code).join(' ')
  if (others === '') return
  throw new Error(
    `this database has the currency ${others}, and CURRENCIES is "${FIAT_CURRENCIES.join(' ')}": name it too. Admins switch a currency off at /admin.`,
  )
}

async function readApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    'select name, checksum, works_from as "worksFrom" from migrations order by name',
  )
  return rows
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { name, text, checksum, worksFrom: WORKS_FROM.exec(text)?.[1] ?? null }
    }),
  )
}

/** Whether a newer program has migrated the database. Throws where this one does not work with its schema. */
function assertNotForeign(applied: readonly Applied[], known: readonly Migration[]): boolean {
  const knows = (wanted: string) => known.some(({ name }) => name === wanted)
  let isNewer = false
  for (const { name, checksum, worksFrom } of applied) {
    const ours = known.find((migration) => migration.name === name)
    if (ours && ours.checksum !== checksum)
      throw new Error(
        `the migration ${name} was changed after this database was made, so this program does not work with it: stay with the former one, or use another database (docs/operations.md, "Upgrades"). After an edit, write a new migration instead`,
      )
    if (ours) continue
    if (worksFrom === null || !knows(worksFrom)) {
      const needed = worksFrom === null ? '' : `, which works with programs from ${worksFrom} on`
      throw new Error(`this database is newer than this program: it has the migration ${name}${needed}`)
    }
    isNewer = true
  }
  return isNewer
}

/**
 * In a transaction of its own, one process at a time. A process that waits asks again and again: inside a waiting statement it would
 * hold a snapshot, and a concurrent index build waits for snapshots. The transaction is idle while such an index is built.
 */
async function underLock<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  for (;;) {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0')
    try {
      const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_xact_lock($1) as "isMine"', [
        LOCK,
      ])
      const { isMine } = rows[0]!
      if (isMine) {
        await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
        const result = await work()
        await client.query('commit')
        return result
      }
      await client.query('rollback')
    } catch (error) {
      // Where the connection was cut, Postgres has rolled back, and the error says why.
      await client.query('rollback').catch(() => {})
      throw error
    }
    await sleep(TURN_MS)
  }
}

async function apply(client: pg.Client, migration: Migration, connectionString: string): Promise<void> {
  const { name, text, checksum, worksFrom } = migration
  if (WITHOUT_TRANSACTION.test(text)) await runEachStatement(text, connectionString)
  else await client.query(text)
  const row = [name, checksum, worksFrom]
  await client.query('insert into migrations (name, checksum, works_from) values ($1, $2, $3)', row)
}

/**
 * On a connection of its own, while the other one holds the lock. Without a time limit: an index that is made concurrently waits for
 * the transactions of others, and nothing waits behind it.
 */
async function runEachStatement(text: string, connectionString: string): Promise<void> {
  const client = await connect(connectionString)
  try {
    for (const statement of text.split(/;$/m).filter((part) => /\S/.test(part))) await client.query(statement)
  } finally {
    await client.end()
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function finish(client: pg.Client, asset: string, vocabularies: typeof VOCABULARIES): Promise<void> {
  await assertCurrenciesOfDatabase(client)
  await forbidTemporaryTables(client)
  await writeVocabularies(client, vocabularies)
  await client.query('insert into ledger_asset (code) values ($1) on conflict do nothing', [asset])
  await assertAssetOfLedger(client, asset)
}

/** A dump has no privileges of the database itself, so that a migration would not hold for a restored one. */
async function forbidTemporaryTables(client: pg.Client): Promise<void> {
  if (!(await allowsTemporaryTables(client))) return
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  await client.query(`revoke temporary on database ${rows[0]!.name} from public`)
  // Of another login than the owner's the statement is a warning.
  if (await allowsTemporaryTables(client))
    throw new Error(
      `every login may make temporary tables, and only the owner of the database can forbid it: as the administrator, run "revoke temporary on database ${rows[0]!.name} from public"`,
    )
}

/** Postgres allows them to everyone at first. */
async function allowsTemporaryTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isAllowed: boolean }>(
    `select has_database_privilege('public', current_database(), 'temporary') as "isAllowed"`,
  )
  return rows[0]!.isAllowed
}
