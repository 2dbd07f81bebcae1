/** The statements of docs/operations.md, "Database logins", executed by the administrator of a managed service. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminConnectionString } from '../testing/database.ts'
import { migrate } from './migrate.ts'
import { openPool } from './pool.ts'

const RUN = `managed_${randomBytes(4).toString('hex')}`
const ADMINISTRATOR = `${RUN}_administrator`
const PASSWORD = randomBytes(16).toString('hex')

let superuser: pg.Client
beforeAll(async () => {
  superuser = new pg.Client({ connectionString: adminConnectionString() })
  await superuser.connect()
  await superuser.query(`create role ${ADMINISTRATOR} login createdb createrole password '${PASSWORD}'`)
})
afterAll(async () => {
  await superuser.query(`drop database if exists ${RUN} with (force)`)
  for (const role of [`${RUN}_app`, `${RUN}_owner`, ADMINISTRATOR]) await superuser.query(`drop role if exists ${role}`)
  await superuser.end()
})

/** The documented statements, with names that this cluster does not have yet. */
async function documentedStatements(): Promise<string[]> {
  const text = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const [block] = /( {4}create role sarraf_owner .*\n)( {4}.*\n)+/.exec(text) ?? []
  if (block === undefined) throw new Error('docs/operations.md has no statements that create the logins')
  return block.replaceAll('sarraf', RUN).replaceAll('…', PASSWORD).trim().split('\n')
}

function urlOf(login: string, database: string): string {
  const url = new URL(adminConnectionString())
  url.username = login
  url.password = PASSWORD
  url.pathname = `/${database}`
  return url.href
}

test('an administrator who is no superuser creates the logins and the database, the owner migrates, and the server starts', async () => {
  const database = new URL(adminConnectionString()).pathname.slice(1)
  const administrator = new pg.Client({ connectionString: urlOf(ADMINISTRATOR, database) })
  await administrator.connect()
  try {
    for (const statement of await documentedStatements()) await administrator.query(statement)
  } finally {
    await administrator.end()
  }
  await migrate(urlOf(`${RUN}_owner`, RUN))
  // The role with the privileges, which the cluster has already, is documented for a login of another name.
  await superuser.query(`grant sarraf_app to ${RUN}_app`)
  const pool = await openPool(urlOf(`${RUN}_app`, RUN), 1)
  try {
    expect((await pool.raw.query('select count(*)::int as trades from trades')).rows).toEqual([{ trades: 0 }])
  } finally {
    await pool.close()
  }
})
