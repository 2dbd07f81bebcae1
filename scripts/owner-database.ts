/** The database as its owner, for the commands of an operator. */
import pg from 'pg'
import { OperatorError } from '../server/setting-values.ts'
import { readDatabaseSettings } from '../server/config.ts'
import { connectClient } from '../server/db/connect-client.ts'
import { startLocalPostgres } from '../server/db/local-postgres/start.ts'

/** A request that cannot be executed: printed without a stack trace. */
export class Refused extends OperatorError {}

export type OwnerDatabase = { ownerUrl: string; database: pg.Client }

/** Works in the configured database, or in the bundled one, which a running server on it keeps. */
export async function withOwnerDatabase(work: (owner: OwnerDatabase) => Promise<void>): Promise<void> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = readDatabaseSettings()
  if (databaseUrl !== null && databaseOwnerUrl === null) {
    throw new Refused(
      'Set DATABASE_OWNER_URL: only the database owner may do this (docs/operations.md, "Database logins").',
    )
  }
  const local = databaseOwnerUrl === null ? await startLocalPostgres({ dataDir }) : null
  const ownerUrl = databaseOwnerUrl ?? local?.ownerUrl ?? ''
  const database = new pg.Client({ connectionString: ownerUrl })
  try {
    await connectClient(database, 'DATABASE_OWNER_URL')
    await work({ ownerUrl, database })
  } finally {
    await database.end()
    await local?.stop()
  }
}
