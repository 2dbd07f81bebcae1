/** A cluster of its own on the newest Postgres that the distribution's packages have installed, or on other programs. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../db/local-postgres/free-port.ts'
import { OWNER_LOGIN, createLogins } from '../../db/logins.ts'
import { exampleBeginning } from '../operations-page.ts'
import { untilPostgresAnswers } from './until-postgres-answers.ts'

/** Debian and Ubuntu, then Fedora and its relatives. */
const PROGRAMS = [
  ...globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => majorOf(b) - majorOf(a)),
  '/usr/bin',
].filter((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')))
/** Postgres refuses to run as root. */
export const AS_PLAIN_USER =
  process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : ['env']
const READY_WITHIN_MS = 20_000

export const hasDistributionPostgres = PROGRAMS.length > 0

export type DistributionPostgres = {
  /** The superuser's address. */
  connectionString: string
  /** A streaming replica of it, with the same logins and databases, which is stopped before it. */
  startReplica: (settings?: Settings) => Promise<Replica>
  /** A base backup. */
  backUp: () => Promise<Backup>
  stop: () => Promise<void>
}

export type Replica = DistributionPostgres & {
  /** Starts it again on the same port after `halt`, which keeps its folder. */
  start: () => Promise<void>
  halt: () => Promise<void>
}

export type Backup = {
  /** Starts it as a cluster that replays the archived log up to a moment and then takes writes (docs/operations.md, "Backup"). */
  restore: (archive: string, moment: string) => Promise<DistributionPostgres>
  remove: () => Promise<void>
}

type Settings = Readonly<Record<string, string | number>>

export const postgresPrograms = PROGRAMS[0]!
const [runner, ...prefix] = AS_PLAIN_USER
const execute = promisify(execFile)

/** `environment` is that of its processes, beside ours; `programs` is the folder of another Postgres's. */
export async function startDistributionPostgres(
  settings: Settings = {},
  environment: NodeJS.ProcessEnv = {},
  programs = postgresPrograms,
): Promise<DistributionPostgres> {
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
  await runPostgresProgram('initdb', initdb, programs)
  const cluster = await clusterIn(folder, settings, environment, programs)
  await cluster.start()
  return cluster
}

async function startReplicaOf(primary: string, settings?: Settings): Promise<Replica> {
  const folder = await newFolder()
  await copyCluster(primary, folder, ['-R'])
  const replica = await clusterIn(folder, settings)
  await replica.start()
  return replica
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp('/tmp/sarraf-distribution-')
  await chmod(folder, 0o755)
  return folder
}

async function backUp(primary: string): Promise<Backup> {
  const folder = await newFolder()
  await copyCluster(primary, folder)
  return {
    async restore(archive, moment) {
      const cluster = join(folder, 'cluster')
      await writeFile(join(cluster, 'recovery.signal'), '')
      const example = await exampleBeginning('restore_command')
      const settings = example.replace('/archive', archive).replace(/(?<=recovery_target_time = ').*(?=')/, moment)
      await appendFile(join(cluster, 'postgresql.auto.conf'), settings)
      const restored = await clusterIn(folder)
      await restored.start()
      await untilWritable(restored.connectionString)
      return restored
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function copyCluster(primary: string, folder: string, options: readonly string[] = []): Promise<void> {
  const args = ['-d', primary, '-D', join(folder, 'cluster'), '-X', 'stream', '-c', 'fast', ...options]
  return runPostgresProgram('pg_basebackup', args)
}

async function untilWritable(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const until = Date.now() + READY_WITHIN_MS; ; await sleep(50)) {
      const { rows } = await client.query('select pg_is_in_recovery() as is_recovering')
      if (!rows[0].is_recovering) return
      if (Date.now() > until) throw new Error('the recovery of the backup has not ended')
    }
  } finally {
    await client.end()
  }
}

/** Runs one of its programs to its end; throws with what it printed when it fails. */
export async function runPostgresProgram(
  name: string,
  args: readonly string[],
  programs = postgresPrograms,
): Promise<void> {
  await execute(runner!, [...prefix, join(programs, name), ...args])
}

/** An empty database with both logins; `connectionString` is the superuser's, and so is the address it returns. */
export async function createDatabase(connectionString: string, name: string): Promise<string> {
  await createLogins(connectionString, async (admin) => {
    await admin.query(`create database ${name} owner ${OWNER_LOGIN} template template0`)
  })
  return new URL(`/${name}`, connectionString).href
}

/** A cluster that is there already, on a port of its own. */
async function clusterIn(
  folder: string,
  given: Settings = {},
  environment: NodeJS.ProcessEnv = {},
  programs = postgresPrograms,
): Promise<Replica> {
  const port = await freePort('127.0.0.1')
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', ...given }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const connectionString = `postgres://postgres@127.0.0.1:${port}/postgres`
  let halt = async () => {}

  async function start(): Promise<void> {
    const server = spawn(runner!, [...prefix, join(programs, 'postgres'), '-D', join(folder, 'cluster'), ...options], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...environment },
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

  return {
    connectionString,
    startReplica: (ofReplica) => startReplicaOf(connectionString, ofReplica),
    backUp: () => backUp(connectionString),
    start,
    halt: () => halt(),
    stop,
  }
}

function majorOf(folder: string): number {
  return Number(/\d+/.exec(folder)?.[0])
}
