/**
 * The settings of a connection, and whether it keeps them. They are made after connecting: a pooler refuses startup options, or
 * drops them without a word.
 */
import pg from 'pg'

export type SessionSettings = Readonly<Record<string, string>>
type Values = Readonly<Record<string, string | null>>

const ANSWER_WITHIN_MS = 4000
/** Two connections take turns in this order, so that a pooler that lends its backends in any order shows it. */
const TURNS = [0, 1, 1, 0, 0, 1, 1, 0]

/** Makes the settings for as long as the connection lasts, and returns them as Postgres writes them. Fails within seconds. */
export function applySettings(client: pg.ClientBase, settings: SessionSettings): Promise<Values> {
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, false)`,
  )
  return readValues(client, Object.keys(settings), calls)
}

/**
 * Throws unless connections to this address keep their settings from one statement to the next, each its own. Behind a pooler
 * that works by transaction or by statement they do not, and a query would see the rows of another user.
 */
export async function assertSettingsHold(
  name: 'DATABASE_URL' | 'DATABASE_OWNER_URL',
  connectionString: string,
  settings: SessionSettings = {},
): Promise<void> {
  const clients = [0, 1].map(() => new pg.Client({ connectionString, connectionTimeoutMillis: ANSWER_WITHIN_MS }))
  for (const client of clients) client.on('error', () => {})
  try {
    for (const client of clients) await client.connect()
    const made: Values[] = []
    for (const [n, client] of clients.entries()) {
      made.push(await applySettings(client, { ...settings, 'app.connection': `${n}` }))
    }
    for (const turn of TURNS) if (!(await areKept(clients[turn]!, made[turn]!))) throw new Error(notKept(name))
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

function notKept(name: string): string {
  return (
    `${name} leads through a connection pooler that loses the settings of a connection, its time limits and whose rows it ` +
    'may see: use its session mode (in PgBouncer pool_mode = session), or connect to Postgres itself.'
  )
}

async function readValues(client: pg.ClientBase, names: readonly string[], calls: readonly string[]): Promise<Values> {
  const columns = calls.map((call, n) => `${call} as ${pg.escapeIdentifier(names[n]!)}`)
  const query = { text: `select ${columns.join(', ')}`, query_timeout: ANSWER_WITHIN_MS }
  try {
    return (await client.query<Values>(query)).rows[0]!
  } catch (error) {
    if (!(error instanceof Error) || error.message !== 'Query read timeout') throw error
    throw new Error(
      'timeout exceeded when a connection was set up: the database does not answer, or the pooler before it has no connection left',
      { cause: error },
    )
  }
}
