/** Three Postgres nodes under Patroni with one etcd, behind HAProxy: all from the distribution's packages, with the settings of docs/operations.md. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { stringify, parse } from 'yaml'
import { freePort } from '../../db/local-postgres/free-port.ts'
import { exampleBeginning } from '../operations-page.ts'
import { AS_PLAIN_USER, hasDistributionPostgres, postgresPrograms } from './distribution-postgres.ts'
import { hasHaproxy, startDatabaseHaproxy } from './haproxy.ts'
import { startNetworkLink } from './network-link.ts'
import type { NetworkLink } from './network-link.ts'
import { signalWithChildren } from './signal-with-children.ts'
import type { ProcessSignal } from './signal-with-children.ts'
import { untilPostgresAnswers } from './until-postgres-answers.ts'

const PATRONI = '/usr/bin/patroni'
const ETCD = '/usr/bin/etcd'
/** The signal that follows is sent when this process ends, however it does; Patroni then stops its Postgres. */
const WITH_PARENT = ['setpriv', '--pdeathsig']
const NAMES = ['a', 'b', 'c'] as const
const READY_WITHIN_MS = 120_000
const ASKED_MS = 1000

export const hasPatroni = hasDistributionPostgres && hasHaproxy && existsSync(PATRONI) && existsSync(ETCD)

/** What happens to the leader. `postgres killed` leaves its Patroni alive. */
export type Fault = 'postgres killed' | 'node killed' | 'frozen' | 'cut off'

export type PatroniCluster = {
  /** The superuser's address, which leads to the leader. */
  connectionString: string
  /**
   * Makes the leader fail; `repair` undoes it, and resolves when the former leader is a replica and one replica is synchronous. It
   * throws when no other node has become the leader since.
   */
  fail: (fault: Fault) => Promise<{ repair: () => Promise<void> }>
  stop: () => Promise<void>
}

type Node = {
  name: string
  folder: string
  /** Of its REST API, not through its link. */
  restPort: number
  /** What the others and HAProxy reach its Postgres and its REST API through, and what its Patroni reaches etcd through. */
  links: { postgres: NetworkLink; rest: NetworkLink; etcd: NetworkLink }
  patroni: ChildProcess
}

export async function startPatroniCluster(): Promise<PatroniCluster> {
  const folder = await mkdtemp('/tmp/sarraf-patroni-')
  await chmod(folder, 0o755)
  const log: string[] = []
  const etcd = await startEtcd(join(folder, 'etcd'), log)
  const nodes: Node[] = []
  for (const name of NAMES) nodes.push(await startNode(name, join(folder, name), etcd.port, log))
  const addresses = nodes.map(({ name, links }) => [name, { port: links.postgres.port, restPort: links.rest.port }])
  const haproxy = await startDatabaseHaproxy(Object.fromEntries(addresses))
  const connectionString = `postgres://postgres@127.0.0.1:${haproxy.port}/postgres`

  async function fail(fault: Fault) {
    const leader = await leaderOf(nodes)
    const timeline = await timelineOf(leader)
    if (postmasterOf(leader) === null) throw new Error(`the Postgres of the leader ${leader.name} was not found`)
    const { postgres, rest, etcd: toEtcd } = leader.links
    if (fault === 'postgres killed') signalPostgres(leader, 'SIGKILL')
    if (fault === 'node killed') await killNode(leader)
    if (fault === 'frozen') signalNode(leader, 'SIGSTOP')
    if (fault === 'cut off') for (const link of [postgres, rest, toEtcd]) link.cut()
    const repair = async () => {
      if (fault === 'node killed') leader.patroni = startPatroni(leader.folder, log)
      if (fault === 'frozen') signalNode(leader, 'SIGCONT')
      if (fault === 'cut off') for (const link of [postgres, rest, toEtcd]) link.mend()
      await untilWhole(connectionString, nodes)
      const next = await leaderOf(nodes)
      const nextTimeline = await timelineOf(next)
      if (next === leader || nextTimeline <= timeline) {
        const was = `before "${fault}" it was node ${leader.name} on timeline ${timeline}`
        throw new Error(`no failover: the leader is node ${next.name} on timeline ${nextTimeline}, and ${was}`)
      }
    }
    return { repair }
  }

  async function stop(): Promise<void> {
    for (const node of nodes) await killNode(node)
    for (const { links } of nodes) for (const link of Object.values(links)) link.close()
    await haproxy.stop()
    await etcd.stop()
    await rm(folder, { recursive: true, force: true })
  }

  try {
    await untilPostgresAnswers(connectionString, READY_WITHIN_MS)
    await untilWhole(connectionString, nodes)
  } catch (error) {
    await stop()
    throw new Error(`the cluster did not start:\n${log.join('')}`, { cause: error })
  }
  return { connectionString, fail, stop }
}

async function startEtcd(folder: string, log: string[]): Promise<{ port: number; stop: () => Promise<void> }> {
  const port = await freePort('127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const peers = `http://127.0.0.1:${await freePort('127.0.0.1')}`
  const addresses = {
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `default=${peers}`,
  }
  const options = Object.entries(addresses).map(([name, value]) => `--${name}=${value}`)
  const [runner, ...args] = [...WITH_PARENT, 'KILL', ETCD, `--data-dir=${folder}`, '--log-level=error', ...options]
  const child = spawn(runner!, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  keep(child, log)
  return { port, stop: () => killed(child) }
}

async function startNode(name: string, folder: string, etcdPort: number, log: string[]): Promise<Node> {
  await mkdir(folder)
  const ports = { postgres: await freePort('127.0.0.1'), rest: await freePort('127.0.0.1') }
  const links = {
    postgres: await startNetworkLink(ports.postgres),
    rest: await startNetworkLink(ports.rest),
    etcd: await startNetworkLink(etcdPort),
  }
  const { bootstrap } = parse(await exampleBeginning('bootstrap:')) as { bootstrap: object }
  const settings = {
    scope: 'sarraf',
    name,
    restapi: { listen: `127.0.0.1:${ports.rest}`, connect_address: `127.0.0.1:${links.rest.port}` },
    // Otherwise Patroni asks etcd for its address, and goes past the link.
    etcd3: { hosts: [`127.0.0.1:${links.etcd.port}`], use_proxies: true },
    bootstrap: {
      ...bootstrap,
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums', 'no-sync'],
    },
    postgresql: {
      listen: `127.0.0.1:${ports.postgres}`,
      connect_address: `127.0.0.1:${links.postgres.port}`,
      data_dir: join(folder, 'cluster'),
      bin_dir: postgresPrograms,
      pgpass: join(folder, 'pgpass'),
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      // Processes are killed here, not the machine, which keeps what they wrote.
      parameters: { unix_socket_directories: '', fsync: 'off' },
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      basebackup: [{ checkpoint: 'fast' }, 'no-sync'],
    },
    watchdog: { mode: 'off' },
  }
  await writeFile(join(folder, 'patroni.yml'), stringify(settings))
  return { name, folder, restPort: ports.rest, links, patroni: startPatroni(folder, log) }
}

function startPatroni(folder: string, log: string[]): ChildProcess {
  const [runner, ...prefix] = [...AS_PLAIN_USER, ...WITH_PARENT, 'TERM', PATRONI, join(folder, 'patroni.yml')]
  const child = spawn(runner!, prefix, { stdio: ['ignore', 'pipe', 'pipe'] })
  keep(child, log)
  return child
}

/** Keeps what it prints, for the case that the cluster does not start. */
function keep(child: ChildProcess, log: string[]): void {
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => log.push(part.toString()))
}

async function leaderOf(nodes: readonly Node[]): Promise<Node> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(100)) {
    for (const node of nodes) {
      if (await says(node, 'primary')) return node
    }
  }
  throw new Error('the cluster has no leader')
}

/** Whether the node's Patroni says that it is one. */
async function says({ restPort }: Node, role: 'primary' | 'synchronous'): Promise<boolean> {
  const signal = AbortSignal.timeout(ASKED_MS)
  const answer = await fetch(`http://127.0.0.1:${restPort}/${role}`, { signal }).catch(() => null)
  await answer?.body?.cancel()
  return answer?.ok ?? false
}

/** Null where it has ended. It is no child of its Patroni, and a number that is left may be that of another process. */
function postmasterOf({ folder }: Node): number | null {
  const cluster = join(folder, 'cluster')
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster) ? pid : null
  } catch {
    return null
  }
}

function signalPostgres(node: Node, signal: ProcessSignal): void {
  const postmaster = postmasterOf(node)
  if (postmaster !== null) signalWithChildren(postmaster, signal)
}

function signalNode(node: Node, signal: ProcessSignal): void {
  if (isRunning(node.patroni)) signalWithChildren(node.patroni.pid!, signal)
  signalPostgres(node, signal)
}

async function killNode(node: Node): Promise<void> {
  signalNode(node, 'SIGKILL')
  await killed(node.patroni)
}

async function killed(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

/**
 * Waits until the leader has as many replicas as there are other nodes, and all have its timeline: a former leader streams for a moment
 * before it is rewound. Patroni has named one of them as synchronous, without which none may become the leader.
 */
async function untilWhole(connectionString: string, nodes: readonly Node[]): Promise<void> {
  let seen: unknown
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(200)) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: ASKED_MS, query_timeout: ASKED_MS })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query('select application_name, state from pg_stat_replication')
      const timelines = await Promise.all(nodes.map(timelineOf))
      seen = { replicas: rows, timelines }
      const streaming = new Set(rows.filter(({ state }) => state === 'streaming').map((row) => row.application_name))
      const isNamed = (await Promise.all(nodes.map((node) => says(node, 'synchronous')))).includes(true)
      if (streaming.size === nodes.length - 1 && isNamed && new Set(timelines).size === 1) return
    } catch (error) {
      seen = error
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new Error(`the cluster is not whole: ${JSON.stringify(seen)}`)
}

async function timelineOf({ restPort }: Node): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${restPort}/patroni`, { signal: AbortSignal.timeout(ASKED_MS) })
  const { state, timeline } = (await answer.json()) as { state: string; timeline?: number }
  if (state !== 'running' || timeline === undefined) throw new Error(`a node is ${state}`)
  return timeline
}
