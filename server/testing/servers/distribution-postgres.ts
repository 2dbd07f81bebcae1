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
  /** A streaming replica of it, with the same logins and databases, which is stopped before it. */
  startReplica: () => Promise<Replica>
  stop: () => Promise<void>
}

export type Replica = DistributionPostgres & {
  /** Starts it again on the same port after `halt`, which keeps its folder. */
  start: () => Promise<void>
  halt: () => Promise<void>
}

const programs = PROGRAMS[0]!
const [runner, ...prefix] = AS_PLAIN_USER

export async function startDistributionPostgres(): Promise<DistributionPostgres> {
  const folder = await newFolder()
  const initdb = [
    '-D',
    join(folder, 'cluster'),
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]
  runProgram('initdb', initdb)
  const cluster = await clusterIn(folder)
  await cluster.start()
  return cluster
}

async function startReplicaOf(primary: string): Promise<Replica> {
  const folder = await newFolder()
  runProgram('pg_basebackup', ['-d', primary, '-D', join(folder, 'cluster'), '-R', '-X', 'stream', '-c', 'fast'])
  const replica = await clusterIn(folder)
  await replica.start()
  return replica
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp('/tmp/sarraf-distribution-')
  await chmod(folder, 0o755)
  return folder
}

function runProgram(name: string, args: readonly string[]): void {
  execFileSync(runner!, [...prefix, join(programs, name), ...args], { stdio: 'pipe' })
}

/** A cluster that is there already, on a port of its own. */
async function clusterIn(folder: string): Promise<Replica> {
  const port = await freePort('127.0.0.1')
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const connectionString = `postgres://postgres@127.0.0.1:${port}/postgres`
  let halt = async () => {}

  async function start(): Promise<void> {
    const server = spawn(runner!, [...prefix, join(programs, 'postgres'), '-D', join(folder, 'cluster'), ...options], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let log = ''
    server.stderr.on('data', (part: Buffer) => (log += part.toString()))
    halt = async () => {
      const gone = once(server, 'exit')
      if (server.exitCode === null && server.kill('SIGINT')) await gone
    }
    try {
      await untilPostgresAnswers(connectionString, READY_WITHIN_MS)
    } catch (error) {
      await stop()
      throw new Error(`the distribution's Postgres did not start:\n${log}`, { cause: error })
    }
  }

  async function stop(): Promise<void> {
    await halt()
    await rm(folder, { recursive: true })
  }

  return { connectionString, startReplica: () => startReplicaOf(connectionString), start, halt: () => halt(), stop }
}

function majorOf(folder: string): number {
  return Number(/\d+/.exec(folder)?.[0])
}
