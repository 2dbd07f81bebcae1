import { constants } from 'node:fs'
import { access, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { isAlive } from '../../db/local-postgres/owner.ts'
import { startLocalPostgres } from '../../db/local-postgres/start.ts'
import { OWNER_LOGIN, createLogins, urlOf } from '../../db/logins.ts'
import { migrate } from '../../db/migrate.ts'

/**
 * Vitest's global setup: one Postgres for the whole run and one migrated template database, which every test
 * file clones. Uses the server of TEST_DATABASE_URL (its role must be a superuser) where that is set, else
 * starts one in a temporary folder. Passes the address to the workers in their environment; returns the teardown.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const isOurs = process.env.TEST_DATABASE_URL === undefined
  const stopServer = isOurs ? await startTestServer() : async () => {}
  const template = await createTemplate(process.env.TEST_DATABASE_URL!).catch(async (error) => {
    await stopServer()
    throw error
  })
  process.env.TEST_DATABASE_TEMPLATE = template
  return async () => {
    if (!isOurs) await dropTemplate(process.env.TEST_DATABASE_URL!, template)
    await stopServer()
  }
}

// A test's data need not outlive a crash, so there is no fsync.
export const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  autovacuum: 'off',
}

async function startTestServer(): Promise<() => Promise<void>> {
  const parent = await fastestFolder()
  await removeLeftovers(parent)
  const dataDir = join(parent, `sarraf-test-${process.pid}`)
  const server = await startLocalPostgres({ dataDir, settings: fastSettings })
  process.env.TEST_DATABASE_URL = server.connectionString
  return async () => {
    await server.stop()
    delete process.env.TEST_DATABASE_URL
    await rm(dataDir, { recursive: true, force: true })
  }
}

const roomNeededBytes = 4_000_000_000

/** Memory where there is enough: a clone is hundreds of small files, 15 ms there and 100 to 400 on a disk. */
async function fastestFolder(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs('/dev/shm')
    await access('/dev/shm', constants.W_OK)
    return bavail * bsize > roomNeededBytes ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Removes the folders of runs that were killed. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = /^sarraf-test-(\d+)$/.exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {})
  }
}

async function createTemplate(adminConnection: string): Promise<string> {
  const name = `sarraf_template_${process.pid}`
  await dropTemplate(adminConnection, name)
  await createLogins(adminConnection, async (admin) => {
    await admin.query(`create database ${name} owner ${OWNER_LOGIN}`)
  })
  const url = new URL(adminConnection)
  url.pathname = `/${name}`
  await migrate(urlOf(url.href, OWNER_LOGIN))
  // A template with an open connection cannot be cloned.
  await run(adminConnection, `alter database ${name} with is_template true allow_connections false`)
  return name
}

async function dropTemplate(adminConnection: string, name: string): Promise<void> {
  await run(adminConnection, `update pg_database set datistemplate = false where datname = '${name}'`)
  await run(adminConnection, `drop database if exists ${name} with (force)`)
}

async function run(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
