/**
 * Counts what an act costs Postgres: what the application's connections sent, and what the cluster's own statistics say that this
 * led to. The cluster must have no other work (counted-database.ts).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TestDatabase } from '../database.ts'

/** What one act costs: exact, but for the last three. */
export type Cost = {
  /** Statements that are sent while others of their connection are still under way share the trip of the first. */
  roundTrips: number
  transactions: number
  /** By the application, without begin and commit. */
  statementsSent: number
  /** Of constraint triggers that wait for the commit. */
  statementsAtCommit: number
  /** In functions and in triggers that do not wait, foreign keys included. */
  statementsInside: number
  functionCalls: number
  rowsInserted: number
  rowsUpdated: number
  rowsDeleted: number
  rowsReadInSequence: number
  buffers: number
  walBytes: number
}

export type Counted = {
  cost: Cost
  /** How often each table was read in sequence. */
  scans: Record<string, number>
  /** The calls of each statement and function. */
  details: Record<string, number>
}

export type Counters = { count(act: () => Promise<unknown>): Promise<Counted>; close(): Promise<void> }

/** Makes a connection report its statistics to the cluster immediately, and not within the next ten seconds. */
const FLUSH = 'select pg_stat_force_next_flush()'
/** Wakes the streams of other processes: several acts share one, and it comes some milliseconds later. */
const WAKE = 'select pg_notify($1, $2)'
/** Longer than acts are gathered for one wake. */
const QUIET_MS = 15
/** A begin that sets the scope in the same round trip. */
const SCOPED_BEGIN = /^begin; /

/** Counts from now on; open the application afterwards, so that all of its connections are known. */
export async function openCounters({ connectionString, appUrl }: TestDatabase): Promise<Counters> {
  const reader = new pg.Client({ connectionString })
  await reader.connect()
  const traffic = listen(new pg.Client({ connectionString: appUrl }), reader)

  async function snapshot() {
    await traffic.quiet()
    // A connection that is about to be closed reports when it ends.
    for (const client of traffic.clients) await traffic.silently(client, FLUSH).catch(() => {})
    return readStatistics(reader, [...traffic.clients].filter(traffic.isApplication).map(processOf))
  }

  return {
    async count(act) {
      const before = await snapshot()
      traffic.sent.length = 0
      await act()
      await traffic.quiet()
      const sent = traffic.sent.filter(({ text }) => text !== WAKE)
      return difference(before, await snapshot(), sent)
    },
    async close() {
      traffic.remove()
      await reader.end()
    },
  }
}

type Sent = { text: string; client: pg.Client; beginsTrip: boolean }
type Query = (this: pg.Client, ...args: unknown[]) => unknown

/** Hears every statement that this process sends to the cluster of `application`, a connection that need not be open. */
function listen(application: pg.Client, reader: pg.Client) {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const plain = prototype.query
  const clients = new Set<pg.Client>()
  const sent: Sent[] = []
  const waiting = new Map<pg.Client, number>()
  let last = 0
  const isHere = ({ host, port }: pg.Client) => host === application.host && port === application.port
  const isApplication = ({ user }: pg.Client) => user === application.user

  prototype.query = function (...args) {
    const result = plain.apply(this, args)
    if (this === reader || !isHere(this)) return result
    if (!clients.has(this)) this.once('end', () => clients.delete(this))
    clients.add(this)
    if (!isApplication(this)) return result
    const [config] = args as [string | { text: string }]
    const underWay = waiting.get(this) ?? 0
    sent.push({ text: typeof config === 'string' ? config : config.text, client: this, beginsTrip: underWay === 0 })
    last = performance.now()
    if (result instanceof Promise) {
      waiting.set(this, underWay + 1)
      const done = () => waiting.set(this, waiting.get(this)! - 1)
      result.then(done, done)
    }
    return result
  }
  return {
    clients,
    sent,
    isApplication,
    silently: (client: pg.Client, text: string) => plain.call(client, text) as Promise<unknown>,
    async quiet() {
      const isWaiting = () => [...waiting.values()].some((count) => count > 0)
      while (isWaiting() || performance.now() - last < QUIET_MS) await sleep(1)
    },
    remove() {
      prototype.query = plain
    },
  }
}

function processOf(client: pg.Client): number {
  return (client as unknown as { processID: number }).processID
}

type Statistics = Awaited<ReturnType<typeof readStatistics>>

async function readStatistics(reader: pg.Client, processes: number[]) {
  const numbers = async (text: string, values: unknown[] = []) => {
    const { rows } = await reader.query<Record<string, unknown>>(text, values)
    return new Map(
      rows.map(({ name, ...row }) => [
        String(name),
        Object.fromEntries(Object.entries(row).map(([column, value]) => [column, Number(value)])),
      ]),
    )
  }
  return {
    tables: await numbers(
      `select relname as name, seq_scan as scans, seq_tup_read as read, n_tup_ins as inserted, n_tup_upd as updated,
         n_tup_del as deleted from pg_stat_user_tables`,
    ),
    functions: await numbers('select funcname as name, sum(calls) as calls from pg_stat_user_functions group by 1'),
    // The owner's statements are those inside functions that run with its privileges.
    statements: await numbers(
      `select case when toplevel then 'sent: ' else 'inside: ' end || query as name, sum(calls) as calls
       from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
         and userid <> (select usesysid from pg_user where usename = current_user) and query not in ($1, $2)
       group by 1`,
      [FLUSH, WAKE],
    ),
    processes: await numbers(
      `select p as name, (select sum(hits + reads) from pg_stat_get_backend_io(p)) as buffers,
         (select wal_bytes from pg_stat_get_backend_wal(p)) as wal from unnest($1::int[]) p`,
      [processes],
    ),
  }
}

function difference(before: Statistics, after: Statistics, sent: readonly Sent[]): Counted {
  const grown = (kind: keyof Statistics, column: string) => {
    const entries = [...after[kind]].map(([name, now]): [string, number] => [
      name,
      now[column]! - (before[kind].get(name)?.[column] ?? 0),
    ])
    return Object.fromEntries(entries.filter(([, count]) => count !== 0))
  }
  const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)
  const statements = grown('statements', 'calls')
  const functions = grown('functions', 'calls')
  const atTopLevel = total(Object.fromEntries(Object.entries(statements).filter(([name]) => name.startsWith('sent: '))))
  const scoped = sent.filter(({ text }) => SCOPED_BEGIN.test(text)).length
  return {
    cost: {
      roundTrips: sent.filter(({ beginsTrip }) => beginsTrip).length,
      transactions: transactionsOf(sent),
      statementsSent: sent.filter(({ text }) => !/^(begin|commit|rollback)\b/.test(text)).length,
      statementsAtCommit: atTopLevel - sent.length - scoped,
      statementsInside: total(statements) - atTopLevel,
      functionCalls: total(functions),
      rowsInserted: total(grown('tables', 'inserted')),
      rowsUpdated: total(grown('tables', 'updated')),
      rowsDeleted: total(grown('tables', 'deleted')),
      rowsReadInSequence: total(grown('tables', 'read')),
      buffers: total(grown('processes', 'buffers')),
      walBytes: total(grown('processes', 'wal')),
    },
    scans: grown('tables', 'scans'),
    details: {
      ...statements,
      ...Object.fromEntries(Object.entries(functions).map(([name, calls]) => [`function: ${name}`, calls])),
    },
  }
}

/** Statements outside a transaction are one each. */
function transactionsOf(sent: readonly Sent[]): number {
  const open = new Set<pg.Client>()
  let transactions = 0
  for (const { text, client } of sent) {
    if (/^begin\b/.test(text)) open.add(client)
    if (!open.has(client) || /^commit\b/.test(text)) transactions++
    if (/^(commit|rollback)\b/.test(text)) open.delete(client)
  }
  return transactions
}
