/**
 * The settings of a connection, and whether it keeps them. They are made after connecting: a pooler refuses startup options, or
 * drops them without a word.
 */
import pg from 'pg'
import { connectClient } from './connect-client.ts'
import type { DatabaseSetting } from './connect-client.ts'

export type SessionSettings = Readonly<Record<string, string>>
type Values = Readonly<Record<string, string | null>>

export const ANSWER_WITHIN_MS = 4000
/** Two connections take turns in this order, so that a pooler that lends its backends in any order shows it. */
const TURNS = [0, 1, 1, 0, 0, 1, 1, 0]

/** Makes the settings for as long as the connection lasts, and returns them as Postgres writes them. Fails within seconds. */
export function applySettings(client: pg.ClientBase, settings: SessionSettings): Promise<Values> {
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, false)`,
  )
  return readValues(client, Object.keys(settings), calls)
}

const REMEDY: Readonly<Record<Exclude<DatabaseSetting, 'DATABASE_OWNER_URL'>, string>> = {
  DATABASE_URL:
    'set DATABASE_DIRECT_URL to the address of Postgres itself (for PgBouncer with pool_mode = transaction), or use the ' +
    'session mode of the pooler, or connect to Postgres itself.',
  DATABASE_DIRECT_URL: 'give it the address of Postgres itself.',
  DATABASE_REPLICA_URL: 'give it the address of Postgres itself, or use the session mode of the pooler.',
}

/**
 * Throws unless connections to this address keep their settings from one statement to the next, each its own. Behind a pooler
 * that works by transaction or by statement they do not, and a query would see the rows of another user.
 */
export async function assertSettingsHold(
  name: keyof typeof REMEDY,
  connectionString: string,
  settings: SessionSettings = {},
): Promise<void> {
  await withTwo(name, { connectionString }, async (clients) => {
    const made: Values[] = []
    for (const [n, client] of clients.entries()) {
      made.push(await applySettings(client, { ...settings, 'app.connection': `${n}` }))
    }
    for (const turn of TURNS) {
      if (await areKept(clients[turn]!, made[turn]!)) continue
      throw new Error(
        `${name} leads through a connection pooler that loses the settings of a connection, its time limits and whose rows it ` +
          `may see: ${REMEDY[name]}`,
      )
    }
  })
}

/**
 * Throws unless a transaction at this address is one: its statements, sent together while another connection does the same, run
 * on one backend with the settings that it began with.
 */
export async function assertTransactionsHold(name: DatabaseSetting, connectionString: string): Promise<void> {
  const pipelined = { connectionString, pipeline: true, query_timeout: ANSWER_WITHIN_MS }
  await withTwo(name, pipelined, async (clients) => {
    // Alone at first: where the pooler refuses it and hangs up, statements behind it would hide its answer.
    await clients[0]!.query('begin').catch(refuse)
    await clients[0]!.query('commit')
    const seen = await Promise.all(TURNS.map((turn, n) => readBack(clients[turn]!, `${n}`))).catch(refuse)
    if (seen.some((value, n) => value !== `${n}`)) refuse()
  })

  function refuse(error?: unknown): never {
    if (error !== undefined && !(error instanceof Error && BY_STATEMENT.test(error.message)))
      throw explained(error, 'a transaction began')
    throw new Error(
      `${name} leads through a connection pooler that does not keep a transaction together: use its transaction or session ` +
        'mode (in PgBouncer pool_mode = transaction), or connect to Postgres itself.',
      { cause: error },
    )
  }
}

/** What PgBouncer says in its mode by statement. */
const BY_STATEMENT = /^transaction blocks not allowed/

async function readBack(client: pg.Client, value: string): Promise<string | null> {
  const [, read] = await Promise.all([
    client.query(`begin; select set_config('app.connection', ${pg.escapeLiteral(value)}, true)`),
    client.query<{ value: string | null }>("select current_setting('app.connection', true) as value"),
    client.query('commit'),
  ])
  return read.rows[0]!.value
}

async function withTwo(
  name: DatabaseSetting,
  config: pg.ClientConfig,
  work: (clients: readonly pg.Client[]) => Promise<void>,
): Promise<void> {
  const clients = [0, 1].map(() => new pg.Client({ ...config, connectionTimeoutMillis: ANSWER_WITHIN_MS }))
  for (const client of clients) client.on('error', () => {})
  try {
    for (const client of clients) await connectClient(client, name)
    await work(clients)
  } finally {
    for (const client of clients) await client.end()
  }
}

async function areKept(client: pg.Client, made: Values): Promise<boolean> {
  const names = Object.keys(made)
  const calls = names.map((name) => `current_setting(${pg.escapeLiteral(name)}, true)`)
  const now = await readValues(client, names, calls)
  return names.every((name) => now[name] === made[name])
}

async function readValues(client: pg.ClientBase, names: readonly string[], calls: readonly string[]): Promise<Values> {
  const columns = calls.map((call, n) => `${call} as ${pg.escapeIdentifier(names[n]!)}`)
  const query = { text: `select ${columns.join(', ')}`, query_timeout: ANSWER_WITHIN_MS }
  try {
    return (await client.query<Values>(query)).rows[0]!
  } catch (error) {
    throw explained(error, 'a connection was set up')
  }
}

/** Whether this process gave up waiting for the answer to a statement. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** The error, or what it means where it is the time limit of this process. */
export function explained(error: unknown, when: string): unknown {
  if (!isUnanswered(error)) return error
  return new Error(
    `timeout exceeded when ${when}: the database does not answer, or the pooler before it has no connection left`,
    { cause: error },
  )
}
