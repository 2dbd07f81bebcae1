/** The system under measurement: a durable Postgres in a temporary folder, and the server as another process. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalPostgres } from '../../server/db/local-postgres/start.ts'
import { migrate } from '../../server/db/migrate.ts'
import { startServerProcess } from '../../server/testing/servers/server-process.ts'

export type BenchEnvironment = {
  /** The superuser's. */
  connectionString: string
  appUrl: string
  url: string
  close(): Promise<void>
}

/**
 * `settings` are the server's (docs/operations.md). BENCH_NODE_OPTIONS reaches the server alone: `--cpu-prof
 * --cpu-prof-dir=...` shows where its time goes.
 */
export async function openBenchEnvironment(settings: NodeJS.ProcessEnv = {}): Promise<BenchEnvironment> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-bench-'))
  const postgres = await startLocalPostgres({ dataDir })
  const { connectionString, appUrl, ownerUrl } = postgres
  await migrate(ownerUrl)
  const server = await startServerProcess(appUrl, { ...settings, NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS ?? '' })
  return {
    connectionString,
    appUrl,
    url: server.url,
    async close() {
      await server.stop()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
