/**
 * `npm run rotate-keys`: wraps every data key that SECRET_PREVIOUS wraps by SECRET, as the database owner and beside running
 * servers, which must have both settings by then. It can be stopped and started again: it skips what is done.
 */
import type pg from 'pg'
import { readSecretSettings } from '../server/config.ts'
import { isCurrent, open, rewrap } from '../server/db/encryption/envelope.ts'
import { createKeyring } from '../server/db/encryption/keyring.ts'
import type { Keyring } from '../server/db/encryption/keyring.ts'
import { SEALED_COLUMNS } from '../server/db/encryption/sealed-columns.ts'
import type { SealedColumn } from '../server/db/encryption/sealed-columns.ts'
import { reportRefusal } from '../server/start-refusal.ts'
import { Refused, withOwnerDatabase } from './owner-database.ts'

const BATCH = 500

type Row = { key: string; id: string; sealed: Buffer }
type Counts = { looked: number; rewrapped: number; unreadable: number }

try {
  const { secret, previousSecret } = readSecretSettings()
  if (secret === null || previousSecret === null) {
    throw new Refused('Set SECRET to the new secret and SECRET_PREVIOUS to the former one.')
  }
  const keyring = createKeyring({ current: secret, previous: previousSecret })
  await withOwnerDatabase(async ({ database }) => {
    for (const sealed of SEALED_COLUMNS) await rotate(database, sealed, keyring)
    // A trade that was opened in between has the former fingerprint of its account.
    await rotating(database, () =>
      database.query(
        `update trade_payment_details d set fingerprint = a.fingerprint from payment_accounts a
         where a.id = d.account_id and a.version = d.account_version and d.fingerprint <> a.fingerprint`,
      ),
    )
  })
} catch (error) {
  reportRefusal(error)
}

/**
 * In a transaction, so that the permission to rotate ends with it: behind a pooler the next client gets the same session. One for
 * each row: the command holds no lock for which a server waits while it waits for another one itself.
 */
async function rotating<T>(database: pg.Client, work: () => Promise<T>): Promise<T> {
  await database.query("begin; select set_config('sarraf.rotates_keys', 'on', true)")
  const result = await work()
  await database.query('commit')
  return result
}

/** Repeats until a pass changes nothing: a server may have sealed a row under the former secret meanwhile. */
async function rotate(database: pg.Client, sealed: SealedColumn, keyring: Keyring): Promise<void> {
  let counts: Counts
  do counts = await pass(database, sealed, keyring)
  while (counts.rewrapped > 0)
  console.log(`${sealed.name}: all ${counts.looked - counts.unreadable} are sealed under SECRET.`)
  if (counts.unreadable === 0) return
  console.error(`${sealed.name}: ${counts.unreadable} are sealed under neither secret and cannot be used.`)
  process.exitCode = 1
}

async function pass(database: pg.Client, sealed: SealedColumn, keyring: Keyring): Promise<Counts> {
  const { name, table, column, key, keyType, id } = sealed
  const counts = { looked: 0, rewrapped: 0, unreadable: 0 }
  for (let after: string | null = null; ;) {
    const { rows }: { rows: Row[] } = await database.query<Row>(
      `select ${key}::text as key, ${id} as id, ${column} as sealed from ${table}
       where ${column} is not null and ($1::text is null or ${key} > ($1::text)::${keyType}) order by ${table}.${key} limit ${BATCH}`,
      [after],
    )
    for (const row of rows) {
      if (isCurrent(keyring, row.sealed)) continue
      const next = rewrapped(keyring, sealed, row)
      if (next === null) counts.unreadable++
      else
        counts.rewrapped += await replace(database, sealed, row, {
          next,
          fingerprint: fingerprintOf(keyring, sealed, row),
        })
    }
    counts.looked += rows.length
    if (rows.length > 0) console.log(`${name}: ${counts.looked} read, ${counts.rewrapped} sealed again`)
    if (rows.length < BATCH) return counts
    after = rows.at(-1)!.key
  }
}

function rewrapped(keyring: Keyring, { table, column }: SealedColumn, { id, sealed }: Row): Buffer | null {
  try {
    return rewrap(keyring, { table, column, id }, sealed)
  } catch {
    return null
  }
}

/** The row's fingerprint under the newest secret; null where it has none. */
function fingerprintOf(keyring: Keyring, { table, column, fingerprintOf: of }: SealedColumn, row: Row): string | null {
  const identity = of?.(open(keyring, { table, column, id: row.id }, row.sealed)) ?? null
  return identity === null ? null : keyring.fingerprint(identity)
}

type Replacement = { next: Buffer; fingerprint: string | null }

/** 0 where the row was removed or replaced meanwhile. */
async function replace(
  database: pg.Client,
  { table, column, key, keyType }: SealedColumn,
  row: Row,
  { next, fingerprint }: Replacement,
): Promise<number> {
  const also = fingerprint === null ? '' : ', fingerprint = case when fingerprint is not null then $4 end'
  const { rowCount } = await rotating(database, () =>
    database.query(
      `update ${table} set ${column} = $1${also} where ${key} = ($2::text)::${keyType} and ${column} = $3`,
      [next, row.key, row.sealed, ...(fingerprint === null ? [] : [fingerprint])],
    ),
  )
  return rowCount ?? 0
}
