/** A database on a Postgres of its own that counts: what other tests run concurrently is not in its counters. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startLocalPostgres } from '../../db/local-postgres/start.ts'
import { migrate } from '../../db/migrate.ts'
import type { TestDatabase } from '../database.ts'

const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  compute_query_id: 'on',
  track_functions: 'all',
  // Its statements and its new statistics would come at any moment.
  autovacuum: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

export async function openCountedDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-costs-'))
  const { stop, ...urls } = await startLocalPostgres({ dataDir, settings: SETTINGS })
  await migrate(urls.ownerUrl)
  const admin = new pg.Client({ connectionString: urls.connectionString })
  await admin.connect()
  await admin.query('create extension pg_stat_statements')
  await admin.end()
  return {
    ...urls,
    async drop() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
