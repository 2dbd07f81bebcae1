/** The system under measurement: a durable Postgres in a temporary folder, and the server as another process. */
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startLocalPostgres } from '../../server/db/local-postgres/start.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createTestDatabase } from '../../server/testing/database.ts'
import { startServerProcess } from '../../server/testing/servers/server-process.ts'

export type BenchEnvironment = {
  /** The superuser's. */
  connectionString: string
  appUrl: string
  url: string
  /** The database's name. */
  database: string
  /** The superuser's one connection. */
  owner: pg.Pool
  /** The server's process. */
  server: ChildProcess
  serverPid: number
  close(): Promise<void>
}

type Settings = {
  /** The server's (docs/operations.md). */
  server?: NodeJS.ProcessEnv
  postgres?: Record<string, string>
  /** With the demonstration's users, market and history. */
  isDemo?: boolean
}

/**
 * BENCH_NODE_OPTIONS reaches the server alone: `--cpu-prof --cpu-prof-dir=...` shows where its time goes. Under the tests the
 * database is one of theirs, unless Postgres needs settings.
 */
export async function openBenchEnvironment({
  server = {},
  postgres,
  isDemo,
}: Settings = {}): Promise<BenchEnvironment> {
  const isTest = process.env.TEST_DATABASE_TEMPLATE !== undefined && postgres === undefined
  const database = isTest ? await createTestDatabase() : await startDurable(postgres)
  const { connectionString, appUrl } = database
  const owner = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0 })
  owner.on('error', () => {})
  const running = await startServerProcess(appUrl, {
    ...(isDemo && { DEMO: '1', DATABASE_OWNER_URL: connectionString }),
    ...server,
    NODE_OPTIONS: server.NODE_OPTIONS ?? process.env.BENCH_NODE_OPTIONS ?? '',
  })
  return {
    connectionString,
    appUrl,
    url: running.url,
    database: new URL(connectionString).pathname.slice(1),
    owner,
    server: running.child,
    serverPid: running.child.pid!,
    async close() {
      await running.stop()
      await owner.end()
      await database.drop()
    },
  }
}

async function startDurable(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-'))
  const { stop, ...urls } = await startLocalPostgres({ dataDir, settings })
  await migrate(urls.ownerUrl)
  return {
    ...urls,
    drop: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
