/** The newest Postgres that the distribution's packages have installed, with a cluster of its own. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../db/local-postgres/free-port.ts'
import { untilPostgresAnswers } from './until-postgres-answers.ts'

/** Debian and Ubuntu, then Fedora and its relatives. */
const PROGRAMS = [
  ...globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => majorOf(b) - majorOf(a)),
  '/usr/bin',
].filter((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')))
/** Postgres refuses to run as root. */
const AS_PLAIN_USER = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : ['env']
const READY_WITHIN_MS = 20_000

export const hasDistributionPostgres = PROGRAMS.length > 0

export type DistributionPostgres = {
  /** The superuser's address. */
  connectionString: string
  stop: () => Promise<void>
}

export async function startDistributionPostgres(): Promise<DistributionPostgres> {
  const folder = await mkdtemp('/tmp/sarraf-distribution-')
  await chmod(folder, 0o755)
  const [programs, cluster] = [PROGRAMS[0]!, join(folder, 'cluster')]
  const [runner, ...prefix] = AS_PLAIN_USER
  const initdb = [join(programs, 'initdb'), '-D', cluster, '-U', 'postgres', '--auth=trust', '--encoding=UTF8']
  execFileSync(runner!, [...prefix, ...initdb, '--locale=C.UTF-8'], { stdio: 'pipe' })
  const port = await freePort('127.0.0.1')
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(runner!, [...prefix, join(programs, 'postgres'), '-D', cluster, ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  server.stderr.on('data', (part: Buffer) => (log += part.toString()))
  const stop = async () => {
    const gone = once(server, 'exit')
    if (server.exitCode === null && server.kill('SIGINT')) await gone
    await rm(folder, { recursive: true })
  }
  const connectionString = `postgres://postgres@127.0.0.1:${port}/postgres`
  try {
    await untilPostgresAnswers(connectionString, READY_WITHIN_MS)
  } catch (error) {
    await stop()
    throw new Error(`the distribution's Postgres did not start:\n${log}`, { cause: error })
  }
  return { connectionString, stop }
}

function majorOf(folder: string): number {
  return Number(/\d+/.exec(folder)?.[0])
}
