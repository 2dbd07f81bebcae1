import { urlsOf } from '../logins.ts'
import type { DatabaseUrls } from '../logins.ts'
import { acquire } from './acquire.ts'
import { chooseAddress } from './address.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { connectionStringOf } from './connection.ts'
import { openDataFolder } from './folder.ts'
import { chooseRunner } from './runner.ts'

/** A Postgres this process can use; `stop` ends it when this process owns it. */
export type LocalPostgres = DatabaseUrls & {
  /** The superuser's, for tests and tools; the product itself uses the two logins. */
  connectionString: string
  stop: () => Promise<void>
}

export type LocalPostgresOptions = {
  /** The folder that holds everything; the cluster lives in `postgres` inside it. */
  dataDir: string
  log?: (message: string) => void
  /** Extra server settings, for test clusters that need no durability. */
  settings?: Record<string, string>
}

const lookEveryMs = 250

/**
 * Starts the bundled Postgres 18 on a data folder and waits until it answers: 1 to 2 s the first time, about
 * 0.2 s afterwards. It stops with this process, however this process ends. When another live process already
 * runs a server on the folder, that one is used, and only its owner stops it. Should the server end while it is
 * needed (killed, or its owner has left), it is started again at the same address.
 * Throws an Error with the end of Postgres's own log when it cannot start.
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const log = options.log ?? (() => {})
  const folder = await openDataFolder(options.dataDir)
  const binaries = await findBinaries(folder.path)
  const runner = await chooseRunner(folder, binaries)
  const address = await chooseAddress(folder, runner)
  await ensureCluster({ folder, binaries, runner, address, log })
  const plan = { folder, binaries, runner, address, settings: options.settings ?? {} }

  let server = await acquire(plan)
  let recovery: Promise<void> | null = null
  const timer = setInterval(() => {
    if (!server.isRunning()) recovery ??= recover().finally(() => (recovery = null))
  }, lookEveryMs).unref()

  async function recover(): Promise<void> {
    log('The local Postgres has ended; starting it again')
    try {
      server = await acquire(plan)
    } catch (error) {
      log(error instanceof Error ? error.message : String(error))
    }
  }

  async function stop(): Promise<void> {
    clearInterval(timer)
    await recovery
    await server.stop()
  }

  const connectionString = connectionStringOf(address, 'sarraf')
  return { connectionString, ...urlsOf(connectionString), stop }
}
