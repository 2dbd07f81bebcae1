/**
 * The scripts of the built pages, kept in the database: a page that was opened before an upgrade, or that a process of another version has
 * sent, finds its parts at every process. Browsers execute them, so only the owner's login can write them.
 */
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { connectClient } from '../db/connect-client.ts'
import { sql, type Db } from '../db/pool.ts'

const ASSETS = 'assets'
/** For as long as that, a page that stays open finds the parts of its build. */
const KEPT_DAYS_AFTER_REPLACEMENT = 7

/** Keeps the scripts in `clientDir`, and deletes those that another build replaced more than a week ago. */
export async function keepPageScripts(ownerUrl: string, clientDir: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  try {
    await connectClient(owner, 'DATABASE_OWNER_URL')
    // One build at a time: another one would compare itself with what this one is about to change.
    await owner.query('begin; lock table page_scripts in share row exclusive mode')
    const { names, added } = await comparedWithKept(owner, clientDir)
    const contents = await Promise.all(added.map((name) => readFile(join(clientDir, ASSETS, name))))
    await owner.query(
      `with added as (insert into page_scripts (name, content) select * from unnest($1::text[], $2::bytea[]) on conflict do nothing),
         present as (update page_scripts set replaced_at = null where name = any ($3) and replaced_at is not null),
         replaced as (update page_scripts set replaced_at = clock_timestamp() where name <> all ($3) and replaced_at is null)
       delete from page_scripts where name <> all ($3) and replaced_at < clock_timestamp() - make_interval(days => $4)`,
      [added, contents, names, KEPT_DAYS_AFTER_REPLACEMENT],
    )
    await owner.query('commit')
  } finally {
    await owner.end()
  }
}

/** The names of the scripts in `clientDir`, and of those the ones that `database` does not keep. */
export async function comparedWithKept(
  database: Pick<pg.Client, 'query'>,
  clientDir: string,
): Promise<{ names: string[]; added: string[] }> {
  const names = (await readdir(join(clientDir, ASSETS))).filter((name) => name.endsWith('.js'))
  const { rows } = await database.query<{ name: string }>('select name from page_scripts where name = any ($1)', [
    names,
  ])
  const kept = new Set(rows.map(({ name }) => name))
  return { names, added: names.filter((name) => !kept.has(name)) }
}

/** Null where no build of the last week had it. */
export async function readPageScript(db: Db, name: string): Promise<Buffer | null> {
  const { rows } = await sql<{ content: Buffer }>`select content from page_scripts where name = ${name}`.execute(db)
  return rows[0]?.content ?? null
}
