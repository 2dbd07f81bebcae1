/** Before the first story and after the last one: a database, the server on it, and their end. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FullConfig } from '@playwright/test'
import pg from 'pg'
import { startLocalPostgres } from '../server/db/local-postgres.ts'
import { violations } from '../server/testing/violations.ts'

const READY_WITHIN_MS = 120_000
/** Nothing here outlives the run, so the disk is never waited for. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Starts everything; resolves to what takes it down again. The workers find the database in E2E_DATABASE_URL. */
export default async function stage(config: FullConfig): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-e2e-'))
  const postgres = await startLocalPostgres({ dataDir, settings: FAST })
  process.env.E2E_DATABASE_URL = postgres.connectionString
  const server = startServer(postgres.connectionString, String(config.projects[0]?.use.baseURL))
  const takeDown = async () => {
    await stopServer(server)
    try {
      await expectSound(postgres.connectionString)
    } finally {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  try {
    await ready(server, String(config.projects[0]?.use.baseURL))
    return takeDown
  } catch (error) {
    // What went wrong first is what is told.
    await takeDown().catch(() => {})
    throw error
  }
}

/** Whatever the stories did, the database finds nothing wrong with itself. */
async function expectSound(connectionString: string): Promise<void> {
  const owner = new pg.Pool({ connectionString, max: 1 })
  // The database may stop before the last connection has said goodbye.
  owner.on('error', () => {})
  const broken = await violations(owner)
  await owner.end()
  if (broken.length > 0) throw new Error(`The stories left the database broken: ${JSON.stringify(broken)}`)
}

function startServer(databaseUrl: string, baseUrl: string): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(new URL('serve.ts', import.meta.url))], {
    env: {
      ...process.env,
      PORT: new URL(baseUrl).port,
      DATABASE_URL: databaseUrl,
      DEMO: '1',
      REQUESTS_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = new Promise((done) => server.once('exit', done))
  server.kill('SIGTERM')
  await ended
}

async function ready(server: ChildProcess, baseUrl: string): Promise<void> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(100)) {
    if (server.exitCode !== null) throw new Error('The server has ended before the first story.')
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => null)
    if (answer?.ok) return
  }
  throw new Error(`The server did not answer at ${baseUrl}.`)
}
