/** PgBouncer before the test server, where it is installed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../db/local-postgres/free-port.ts'
import { untilPostgresAnswers } from './until-postgres-answers.ts'

/** Debian's package puts it where the path of a plain user does not lead. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const PROGRAM = FOLDERS.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path))
const AS_PLAIN_USER = ['unshare', '--user', '--map-user=1000', '--map-group=1000']
const READY_WITHIN_MS = 10_000

export const hasPgBouncer = PROGRAM !== undefined

export type PgBouncer = {
  /** The same database and login through the pooler. */
  pooled: (connectionString: string) => string
  stop: () => Promise<void>
}

/** Starts it before the database with these addresses; `settings` are its own. */
export async function startPgBouncer(
  connectionStrings: readonly string[],
  settings: Readonly<Record<string, string | number>>,
): Promise<PgBouncer> {
  const folder = await mkdtemp('/tmp/sarraf-pgbouncer-')
  const port = await freePort('127.0.0.1')
  const { host, port: serverPort } = new pg.Client({ connectionString: connectionStrings[0]! })
  const config = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    max_client_conn: 200,
    default_pool_size: 40,
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  await writeFile(
    config,
    ['[databases]', `* = host=${host} port=${serverPort}`, '[pgbouncer]', ...lines, ''].join('\n'),
  )
  const logins = connectionStrings.map((url) => new URL(url))
  await writeFile(users, logins.map((url) => `"${url.username}" "${decodeURIComponent(url.password)}"\n`).join(''))
  const child = await run(folder, host, config)
  let log = ''
  child.stderr.on('data', (part: Buffer) => (log += part.toString()))
  const pooled = (connectionString: string) => {
    const url = new URL(connectionString)
    return `postgres://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`
  }
  const stop = async () => {
    const gone = once(child, 'exit')
    if (child.kill('SIGTERM') && child.exitCode === null) await gone
    await rm(folder, { recursive: true })
  }
  try {
    await untilPostgresAnswers(pooled(connectionStrings[0]!), READY_WITHIN_MS)
  } catch (error) {
    await stop()
    throw new Error(`PgBouncer did not start:\n${log}`, { cause: error })
  }
  return { pooled, stop }
}

/** Like Postgres, it does not run as root: it becomes the user who may open the socket of the test server. */
async function run(folder: string, host: string, config: string) {
  const options = { stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'] }
  if (process.getuid?.() !== 0) return spawn(PROGRAM!, [config], options)
  const uid = host.startsWith('/') ? (await stat(host)).uid : 0
  await chmod(folder, 0o755)
  if (uid !== 0) return spawn(PROGRAM!, [config], { ...options, uid, gid: uid })
  const [program, ...args] = [...AS_PLAIN_USER, PROGRAM!, config]
  return spawn(program!, args, options)
}
