/**
 * A streaming replica for what visitors read. Signed-in users read from the primary, where their own writes are. How old the
 * replica is does not depend on its clock or on its word alone: the primary says up to where its log is written, and whatever was
 * committed before that question is on the replica once it has replayed up to there.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresPoolClient } from 'kysely'
import type { Logger } from 'pino'
import { codeOf } from './error-codes.ts'
import { BEGIN, assertPoolable, connect, databaseOn, isBusy, isOverloaded, isTimedOut, readOnly, sql } from './pool.ts'
import type { Db, Pool, PoolMode } from './pool.ts'
import { NOTHING, asViewer, currentScope } from './scope.ts'
import type { Scope } from './scope.ts'

export const REPLICA_LAG_MAX_MS = 3000
const POLL_MS = 1000
const CONNECT_TIMEOUT_MS = 1000
const REPLICA_POOL_SIZE = 8
/** Of a replica that stands still: older ones would only say how long it has. */
const MARKS_MAX = 100
const SERIALIZATION_FAILURE = '40001'

export type ReplicaReads = Pool & {
  /** Visitors read what was committed this long ago, or later; infinite while the replica is not used. */
  lagSeconds(): number
}

type ReplicaOptions = {
  /** Reads of the primary, for signed-in users, and for all while the replica is too old or does not answer. */
  primary: Pool
  primaryUrl: string
  mode: PoolMode
  outside?: Scope | undefined
  /** Of each statement. */
  timeoutMs: number
  log: Logger
  lagMaxMs?: number
  pollMs?: number
}

/**
 * Throws where the address is none of a replica of the primary, or its login could do too much. A replica that does not answer is
 * awaited in the background instead.
 */
export async function openReplicaReads(connectionString: string, options: ReplicaOptions): Promise<ReplicaReads> {
  const { primary, primaryUrl, mode, outside = NOTHING, timeoutMs, log } = options
  const { lagMaxMs = REPLICA_LAG_MAX_MS, pollMs = POLL_MS } = options
  const limits = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: 2 * timeoutMs }
  const settings = readOnly(timeoutMs, mode)
  const open = (url: string, size: number) => connect(url, { size, settings, outside: NOTHING, mode, limits })
  const replica = open(connectionString, REPLICA_POOL_SIZE)
  // Of their own: behind slow reads the age would not be known in time.
  const watched = { primary: open(primaryUrl, 1), replica: open(connectionString, 1) }
  const closeAll = () => Promise.all([replica, watched.primary, watched.replica].map((pool) => pool.close()))
  const stopping = new AbortController()
  let isAdmitted = false
  /** What was committed before this moment is on the replica. */
  let asOf = -Infinity
  let marks: { at: number; written: bigint }[] = []

  async function look(): Promise<void> {
    if (!isAdmitted) await assertPoolable('DATABASE_REPLICA_URL', connectionString, { settings, mode })
    isAdmitted = true
    const at = performance.now()
    const written = await positionOf(watched.primary.db)
    const replayed = await positionOf(watched.replica.db)
    // A primary that itself recovers says nothing of what was committed.
    if (written.isReplica) return stopUsing()
    assertReplica(written, replayed)
    // After a failover the positions of a replica of the former primary are not those of the new one.
    if (replayed.timeline !== written.timeline) return stopUsing()
    marks = [...marks, { at, written: written.position }].slice(-MARKS_MAX)
    const newest = marks.findLastIndex((mark) => mark.written <= replayed.position)
    if (newest >= 0) asOf = marks[newest]!.at
    marks = marks.slice(newest + 1)
  }

  let isReported = false
  function report(error: unknown): void {
    if (!isReported) log.warn({ err: error }, 'the replica is not used')
    isReported = true
    stopUsing()
  }

  function stopUsing(): void {
    asOf = -Infinity
    marks = []
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await wait(pollMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      await look().then(() => (isReported = false), report)
    }
  }

  const lag = () => performance.now() - asOf

  async function connectToEither(): Promise<PostgresPoolClient> {
    if (lag() > lagMaxMs || (currentScope() ?? outside) !== NOTHING) return primary.connect()
    let client: PostgresPoolClient
    try {
      client = await replica.connect()
    } catch (error) {
      if (!isOverloaded(error)) stopUsing()
      return primary.connect()
    }
    const ofReplica = client
    let begin: string | null = null
    let isAnswered = false
    let isBroken = false

    async function query(text: string, values: readonly unknown[] = []) {
      try {
        const result = await client.query(text, values)
        if (BEGIN.test(text)) begin = text
        else isAnswered = true
        return result
      } catch (error) {
        if (client !== ofReplica || !isOfReplica(error)) throw error
        isBroken = true
        if (isLost(error)) stopUsing()
        // The statements of a transaction see one state of the database.
        if (begin !== null && isAnswered) throw error
        client = await primary.connect()
        isBroken = false
        ofReplica.release(true)
        if (begin !== null) await client.query(begin, [])
        return client.query(text, values)
      }
    }

    return { query, release: (destroy?: boolean) => client.release(destroy || isBroken) } as PostgresPoolClient
  }

  try {
    await look()
  } catch (error) {
    if (!isUnreachable(error)) {
      await closeAll()
      throw error
    }
    report(error)
  }
  const looking = keepLooking()
  return {
    db: databaseOn(connectToEither, replica.raw),
    raw: replica.raw,
    connect: connectToEither,
    lagSeconds: () => (lag() > lagMaxMs ? Infinity : lag() / 1000),
    async close() {
      stopping.abort()
      await looking
      await closeAll()
    },
  }
}

type Position = { cluster: string; database: string; isReplica: boolean; timeline: number; position: bigint }

/** Up to where the log is written, or replayed. A replica names the timeline of its last restart point. */
async function positionOf(db: Db): Promise<Position> {
  const { rows } = await asViewer(null, () =>
    sql<Position>`
      select (select system_identifier::text from pg_control_system()) as cluster, current_database() as database,
        pg_is_in_recovery() as is_replica,
        case when pg_is_in_recovery() then (select timeline_id from pg_control_checkpoint())
          else ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int end as timeline,
        pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end,
          '0/0')::int8 as position`.execute(db),
  )
  return rows[0]!
}

function assertReplica(primary: Position, replica: Position): void {
  if (replica.cluster !== primary.cluster || replica.database !== primary.database)
    throw new Error('DATABASE_REPLICA_URL leads to another database than DATABASE_URL, and to no replica of it.')
  if (!replica.isReplica)
    throw new Error('DATABASE_REPLICA_URL leads to a database that can be written: give it a streaming replica.')
}

/** By the codes of Postgres or of Node's network. */
function isUnreachable(error: unknown): boolean {
  return isBusy(error) || /^E[A-Z]/.test(codeOf(error) ?? '')
}

/** Whether the primary may still answer what the replica did not. */
function isOfReplica(error: unknown): boolean {
  return isLost(error) || (isBusy(error) && !isTimedOut(error)) || codeOf(error) === SERIALIZATION_FAILURE
}

function isLost(error: unknown): boolean {
  return isBusy(error) && !isOverloaded(error)
}
