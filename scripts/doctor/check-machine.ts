/** What the server needs of its machine: a built client, ports, and room for the bundled database. */
import { once } from 'node:events'
import { constants, existsSync } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { Config } from '../../server/config.ts'
import { codeOf } from '../../server/db/error-codes.ts'
import { listenRefusal } from '../../server/start-refusal.ts'
import { assertBuilt, canBuild } from '../build-stamp.ts'
import { failed, ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

export async function checkBuild(root: string): Promise<Finding> {
  if (!canBuild(root)) {
    await assertBuilt(root)
    return ok('The web client in build/ is of these sources.')
  }
  const isBuilt = await assertBuilt(root).then(
    () => true,
    () => false,
  )
  const folder = [join(root, 'build'), root].find((path) => existsSync(path))!
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  return isBuilt || isWritable
    ? ok('The packages that build the web client are installed: "npm start" builds it where it is outdated.')
    : failed(
        `"npm start" has to build the web client, and this user may not write to ${folder}: run "npm run build" as its owner.`,
      )
}

const ANSWER_WITHIN_MS = 2000

type Listener = {
  prefix: '' | 'METRICS_'
  /** What a running server of ours answers there. */
  path: string
  answer: RegExp
}
const SERVER: Listener = { prefix: '', path: '/livez', answer: /^\{"ok":true\}$/ }
const METRICS: Listener = { prefix: 'METRICS_', path: '/metrics', answer: /^# (HELP|TYPE) sarraf_/m }

export function checkPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding> {
  return checkListener({ host, port }, SERVER)
}

export async function checkMetricsPort({
  metricsHost: host,
  metricsPort: port,
}: Pick<Config, 'metricsHost' | 'metricsPort'>): Promise<Finding> {
  return port === null
    ? ok('METRICS_PORT is not set: no metrics are published.')
    : checkListener({ host, port }, METRICS)
}

/** Free, or taken by a running server of ours. */
async function checkListener(place: { host: string; port: number }, listener: Listener): Promise<Finding> {
  const name = `${listener.prefix}PORT ${place.port} of ${place.host}`
  try {
    const server = createServer().listen(place.port, place.host)
    await once(server, 'listening')
    server.close()
    return ok(`${name} is free.`)
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE' && (await isOurs(place, listener)))
      return ok(`A running server answers at ${name}.`)
    return failed(`${listenRefusal(error, place, listener.prefix)}.`)
  }
}

async function isOurs({ host, port }: { host: string; port: number }, { path, answer }: Listener): Promise<boolean> {
  const target = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    return answer.test(await (await fetch(`http://${target}:${port}${path}`, { signal })).text())
  } catch {
    return false
  }
}

/** Postgres stops where the disk is full, and a day's write-ahead log of a busy market is some hundred megabytes. */
const ROOM_MB = { warning: 2000, failed: 200 }

export type Free = (folder: string) => Promise<number>

/** Only the bundled database, and the secret of a demonstration, are in the folder. */
export async function checkDisk(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  freeMb: Free = freeMegabytes,
): Promise<Finding> {
  if (databaseUrl !== null) return ok('DATA_DIR is not used: the database is at DATABASE_URL. Watch the disk there.')
  const folder = await nearest(dataDir)
  const free = await freeMb(folder)
  await access(folder, constants.W_OK)
  const text = `${Math.round(free)} MB are free for DATA_DIR, ${dataDir}`
  if (free >= ROOM_MB.warning) return ok(`${text}.`)
  const advice = 'free some, or set DATA_DIR to a larger disk and move the folder there while the server is stopped.'
  return free < ROOM_MB.failed ? failed(`${text}: ${advice}`) : warning(`${text}: ${advice}`)
}

async function freeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return (bavail * bsize) / 1_000_000
}

/** The folder itself, or the one in which it will be made. */
async function nearest(folder: string): Promise<string> {
  for (let path = folder; ; path = dirname(path)) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere || path === dirname(path)) return path
  }
}
