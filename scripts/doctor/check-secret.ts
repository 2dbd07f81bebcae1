/** Whether SECRET is hard to guess, and opens what it sealed. */
import type pg from 'pg'
import type { Secrets } from '../../server/config.ts'
import { codeOf } from '../../server/db/error-codes.ts'
import { isCurrent, rewrap } from '../../server/db/encryption/envelope.ts'
import { createKeyring } from '../../server/db/encryption/keyring.ts'
import { SEALED_COLUMNS } from '../../server/db/encryption/sealed-columns.ts'
import type { SealedColumn } from '../../server/db/encryption/sealed-columns.ts'
import { SYSTEM } from '../../server/db/scope.ts'
import { failed, ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** Of 32 random bytes, base64url has some 215 bits by this measure and hexadecimal digits some 240. */
const BITS_MIN = 120
const SAMPLE = 50

/** By its characters alone, and without showing any: a text of words can still be guessed. */
export function checkStrength({ current }: Pick<Secrets, 'current'>): Finding {
  if (bitsOf(current) >= BITS_MIN) return ok('SECRET is long, and its characters look random.')
  return warning(
    'SECRET repeats few characters and may be guessed. Make one of 32 random bytes, node -p "crypto.randomBytes(32).toString(\'base64url\')", ' +
      'and change it as docs/operations.md says ("Changing SECRET").',
  )
}

/** The entropy of the text by the frequencies of its own characters (Shannon), in bits. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  const shares = [...counts.values()].map((count) => count / text.length)
  return text.length * shares.reduce((sum, share) => sum - share * Math.log2(share), 0)
}

/** A sample of each sealed column, which is all of it where it has few rows: those that `npm run rotate-keys` comes to last. */
export async function checkSealedColumns(client: Pick<pg.Client, 'query'>, secrets: Secrets): Promise<Finding> {
  const keyring = createKeyring(secrets)
  const unreadable: string[] = []
  let read = 0
  let former = 0
  await client.query('begin read only')
  try {
    await client.query("select set_config('app.viewer', $1, true)", [SYSTEM])
    for (const place of SEALED_COLUMNS) {
      const rows = await sampleOf(client, place)
      const opened = rows.filter(({ id, sealed }) => opens(() => rewrap(keyring, { ...place, id }, sealed)))
      const closed = rows.length - opened.length
      read += rows.length
      former += opened.filter(({ sealed }) => !isCurrent(keyring, sealed)).length
      if (closed > 0) unreadable.push(`${place.name} (${closed} of ${rows.length})`)
    }
  } catch (error) {
    if (!/^(42P01|42703)$/.test(codeOf(error) ?? '')) throw error
    // A table that is not there yet holds nothing; those before it were read.
    if (unreadable.length === 0)
      return warning('What is sealed was not checked: migrate first, and run the doctor again.')
  } finally {
    await client.query('rollback')
  }
  if (unreadable.length > 0)
    return failed(
      `SECRET does not open ${unreadable.join(', ')}: set SECRET to the one that this database was used with, or SECRET_PREVIOUS ` +
        'to it while SECRET is changed (docs/operations.md, "Changing SECRET").',
    )
  if (former > 0)
    return warning(
      `${former} of ${read} values are sealed under SECRET_PREVIOUS still: run "npm run rotate-keys" before you remove it.`,
    )
  return ok(read === 0 ? 'Nothing is sealed yet.' : `SECRET opens what is sealed (${read} values tried).`)
}

async function sampleOf(client: Pick<pg.Client, 'query'>, { table, column, key, id }: SealedColumn) {
  const { rows } = await client.query<{ id: string; sealed: Buffer }>(
    `select ${id} as id, ${column} as sealed from ${table} where ${column} is not null order by ${table}.${key} desc limit ${SAMPLE}`,
  )
  return rows
}

function opens(attempt: () => Buffer): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}
