/**
 * `npm run rotate-keys`: seals everything that SECRET_PREVIOUS sealed under SECRET, as the database owner and beside running
 * servers, which must have both settings by then. It can be stopped and started again: it skips what is done.
 */
import type pg from 'pg'
import { readSecretSettings } from '../server/config.ts'
import { createSecretBox } from '../server/factors/secret-box.ts'
import type { SecretBox } from '../server/factors/secret-box.ts'
import { Refused, withOwnerDatabase } from './owner-database.ts'

const BATCH = 500

/** A table with a sealed column; `id` is the owner that the seal is bound to. */
type Sealed = { name: string; table: string; id: string; purpose: string }

const SEALED: readonly Sealed[] = [
  { name: 'authenticator apps', table: 'totps', id: 'user_id', purpose: 'totp' },
  { name: 'signing keys', table: 'signing_keys', id: 'kid', purpose: 'signing keys' },
]

type Row = { id: string; sealed: Buffer }
type Counts = { looked: number; resealed: number; unreadable: number }

try {
  const { secret, previousSecret } = readSecretSettings()
  if (secret === null || previousSecret === null) {
    throw new Refused('Set SECRET to the new secret and SECRET_PREVIOUS to the former one.')
  }
  const secrets = { current: secret, previous: previousSecret }
  await withOwnerDatabase(async ({ database }) => {
    await database.query("select set_config('sarraf.rotates_keys', 'on', false)")
    for (const sealed of SEALED) await rotate(database, sealed, createSecretBox(secrets, sealed.purpose))
  })
} catch (error) {
  if (!(error instanceof Refused)) throw error
  console.error(error.message)
  process.exitCode = 1
}

/** Repeats until a pass changes nothing: a server may have sealed a row under the former secret meanwhile. */
async function rotate(database: pg.Client, sealed: Sealed, box: SecretBox): Promise<void> {
  let counts: Counts
  do counts = await pass(database, sealed, box)
  while (counts.resealed > 0)
  console.log(`${sealed.name}: all ${counts.looked - counts.unreadable} are sealed under SECRET.`)
  if (counts.unreadable === 0) return
  console.error(`${sealed.name}: ${counts.unreadable} are sealed under neither secret and cannot be used.`)
  process.exitCode = 1
}

async function pass(database: pg.Client, { name, table, id }: Sealed, box: SecretBox): Promise<Counts> {
  const counts = { looked: 0, resealed: 0, unreadable: 0 }
  for (let after = ''; ;) {
    const { rows } = await database.query<Row>(
      `select ${id}::text as id, sealed from ${table} where ${id}::text > $1 order by ${id}::text limit ${BATCH}`,
      [after],
    )
    for (const row of rows) {
      if (box.isCurrent(row.sealed, row.id)) continue
      const next = reseal(box, row)
      if (next === null) counts.unreadable++
      else counts.resealed += await replace(database, { table, id, row, next })
    }
    counts.looked += rows.length
    if (rows.length > 0) console.log(`${name}: ${counts.looked} read, ${counts.resealed} sealed again`)
    if (rows.length < BATCH) return counts
    after = rows.at(-1)!.id
  }
}

function reseal(box: SecretBox, { id, sealed }: Row): Buffer | null {
  try {
    return box.seal(box.open(sealed, id), id)
  } catch {
    return null
  }
}

/** 0 where the row was removed or replaced meanwhile. */
async function replace(
  database: pg.Client,
  { table, id, row, next }: { table: string; id: string; row: Row; next: Buffer },
): Promise<number> {
  const { rowCount } = await database.query(`update ${table} set sealed = $1 where ${id}::text = $2 and sealed = $3`, [
    next,
    row.id,
    row.sealed,
  ])
  return rowCount ?? 0
}
