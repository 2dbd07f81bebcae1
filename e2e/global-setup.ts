/** Before the first story: a database and the server on it; after the last one: their end. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { install } from '../scripts/contracts/toolchain.ts'
import { startLocalPostgres } from '../server/db/local-postgres/start.ts'
import { openOwnerPool } from '../server/testing/owner-pool.ts'
import { violations } from '../server/testing/violations.ts'
import { ready, startServer, stopServer } from './server.ts'

/** The data need not outlive the run, so there is no fsync. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Starts everything; resolves to the teardown. The workers find the database in E2E_DATABASE_URL. Also installs the programs of
 * contracts/: otherwise both workers would, at the same time.
 */
export default async function globalSetup(config: FullConfig): Promise<() => Promise<void>> {
  await install()
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-e2e-'))
  const postgres = await startLocalPostgres({ dataDir, settings: FAST })
  process.env.E2E_DATABASE_URL = postgres.connectionString
  const baseUrl = String(config.projects[0]?.use.baseURL)
  const server = startServer({ databaseUrl: postgres.connectionString, baseUrl, demo: true })
  const tearDown = async () => {
    await stopServer(server)
    try {
      await expectSound(postgres.connectionString)
    } finally {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  try {
    await ready(server, baseUrl)
    return tearDown
  } catch (error) {
    // The first error is the one reported.
    await tearDown().catch(() => {})
    throw error
  }
}

/** After all stories the view `violations` is empty. */
async function expectSound(connectionString: string): Promise<void> {
  const owner = openOwnerPool(connectionString, 1)
  const broken = await violations(owner)
  await owner.end()
  if (broken.length > 0) throw new Error(`The stories left the database broken: ${JSON.stringify(broken)}`)
}
