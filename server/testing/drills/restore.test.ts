/**
 * `npm run drill -- restore`: a base backup that is taken under load is restored to a later moment from the archived log, and a dump
 * into an empty database. Both hold every acknowledged move of their moment and no other, and a server reads what is sealed in them.
 */
import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { open } from '../../db/encryption/envelope.ts'
import { createKeyring } from '../../db/encryption/keyring.ts'
import { SEALED_COLUMNS } from '../../db/encryption/sealed-columns.ts'
import { urlsOf } from '../../db/logins.ts'
import { assertMigrated, migrate } from '../../db/migrate.ts'
import { TEST_SECRET } from '../accounts/secret.ts'
import { differences } from '../chaos/assertions.ts'
import { movedOn } from '../chaos/environment.ts'
import { newWire } from '../chaos/retry-until-acknowledged.ts'
import { gatherTraders } from '../chaos/trading.ts'
import type { Journal } from '../chaos/traders.ts'
import { openOwnerPool } from '../owner-pool.ts'
import { copyTrades, countCopied } from '../past-trades.ts'
import {
  createDatabase,
  hasDistributionPostgres,
  runPostgresProgram,
  startDistributionPostgres,
} from '../servers/distribution-postgres.ts'
import { startServerProcess } from '../servers/server-process.ts'

/** Of each part: before the backup, up to the moment that is restored, and after it. */
const TRADES = Number(process.env.DRILL_TRADES ?? 5)
/** Copied from those of the first part before the backup. */
const PAST = Number(process.env.DRILL_PAST ?? 100)
/** Few in the short form: it runs beside the stories, and more would take their processor time. */
const LANES = Number(process.env.DRILL_TRADERS ?? 4)
const SEED = Number(process.env.DRILL_SEED ?? randomInt(2 ** 31))

test.skipIf(!hasDistributionPostgres)(
  'a backup is restored to a moment, and a dump to its end: each with all that was acknowledged by then, and no more',
  async () => {
    const archive = await mkdtemp(join(tmpdir(), 'sarraf-archive-'))
    onTestFinished(() => rm(archive, { recursive: true }))
    await chmod(archive, 0o755)
    const postgres = await startDistributionPostgres({ archive_mode: 'on', archive_command: `cp %p ${archive}/%f` })
    onTestFinished(postgres.stop)
    const database = await createDatabase(postgres.connectionString, 'sarraf')
    const { appUrl, ownerUrl } = urlsOf(database)
    await migrate(ownerUrl)
    const server = await startServerProcess(appUrl)
    onTestFinished(() => server.kill())
    const wire = newWire(server.url)
    const trading = await gatherTraders(wire, database, SEED, LANES)
    const { journal } = trading
    const rest = async () => {
      await trading.stop()
      await trading.settled()
    }

    trading.start()
    await trading.enough(TRADES)
    await rest()
    const owner = openOwnerPool(database, 2)
    onTestFinished(() => owner.end())
    const past = await copyTrades(owner, PAST, 'the same users')
    trading.start()
    await movedOn(journal)
    const startedBackingUp = Date.now()
    const backup = await postgres.backUp()
    onTestFinished(backup.remove)
    report('base backup', startedBackingUp)
    const backedUp = journal.moves.length
    await trading.enough(2 * TRADES)
    await rest()
    const countsBefore = await countCopied(owner)
    const [before] = await query<{ moment: string }>(database, 'select clock_timestamp()::text as moment')
    const acknowledged = structuredClone(journal)
    trading.start()
    await trading.enough(3 * TRADES)
    await rest()
    await server.stop()
    const countsAtEnd = await countCopied(owner)
    const dump = join(archive, 'sarraf.dump')
    const startedDumping = Date.now()
    await runPostgresProgram('pg_dump', ['-Fc', '-f', dump, '-d', ownerUrl])
    report('dump', startedDumping)
    await expectArchived(postgres.connectionString)

    const startedRestoring = Date.now()
    const restored = await backup.restore(archive, before!.moment)
    onTestFinished(restored.stop)
    const atMoment = new URL('/sarraf', restored.connectionString).href
    report(`base backup, and log of ${acknowledged.moves.length - backedUp} moves, restored`, startedRestoring)
    expect(await differences(atMoment, acknowledged, past)).toEqual([])
    expect(await countsOf(atMoment)).toEqual(countsBefore)
    await expectReadable(atMoment)

    const startedLoading = Date.now()
    const loaded = await createDatabase(restored.connectionString, 'loaded')
    await runPostgresProgram('pg_restore', ['--exit-on-error', '-d', urlsOf(loaded).ownerUrl, dump])
    report('dump restored', startedLoading)
    // As docs/operations.md, "Backup", says: a dump lacks the limits of the database itself, and the checks are many times slower without statistics.
    await expect(assertMigrated(urlsOf(loaded).appUrl)).rejects.toThrow('every login may make temporary tables')
    await migrate(urlsOf(loaded).ownerUrl)
    await query(loaded, 'analyze')
    expect(await differences(loaded, journal, past)).toEqual([])
    expect(await countsOf(loaded)).toEqual(countsAtEnd)
    await expectReadable(loaded)
    expect(lengthOf(journal)).toBeGreaterThan(lengthOf(acknowledged))
    expect(wire.faults).toEqual([])
  },
  1_200_000 + 20 * PAST,
)

async function countsOf(database: string): Promise<Record<string, number>> {
  const owner = openOwnerPool(database, 1)
  try {
    return await countCopied(owner)
  } finally {
    await owner.end()
  }
}

/** A server starts over it, and every sealed value opens with the secret of its writer. */
async function expectReadable(database: string): Promise<void> {
  const server = await startServerProcess(urlsOf(database).appUrl)
  await server.stop()
  const keys = createKeyring({ current: TEST_SECRET, previous: null })
  let opened = 0
  for (const { table, column, id } of SEALED_COLUMNS) {
    // A file's data key stands in a column of its own.
    const sealed = table === 'evidence_files' ? 'data_key || sealed' : column
    const rows = await query<{ id: string; sealed: Buffer }>(
      database,
      `select ${id} as id, ${sealed} as sealed from ${table} where ${column} is not null`,
    )
    for (const row of rows) {
      open(keys, { table, column, id: row.id }, row.sealed)
      opened++
    }
  }
  expect(opened).toBeGreaterThan(TRADES + PAST)
}

/** Ends the present file of the log, and waits until the archive has it. */
async function expectArchived(connectionString: string): Promise<void> {
  const [ended] = await query<{ file: string }>(connectionString, 'select pg_walfile_name(pg_switch_wal()) as file')
  const newest = async () => (await query(connectionString, 'select last_archived_wal from pg_stat_archiver'))[0]
  await expect.poll(async () => String((await newest())?.last_archived_wal) >= ended!.file).toBe(true)
}

async function query<Row extends pg.QueryResultRow>(connectionString: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

function lengthOf({ quotes, moves, messages }: Journal): number {
  return quotes.length + moves.length + messages.length
}

function report(what: string, since: number): void {
  console.log(`seed ${SEED}: ${what} in ${((Date.now() - since) / 60_000).toFixed(2)} minutes`)
}
