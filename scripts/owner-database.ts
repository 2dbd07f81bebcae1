/** The database as its owner, for the commands of an operator. */
import pg from 'pg'
import { readConfig } from '../server/config.ts'
import type { Config } from '../server/config.ts'
import { startLocalPostgres } from '../server/local-postgres/start.ts'

/** A request that cannot be executed: printed without a stack trace. */
export class Refused extends Error {}

export type OwnerDatabase = { config: Config; ownerUrl: string; database: pg.Client }

/** Works in the configured database, or in the bundled one, which a running server on it keeps. */
export async function withOwnerDatabase(work: (owner: OwnerDatabase) => Promise<void>): Promise<void> {
  const config = readConfig()
  if (config.databaseUrl !== null && config.databaseOwnerUrl === null) {
    throw new Refused(
      'Set DATABASE_OWNER_URL: only the database owner may do this (docs/operations.md, "Database logins").',
    )
  }
  const local = config.databaseUrl === null ? await startLocalPostgres({ dataDir: config.dataDir }) : null
  const ownerUrl = config.databaseOwnerUrl ?? local?.ownerUrl ?? ''
  const database = new pg.Client({ connectionString: ownerUrl })
  try {
    await database.connect()
    await work({ config, ownerUrl, database })
  } finally {
    await database.end()
    await local?.stop()
  }
}
