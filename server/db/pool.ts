/** Connections to Postgres, and the only function that runs a transaction. */
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import type { KyselyPlugin, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { codeOf } from './error-codes.ts'
import { DomainError } from '../../domain/errors.ts'
import { committed } from './after-commit.ts'
import { assertConfinedLogin } from './confined-login.ts'
import { connectClient } from './connect-client.ts'
import { spanningStatement } from './current-span.ts'
import { NOTHING, SYSTEM, currentActing, currentApplicationName, currentKey, currentScope } from './scope.ts'
import type { Scope } from './scope.ts'
import {
  ANSWER_WITHIN_MS,
  applySettings,
  assertSettingsHold,
  assertTransactionsHold,
  explained,
  isUnanswered,
} from './session-settings.ts'
import { PreparingClient } from './preparing-client.ts'
import type { SessionSettings } from './session-settings.ts'
import { LOCK_SECONDS, STATEMENT_SECONDS, allowedMs, longerTime } from './time-limits.ts'
import type { Db, Tx } from './types.ts'

export type { Db, DbOrTx, Tx } from './types.ts'

export const POOL_SIZE = 16
const CONNECT_TIMEOUT_MS = 4000
/** Within the time after which firewalls drop a connection without traffic. */
const KEEP_ALIVE_MS = 60_000
/** What rare statements have filled is free again after this time. */
const LIFETIME_S = 3600
const SETTINGS: SessionSettings = {
  lock_timeout: `${LOCK_SECONDS}s`,
  statement_timeout: `${STATEMENT_SECONDS}s`,
  idle_in_transaction_session_timeout: '5s',
}
/** Where the database has frozen, it is this process that gives up. */
const IN_TIME = { query_timeout: allowedMs(STATEMENT_SECONDS) }
export const PUBLIC_POOL_SIZE = 8
const RETRYABLE = new Set(['40001', '40P01'])
const RETRIES = 5
/** Lock or statement timeout, no connection left. */
const OVERLOADED = /^(55P03|57014|53\d\d\d)$/
/**
 * Server starting or going away, or a replica now: after a failover its connections are ended. So is a transaction that this
 * process leaves idle for too long.
 */
const DISCONNECTED = /^(57P0\d|08\d\d\d|25006|25P0[34])$/

pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)

/** Plugins of every query. The tests add a check of its rows. */
export const queryPlugins: KyselyPlugin[] = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]

export type Pool = { db: Db; raw: pg.Pool; connect(): Promise<PostgresPoolClient>; close(): Promise<void> }

/**
 * For how long a connection has one backend of Postgres to itself: as long as it lasts, or for each transaction, as behind PgBouncer
 * with `pool_mode = transaction`. By transaction nothing is kept in the session, neither a setting nor a prepared statement: each
 * transaction makes its settings for itself, and a statement outside any gets a transaction, in the same round trip.
 */
export type PoolMode = 'session' | 'transaction'

/**
 * The operator's word, not a guess: whose rows a query sees depends on it. Where connections lose their settings and it is not
 * given, the server does not start.
 */
export function poolModeOf({ databaseDirectUrl }: { databaseDirectUrl: string | null }): PoolMode {
  return databaseDirectUrl === null ? 'session' : 'transaction'
}

/**
 * Opens a pool that answers within seconds or fails, and never hangs. Refuses a login that could do more than the schema
 * grants to the application, and a pooler that loses what the mode relies on. `outside` is the scope of queries outside
 * any: tests and tools that call the product's functions themselves see everything.
 */
export async function openPool(
  connectionString: string,
  size = POOL_SIZE,
  outside: Scope = NOTHING,
  mode: PoolMode = 'session',
): Promise<Pool> {
  await assertPoolable('DATABASE_URL', connectionString, { settings: SETTINGS, mode })
  return connect(connectionString, { size, settings: SETTINGS, outside, mode, limits: IN_TIME })
}

/**
 * A second pool of the same login, for reads that need no account: it cannot write or use up the other pool, and a
 * statement that takes longer than `timeoutMs` is given up. Where the database has frozen, it is this process that gives up.
 */
export function openPublicReads(
  connectionString: string,
  timeoutMs: number,
  outside: Scope = NOTHING,
  mode: PoolMode = 'session',
): Pool {
  const limits = { query_timeout: timeoutMs + ANSWER_WITHIN_MS }
  return connect(connectionString, {
    size: PUBLIC_POOL_SIZE,
    settings: readOnly(timeoutMs, mode),
    outside,
    mode,
    limits,
  })
}

/**
 * One connection for the figures of server/metrics/. A read that takes longer than `timeoutMs` is given up, and where the
 * database does not answer at all, its connection with it.
 */
export function openMetricsReads(connectionString: string, timeoutMs: number, mode: PoolMode = 'session'): Pool {
  const limits = { connectionTimeoutMillis: 2 * timeoutMs, query_timeout: 2 * timeoutMs }
  return connect(connectionString, { size: 1, settings: readOnly(timeoutMs, mode), outside: NOTHING, mode, limits })
}

export function readOnly(timeoutMs: number, mode: PoolMode): SessionSettings {
  const setting = mode === 'session' ? 'default_transaction_read_only' : 'transaction_read_only'
  return { ...SETTINGS, statement_timeout: `${timeoutMs}ms`, [setting]: 'on' }
}

/**
 * One connection of the login that owns the database, for the history of a demonstration (server/demo/): the product's functions
 * run in one transaction with what only the owner may do.
 */
export function openOwnerPool(connectionString: string, mode: PoolMode): Pool {
  return connect(connectionString, { size: 1, settings: SETTINGS, outside: SYSTEM, mode, limits: IN_TIME })
}

type PoolOptions = {
  size: number
  settings: SessionSettings
  outside: Scope
  mode: PoolMode
  /** Of this process, where they are not the usual ones. */
  limits?: Pick<pg.PoolConfig, 'connectionTimeoutMillis' | 'query_timeout'>
}

export function connect(connectionString: string, options: PoolOptions): Pool {
  const { size, settings, outside, mode, limits } = options
  const inScope = { ...settings, ...settingsOf(outside) }
  const raw = new pg.Pool({
    connectionString,
    max: size,
    // The pool waits for the promise, which its types do not know.
    ...(mode === 'session' && { onConnect: (client) => applySettings(client, inScope) as unknown as void }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...limits,
    // Connections stay open: a new one has neither plans nor a catalog cache (docs/benchmarks.md).
    idleTimeoutMillis: 0,
    // A connection keeps all that it prepared.
    maxLifetimeSeconds: LIFETIME_S,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // A statement is sent while the one before it is still being executed, where no code waits for its rows.
    pipeline: true,
    Client: mode === 'session' ? PreparingClient : pg.Client,
  })
  // Without both listeners a database restart ends the process.
  raw.on('error', () => {})
  raw.on('connect', (client) => {
    client.on('error', () => {})
  })
  const connectOne = () => connectInScope(raw, options)
  const db = databaseOn(connectOne, raw)
  return { db, raw, connect: connectOne, close: () => db.destroy() }
}

/** Queries on connections that `connect` lends; closing it closes `raw`. */
export function databaseOn(connect: () => Promise<PostgresPoolClient>, raw: pg.Pool): Db {
  const pool = { connect, end: () => raw.end(), options: raw.options }
  return new Kysely({ dialect: new PostgresDialect({ pool }), plugins: queryPlugins })
}

/** What a connection's settings are outside transactions. */
const sessionScopes = new WeakMap<pg.PoolClient, string>()

const DEFERRED_MARK = '/* sent with the next */'
/**
 * Begins a statement of a transaction whose rows are not read: it is sent together with the next statement, or with the commit,
 * so that both take one round trip. Its failure is that of the statement with which it is sent.
 */
export const SENT_WITH_NEXT = sql.raw(DEFERRED_MARK)

/** More than an act on one trade defers. A transaction that notifies about many trades sends its statements in batches of this size. */
const DEFERRED_MAX = 32

/** The answer to what was not sent yet. */
const DEFERRED_RESULT: PostgresQueryResult<never> = { command: 'UPDATE', rowCount: 0, rows: [] }

type Sending = (position: number) => Promise<unknown>

export const BEGIN = /^(begin|start transaction)\b/
const END = /^(commit|rollback)$/

/**
 * A connection for one query or one transaction, which sees what the present scope may see. A transaction sets its scope
 * together with its begin, and the request that it belongs to, and sends both with its first statement. A single query sets it for the session, unless that has
 * it already; where the session is not ours, it is sent as a transaction of its own, in one round trip.
 */
async function connectInScope(
  raw: pg.Pool,
  { outside, mode, settings, limits }: PoolOptions,
): Promise<PostgresPoolClient> {
  const scope = settingsOf(currentScope() ?? outside, currentActing(), currentKey())
  const applicationName = currentApplicationName()
  const ofRequest: SessionSettings = applicationName === null ? {} : { application_name: applicationName }
  const client = await raw.connect()
  let isTransaction = false
  let isBegun = false
  let isGivenUp = false
  let statementMs = limits?.query_timeout
  // What goes out ahead of the next statement, in this order.
  let deferred: Sending[] = []

  async function query(text: string, values: readonly unknown[] = []): Promise<PostgresQueryResult<unknown>> {
    if (!isTransaction && BEGIN.test(text)) {
      isTransaction = true
      isBegun = false
      deferred.push((position) => begin(text, position))
      return DEFERRED_RESULT
    }
    if (!isTransaction && mode === 'transaction') {
      const [, result] = await allOf([begin('begin', 0), send(text, values, 1), ask({ text: 'commit', ...within(2) })])
      return result as PostgresQueryResult<unknown>
    }
    if (!isTransaction) await setForSession()
    const seconds = longerTime(text, values)
    if (seconds !== null) statementMs = allowedMs(seconds)
    const result = await sendWithEarlier(text, values)
    if (END.test(text)) {
      isTransaction = false
      statementMs = limits?.query_timeout
    }
    return result
  }

  /** `position` among what is sent together: the time of one statement begins when those before it have ended. */
  function send(text: string, values: readonly unknown[], position: number): Promise<unknown> {
    return spanningStatement(text, () => ask({ text, values: [...values], ...within(position) }))
  }

  function within(position: number): { query_timeout?: number } {
    return statementMs === undefined ? {} : { query_timeout: statementMs * (position + 1) }
  }

  /** What was given up costs its connection, which may not be lent again. */
  function ask(query: pg.QueryConfig): Promise<unknown> {
    return client.query(query).catch((error: unknown) => {
      isGivenUp ||= isUnanswered(error)
      throw error
    })
  }

  function begin(text: string, position: number): Promise<unknown> {
    if (mode === 'session')
      return ask({ text: `${text}; ${setting({ ...ofRequest, ...scope }, true)}`, ...within(position) })
    // The pooler may have no backend left. After this time the connection is closed; one that frees in this very moment may still execute
    // what was sent, unless the pooler gives up first (in PgBouncer query_wait_timeout).
    const waitMs = Math.min(limits?.query_timeout ?? ANSWER_WITHIN_MS, ANSWER_WITHIN_MS)
    const made = {
      text: `${text}; ${setting({ ...ofRequest, ...settings, ...scope }, true)}`,
      query_timeout: waitMs,
    }
    return ask(made).catch((error: unknown) => Promise.reject(explained(error, 'a transaction began')))
  }

  async function setForSession(): Promise<void> {
    const wanted = setting(scope, false)
    if ((sessionScopes.get(client) ?? setting(settingsOf(outside), false)) !== wanted) {
      await ask({ text: wanted })
      sessionScopes.set(client, wanted)
    }
  }

  async function sendWithEarlier(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    const sendThis: Sending = (position) => send(text, values, position)
    if (isTransaction && text.startsWith(DEFERRED_MARK) && deferred.length < DEFERRED_MAX) {
      deferred.push(sendThis)
      return DEFERRED_RESULT
    }
    if (text === 'rollback') {
      deferred = []
      if (!isBegun) return DEFERRED_RESULT
    }
    const sent = [...deferred, sendThis].map((one, position) => one(position))
    deferred = []
    isBegun = true
    return (await allOf(sent)).at(-1) as PostgresQueryResult<unknown>
  }

  return { query, release: (destroy?: boolean) => client.release(destroy || isGivenUp) } as PostgresPoolClient
}

/** Waits for all, and throws the first failure: after it a transaction refuses the rest. */
async function allOf(sent: readonly Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(sent)
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}

/** Whose rows a statement sees, and who acts. */
function settingsOf(scope: Scope, acting = NOTHING, key = NOTHING): SessionSettings {
  return { 'app.viewer': scope, 'app.acting': acting, 'app.key': key }
}

/** The statement that makes the settings, for the transaction or for the session. */
function setting(settings: SessionSettings, isLocal: boolean): string {
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, ${isLocal})`,
  )
  return `select ${calls.join(', ')}`
}

/** Runs `work` as `inRepeatedTransaction` does; a database that is overloaded or unreachable becomes the refusal `busy`. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inRepeatedTransaction(db, work)
  } catch (error) {
    throw isBusy(error) ? new DomainError('busy', { cause: error }) : error
  }
}

/**
 * Runs `work` in one transaction. A deadlock or serialization failure, as which a replica reports a conflict with its recovery, is
 * tried again, a few times at most.
 */
export async function inRepeatedTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      let scope: Tx | undefined
      const result = await db.transaction().execute((tx) => work((scope = tx)))
      if (scope) committed(db, scope)
      return result
    } catch (error) {
      if (!RETRYABLE.has(sqlState(error)) || attempt >= RETRIES) throw error
      await new Promise((done) => setTimeout(done, Math.random() * 20 * 2 ** attempt))
    }
  }
}

/** Whether the database could not answer now, as opposed to refusing. */
export function isBusy(error: unknown): boolean {
  if (isOverloaded(error) || isUnanswered(error) || DISCONNECTED.test(sqlState(error))) return true
  const text = error instanceof Error ? `${codeOf(error) ?? ''} ${error.message}` : ''
  return /ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|Connection terminated|not queryable/i.test(text)
}

/** Whether it, or the pool before it, has too much to do: the connections that there are work. */
export function isOverloaded(error: unknown): boolean {
  return OVERLOADED.test(sqlState(error)) || (error instanceof Error && /timeout exceeded/i.test(error.message))
}

/** Whether a constraint of the database refused a row, or a trigger that speaks as one. */
export function isRefusedByDatabase(error: unknown): boolean {
  return sqlState(error).startsWith('23')
}

/** Whether Postgres ended a statement at its time limit. */
export function isTimedOut(error: unknown): boolean {
  return sqlState(error) === '57014'
}

function sqlState(error: unknown): string {
  const code = codeOf(error)
  return code?.length === 5 ? code : ''
}

/** Throws where the address cannot carry a pool of this mode, or its login could do more than the schema grants to the application. */
export async function assertPoolable(
  name: 'DATABASE_URL' | 'DATABASE_REPLICA_URL',
  connectionString: string,
  { settings, mode }: Pick<PoolOptions, 'settings' | 'mode'>,
): Promise<void> {
  if (mode === 'session') await assertSettingsHold(name, connectionString, settings)
  else await assertTransactionsHold(name, connectionString)
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => {})
  await connectClient(client, name)
  try {
    await assertConfinedLogin(client, name)
  } finally {
    await client.end()
  }
}

export { sql }
