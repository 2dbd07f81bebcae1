/** What one process publishes about itself, in the text format of Prometheus (docs/operations.md, "Monitoring"). */
import type pg from 'pg'
import type { Logger } from 'pino'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { openMetricsReads } from '../db/pool.ts'
import type { PoolMode } from '../db/pool.ts'
import { asSystem } from '../db/scope.ts'
import { cached } from '../http/cached.ts'
import { databaseMetrics } from './database-metrics.ts'
import { readDatabaseFigures } from './queries.ts'

/** However often and by however many it is scraped, a process reads the figures of the database once in this time. */
const FRESH_MS = 5000
const READ_TIMEOUT_MS = 1000
const DURATION_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The classes of HTTP's statuses, and `aborted`: the client hung up before the end of its answer. */
export const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx', 'aborted'] as const
export type StatusClass = (typeof STATUS_CLASSES)[number]

export type CountedRequest = {
  method: string
  /** The pattern, as /api/trades/:id, never an address. */
  route: string
  status: StatusClass
  /** Null for an event stream, which lasts as long as its page is open, and where the client hung up. */
  seconds: number | null
}

export type Metrics = {
  countRequest(request: CountedRequest): void
  /** Each scrape asks `count` for the open event streams. */
  watchStreams(count: () => number): void
  /** The text of one scrape. Takes seconds at most, also where the database does not answer. */
  read(): Promise<string>
  close(): Promise<void>
}

type MetricsOptions = {
  connectionString: string
  mode?: PoolMode
  /** By the name that the metrics give them. */
  pools: Readonly<Record<string, Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>>
  replica?: { lagSeconds(): number } | null
  log: Logger
}

export function openMetrics({
  connectionString,
  mode = 'session',
  pools,
  replica = null,
  log,
}: MetricsOptions): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Counter({
    name: 'sarraf_http_requests_total',
    help: 'Requests, by method, route and class of the status; aborted where the client hung up before the end of the answer.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'sarraf_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, without event streams and aborted requests.',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS,
    registers,
  })
  const connections = new Gauge({
    name: 'sarraf_database_connections',
    help: 'Open connections to the database, by pool and by whether they are in use or idle.',
    labelNames: ['pool', 'state'],
    registers,
  })
  const waiting = new Gauge({
    name: 'sarraf_database_connections_awaited',
    help: 'Queries and transactions that wait for a connection of the pool.',
    labelNames: ['pool'],
    registers,
  })
  const replicaLag = new Gauge({
    name: 'sarraf_replica_lag_seconds',
    help: 'The age, at most, of what visitors read from the replica; infinite while they read from the primary.',
    labelNames: ['pool'],
    registers,
  })
  const streams = new Gauge({ name: 'sarraf_event_streams', help: 'Open event streams.', registers })

  let countStreams = () => 0
  const reads = openMetricsReads(connectionString, READ_TIMEOUT_MS, mode)
  const readFigures = cached(FRESH_MS, () =>
    asSystem('metrics', () => readDatabaseFigures(reads.db)).catch((error: unknown) => {
      log.warn({ err: error }, 'the figures of the database could not be read')
      return null
    }),
  )

  return {
    countRequest({ method, route, status, seconds }) {
      requests.inc({ method, route, status })
      if (seconds !== null) durations.observe({ method, route }, seconds)
    },
    watchStreams: (count) => (countStreams = count),
    async read() {
      const ofDatabase = databaseMetrics(await readFigures())
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        connections.set({ pool, state: 'in_use' }, totalCount - idleCount)
        connections.set({ pool, state: 'idle' }, idleCount)
        waiting.set({ pool }, waitingCount)
      }
      if (replica) replicaLag.set({ pool: 'replica_reads' }, replica.lagSeconds())
      streams.set(countStreams())
      return Registry.merge([registry, ofDatabase]).metrics()
    },
    close: () => reads.close(),
  }
}
