/**
 * Whole trades of many clients through one and several server processes over one database: how many a second, what is used of the
 * processors, and what gives way first. Clients take the processes in turns, as a proxy spreads them.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { liftTierLimits } from '../../server/testing/accounts/tiers.ts'
import { startServerProcess } from '../../server/testing/servers/server-process.ts'
import type { ServerProcess } from '../../server/testing/servers/server-process.ts'
import { openBenchEnvironment } from './environment.ts'
import type { BenchEnvironment } from './environment.ts'
import { openHttp, repeating } from './http.ts'
import { backendsOf, processorTime } from './processor-time.ts'
import { medianOf, runRound } from './sides.ts'
import { makeTrade, newPairs } from './traders.ts'
import type { Pair } from './traders.ts'

type ProcessesOptions = {
  processes: readonly number[]
  clients: readonly number[]
  rounds: number
  /** At least, in a round: every client has two. */
  trades: number
}

type Server = { url: string; pid: number }
type Size = { processes: number; clients: number; trades: number }
/** Of one round. `cores` are those in use on average. */
type Load = {
  perSecond: number
  p50: number
  cores: { postgres: number; servers: number; busiestServer: number; clients: number; machine: number }
  refused: number
  leftToWorker: number
}
/** Numbers of cores, as taskset has them. */
type Cores = { ofPostgres: string; ofTheRest: string }

/** What is used to this share is full. */
const FULL = 0.9
/** Asked once: binding this process to a core changes it. */
const CORES = availableParallelism()
const ALL_CORES = `0-${CORES - 1}`
const TABLES_SHOWN = 12

/**
 * `loads`: a row for each number of processes and clients. `moved`: most clients with Postgres on one core and everything else on
 * the other, and then with both cores for all. `growth`: what a thousand trades leave in the largest tables.
 */
export async function measureProcesses({ processes, clients, rounds, trades }: ProcessesOptions): Promise<{
  loads: Record<string, object>
  moved: Record<string, object>
  growth: Record<string, object>
  violations: string[]
}> {
  // A Postgres of its own also under the tests, since its processes are bound to cores.
  const environment = await openBenchEnvironment({ postgres: {} })
  const { owner, appUrl } = environment
  const started: ServerProcess[] = []
  try {
    while (started.length < Math.max(...processes) - 1) started.push(await startServerProcess(appUrl))
    const servers = [
      { url: environment.url, pid: environment.serverPid },
      ...started.map(({ url, child }) => ({ url, pid: child.pid! })),
    ]
    const pairs = await newPairs(environment, Math.max(...clients), 'p')
    await liftTierLimits(owner)
    const measure = (size: Size) => measureLoad(environment, servers.slice(0, size.processes), pairs, size)
    const sizes = processes.flatMap((processCount) =>
      clients.map((clientCount) => ({
        processes: processCount,
        clients: clientCount,
        trades: Math.max(trades, clientCount * 2),
      })),
    )
    const before = await bytesOf(environment)
    // The first round warms up.
    const inRounds: Load[][] = []
    for (let round = 0; round <= rounds; round++) {
      inRounds.push([])
      for (const size of sizes) inRounds[round]!.push(await measure(size))
    }
    const made = (rounds + 1) * sizes.reduce((sum, size) => sum + size.trades, 0)
    const growth = growthOf(before, await bytesOf(environment), made)
    const loads = sizes.map((size, n) => [nameOf(size), rowOf(inRounds.slice(1).map((round) => round[n]!))] as const)
    const largest = sizes.at(-1)!
    const moved: Record<string, object> = {}
    for (const [name, cores] of placements()) {
      await pin(environment, servers, cores)
      const measured: Load[] = []
      while (measured.length < rounds) measured.push(await measure(largest))
      moved[`${name}, ${nameOf(largest)}`] = rowOf(measured)
    }
    const { rows } = await owner.query('select rule, id from violations')
    return { loads: Object.fromEntries(loads), moved, growth, violations: rows.map((row) => JSON.stringify(row)) }
  } finally {
    for (const server of started) await server.stop()
    await environment.close()
    if (placements().length > 0) bind(process.pid, ALL_CORES)
  }
}

async function measureLoad(
  { owner, database }: BenchEnvironment,
  servers: readonly Server[],
  pairs: readonly Pair[],
  { clients, trades }: Size,
): Promise<Load> {
  let refused = 0
  let leftToWorker = 0
  const callers = servers.map(({ url }) => {
    const plain = openHttp(url, clients)
    return { http: repeating(plain, () => refused++), close: () => plain.close() }
  })
  const turns = Array<number>(clients).fill(0)
  await owner.query('delete from rate_limits')
  const timesOf = () => servers.map(({ pid }) => processorTime([pid]))
  const before = { servers: timesOf(), clients: process.cpuUsage(), machine: machineTime(), at: performance.now() }
  const { perSecond, p50, postgres, node } = await runRound(
    {
      piece: async (client) => {
        // In turns, since a buyer may ask for some quotes a minute only.
        const pair = pairs[(client + clients * turns[client]!++) % pairs.length]!
        const { isSettled } = await makeTrade(callers[client % callers.length]!.http, pair)
        if (!isSettled) leftToWorker++
      },
      postgres: async () => processorTime(await backendsOf(owner, database, '')),
      node: () => timesOf().reduce((sum, time) => sum + time, 0),
    },
    clients,
    trades,
  )
  const ms = performance.now() - before.at
  const { user, system } = process.cpuUsage(before.clients)
  const machine = machineTime()
  for (const caller of callers) caller.close()
  return {
    perSecond,
    p50,
    cores: {
      postgres: (postgres * perSecond) / 1000,
      servers: (node * perSecond) / 1000,
      busiestServer: Math.max(...timesOf().map((time, n) => (time - before.servers[n]!) / ms)),
      clients: (user + system) / 1000 / ms,
      machine: (CORES * (machine.busy - before.machine.busy)) / (machine.all - before.machine.all),
    },
    refused,
    leftToWorker,
  }
}

function rowOf(loads: readonly Load[]): object {
  const core = (name: keyof Load['cores']) => medianOf(loads.map(({ cores }) => cores[name]))
  const sum = (name: 'refused' | 'leftToWorker') => loads.reduce((total, load) => total + load[name], 0)
  return {
    'per s': medianOf(loads.map(({ perSecond }) => perSecond)).toFixed(1),
    'p50, ms': medianOf(loads.map(({ p50 }) => p50)).toFixed(0),
    'cores: Postgres': core('postgres').toFixed(2),
    'servers (busiest)': `${core('servers').toFixed(2)} (${core('busiestServer').toFixed(2)})`,
    clients: core('clients').toFixed(2),
    'the machine': core('machine').toFixed(2),
    full: fullOf(core),
    refused: sum('refused'),
    'left to the worker': sum('leftToWorker'),
  }
}

/** What gives way first: more clients make no more trades where one of these is full. */
function fullOf(core: (name: keyof Load['cores']) => number): string {
  if (core('busiestServer') >= FULL) return 'a server’s thread'
  if (core('machine') >= FULL * CORES) return 'all cores'
  return core('postgres') >= FULL ? 'one core of Postgres' : '-'
}

function nameOf({ processes, clients }: Size): string {
  return `${processes} ${processes === 1 ? 'process' : 'processes'}, ${clients} ${clients === 1 ? 'client' : 'clients'}`
}

/** None where processes cannot be bound to cores. */
function placements(): [name: string, Cores][] {
  if (process.platform !== 'linux' || CORES < 2) return []
  return [
    ['Postgres on one core, the rest on another', { ofPostgres: '0', ofTheRest: '1' }],
    [`Postgres and the rest on ${CORES} cores`, { ofPostgres: ALL_CORES, ofTheRest: ALL_CORES }],
  ]
}

/** Connections that Postgres opens later inherit the cores of its first process. */
async function pin({ owner }: BenchEnvironment, servers: readonly Server[], cores: Cores): Promise<void> {
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity
     union all select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int`,
  )
  for (const { pid } of rows) bind(pid, cores.ofPostgres)
  for (const pid of [process.pid, ...servers.map((server) => server.pid)]) bind(pid, cores.ofTheRest)
}

/** Without effect on a process that has ended meanwhile. */
function bind(pid: number, cores: string): void {
  const { error, status } = spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)], {
    stdio: 'ignore',
  })
  if (error) throw error
  if (status !== 0 && existsSync(`/proc/${pid}`))
    throw new Error(`process ${pid} cannot be bound to the cores ${cores}`)
}

/** Ticks of all cores since the machine's start; all zero where there is no /proc. */
function machineTime(): { busy: number; all: number } {
  if (process.platform !== 'linux') return { busy: 0, all: 0 }
  const ticks = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.trim().split(/\s+/).slice(1, 9).map(Number)
  const all = ticks.reduce((sum, tick) => sum + tick, 0)
  const [, , , idle = 0, waiting = 0] = ticks
  return { busy: all - idle - waiting, all }
}

/** Bytes by table, with indexes. */
async function bytesOf({ owner }: BenchEnvironment): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(relid) as bytes from pg_stat_user_tables`,
  )
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

function growthOf(before: Map<string, number>, after: Map<string, number>, trades: number): Record<string, object> {
  const grown = [...after].map(([name, bytes]) => ({ name, bytes: bytes - (before.get(name) ?? 0) }))
  const row = (bytes: number) => ({ 'MB a thousand trades': ((bytes / trades) * 1e-3).toFixed(2) })
  const largest = grown.toSorted((a, b) => b.bytes - a.bytes).slice(0, TABLES_SHOWN)
  const all = grown.reduce((sum, { bytes }) => sum + bytes, 0)
  return Object.fromEntries([['all tables', row(all)], ...largest.map(({ name, bytes }) => [name, row(bytes)])])
}
