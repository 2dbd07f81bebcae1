import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { OWNER_LOGIN, urlsOf } from '../db/logins.ts'
import type { DatabaseUrls } from '../db/logins.ts'

/** A test's own database: fully migrated, without users, on the run's one server. */
export type TestDatabase = DatabaseUrls & {
  /** The superuser's, for reading rows and for attacks; the product gets `appUrl`. */
  connectionString: string
  drop: () => Promise<void>
}

/** Clones the template (15 ms in memory). `drop` ends open connections. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = setting('TEST_DATABASE_TEMPLATE')
  await runAsAdmin(
    `create database ${name} owner ${OWNER_LOGIN} template ${template} strategy file_copy`,
    // Privileges of the database itself are not cloned; migrate() revokes this one.
    `revoke temporary on database ${name} from public`,
  )
  const url = new URL(adminConnectionString())
  url.pathname = `/${name}`
  return {
    connectionString: url.href,
    ...urlsOf(url.href),
    drop: () => runAsAdmin(`drop database if exists ${name} with (force)`),
  }
}

/** The superuser's connection to the run's server, for tests that need more than their own database. */
export function adminConnectionString(): string {
  return setting('TEST_DATABASE_URL')
}

function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) {
    throw new Error(`${name} is not set: these tests run under Vitest with server/testing/servers/cluster.ts`)
  }
  return value
}

async function runAsAdmin(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminConnectionString() })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
