/** Numbered forward-only SQL files, applied once each, in order, under a lock. */
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const FOLDER = new URL('./migrations/', import.meta.url)
const LOCK = 0x5a_55_ff

/**
 * Brings the database up to date. Any number of processes may call it at once: one works, the others wait.
 * Throws when the database has a migration this program does not know (it is newer than the program).
 */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default clock_timestamp())',
    )
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map((row) => row.name))
    const unknown = [...applied].filter((name) => !files.includes(name))
    if (unknown.length > 0) throw new Error(`this database is newer than this program: it has ${unknown.join(', ')}`)
    for (const name of files) if (!applied.has(name)) await apply(client, name)
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(new URL(name, FOLDER), 'utf8')
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
