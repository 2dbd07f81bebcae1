/** Records the statements the server runs for a piece of work, so that they can be run again without the server. */
import pg from 'pg'

type Value = { constant: unknown } | { parts: (string | { token: string })[] }
type Statement = { text: string; values: Value[]; rows: Row[] }
type Row = Record<string, unknown>

/** Statements that share a connection: a transaction with its begin and commit, or one statement alone. */
export type Recording = { units: Statement[][]; fresh: string[] }

type Heard = { client: object; text: string; values: unknown[]; rows: Row[] }

/**
 * Left out: notifying the live streams, which the server does for many trades in one statement under load, and choosing
 * whose rows a connection sees, since the bare side sees all rows.
 */
const LEFT_OUT = /^select (pg_notify|set_config\('app\.viewer')/

const SCOPED_BEGIN = /^begin; select set_config\('app\.viewer'/

export type Recorder = { record(work: () => Promise<{ fresh: string[] }>): Promise<Recording>; remove(): void }

/**
 * Listens to every connection of this process that is opened from now on. `record` keeps the statements while `work`
 * runs; `fresh` are the values that the work generated.
 */
export function installRecorder(): Recorder {
  const heard: Heard[] = []
  const remove = listen((entry) => heard.push(entry))
  async function recordWork(work: () => Promise<{ fresh: string[] }>): Promise<Recording> {
    heard.length = 0
    const { fresh } = await work()
    const tokens = tokensOf(heard, fresh)
    const units = unitsOf(heard.filter(({ text }) => !LEFT_OUT.test(text))).map((unit) =>
      unit.map(({ text, values, rows }) => ({ text, values: values.map((value) => template(value, tokens)), rows })),
    )
    return { units, fresh }
  }
  return { record: recordWork, remove }
}

/** Runs the recording again on connections of `pool`: `renew` replaces each generated value. */
export async function replay(
  pool: pg.Pool,
  { units, fresh }: Recording,
  renew: (old: string) => string,
): Promise<void> {
  const renewed = new Map(fresh.map((old) => [old, renew(old)]))
  for (const unit of units) {
    const client = await pool.connect()
    try {
      for (const statement of unit) {
        const values = statement.values.map((value) => filledIn(value, renewed))
        const { rows } = await (values.length > 0 ? client.query(statement.text, values) : client.query(statement.text))
        if (rows.length !== statement.rows.length)
          throw new Error(`another number of rows than before: ${statement.text}`)
        learn(statement.rows, rows as Row[], renewed)
      }
    } finally {
      client.release()
    }
  }
}

type Query = (this: object, config: string | pg.QueryConfig, values?: unknown[] | null, callback?: unknown) => unknown

function listen(hear: (entry: Heard) => void): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const plain = prototype.query
  prototype.query = function (config, values, ...rest) {
    const sent = typeof config === 'string' ? config : config.text
    const text = SCOPED_BEGIN.test(sent) ? 'begin' : sent
    const entry: Heard = {
      client: this,
      text,
      values: (typeof config === 'string' ? values : config.values) ?? [],
      rows: [],
    }
    hear(entry)
    const result = plain.call(this, config, values, ...rest)
    if (result instanceof Promise) void result.then(({ rows }) => (entry.rows = rows ?? [])).catch(() => {})
    return result
  }
  return () => {
    prototype.query = plain
  }
}

function unitsOf(heard: Heard[]): Heard[][] {
  const units: Heard[][] = []
  const open = new Map<object, Heard[]>()
  for (const entry of heard) {
    const unit = open.get(entry.client)
    if (unit) unit.push(entry)
    else units.push([entry])
    if (entry.text === 'begin') open.set(entry.client, units.at(-1)!)
    if (entry.text === 'commit') open.delete(entry.client)
  }
  return units
}

/** Texts that differ in the next run: generated values, and the ids and times of the database. */
function tokensOf(heard: Heard[], fresh: string[]): string[] {
  const given = heard.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row)))
  const texts = given
    .filter((value) => typeof value === 'string')
    .filter((text) => /^[0-9a-f-]{36}$|^\d{4}-\d\d-\d\d /.test(text))
  return [...new Set([...fresh, ...texts])]
}

function template(value: unknown, tokens: string[]): Value {
  if (typeof value !== 'string') return { constant: value }
  const pattern = new RegExp(`(${tokens.map((token) => RegExp.escape(token)).join('|')})`)
  const parts = value.split(pattern).map((part, i) => (i % 2 === 1 ? { token: part } : part))
  return parts.length === 1 ? { constant: value } : { parts }
}

function filledIn(value: Value, renewed: ReadonlyMap<string, string>): unknown {
  if ('constant' in value) return value.constant
  return value.parts.map((part) => (typeof part === 'string' ? part : (renewed.get(part.token) ?? part.token))).join('')
}

function learn(before: Row[], now: Row[], renewed: Map<string, string>): void {
  for (const [i, row] of before.entries()) {
    for (const [column, old] of Object.entries(row)) {
      const value = now[i]?.[column]
      if (typeof old === 'string' && typeof value === 'string' && old !== value) renewed.set(old, value)
    }
  }
}
