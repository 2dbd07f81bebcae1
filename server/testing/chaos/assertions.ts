/** Compares what the database holds with what the server acknowledged. */
import pg from 'pg'
import type { Journal } from './traders.ts'

type Stored = {
  /** The ids of all quotes and trades. */
  found: ReadonlySet<string>
  quotes: string[]
  events: { tradeId: string; commandKey: string; action: string }[]
  disputeEvents: { tradeId: string; commandKey: string; action: string }[]
  messages: { tradeId: string; clientId: string; text: string }[]
  statuses: Map<string, string>
  violations: string[]
}

/**
 * Every difference; empty when the run passed. Every command was retried until it was answered, so the two sides
 * must be equal: each acknowledged command is stored once, and nothing else is stored but
 * `others`, the ids of trades and quotes, and what belongs to them.
 */
export async function differences(
  connectionString: string,
  journal: Journal,
  others: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const { found, ...stored } = await readStored(connectionString, others)
  const refused = new Set(journal.refusedKeys)
  return [
    ...stored.violations.map((rule) => `violation: ${rule}`),
    ...[...others].filter((id) => !found.has(id)).map((id) => `trade or quote not stored: ${id}`),
    ...compare('quote', journal.quotes, stored.quotes),
    ...compare('move', journal.moves.map(lineOf), stored.events.map(lineOf)),
    ...compare('dispute move', journal.disputeMoves.map(lineOf), stored.disputeEvents.map(lineOf)),
    ...compare('message', journal.messages.map(lineOf), stored.messages.map(lineOf)),
    ...[...stored.events, ...stored.disputeEvents]
      .filter(({ commandKey }) => refused.has(commandKey))
      .map((event) => `refused, but stored: ${lineOf(event)}`),
    ...journal.confirmed
      .filter((tradeId) => stored.statuses.get(tradeId) !== 'completed')
      .map((tradeId) => `confirmed, but ${stored.statuses.get(tradeId)}: ${tradeId}`),
    ...journal.ended
      .filter(({ tradeId, status }) => stored.statuses.get(tradeId) !== status)
      .map(({ tradeId, status }) => `ends ${status}, but ${stored.statuses.get(tradeId)}: ${tradeId}`),
  ]
}

async function readStored(connectionString: string, others: ReadonlySet<string>): Promise<Stored> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const rowsOf = async (text: string) => (await client.query(text)).rows
  const own = (rows: Awaited<ReturnType<typeof rowsOf>>, id: 'id' | 'tradeId' = 'tradeId') =>
    rows.filter((row) => !others.has(row[id]))
  try {
    const quotes = await rowsOf('select id from quotes')
    const trades = await rowsOf('select id, status from trades')
    const events = await rowsOf(`
      select trade_id as "tradeId", command_key as "commandKey", action from trade_events where actor_role <> 'system'`)
    const disputeEvents = await rowsOf(`
      select trade_id as "tradeId", command_key as "commandKey", action from dispute_events where actor_role <> 'system'`)
    const messages = await rowsOf(`
      select trade_id as "tradeId", client_id as "clientId", body as text from messages where kind = 'text'`)
    return {
      found: new Set([...quotes, ...trades].map(({ id }) => id)),
      quotes: own(quotes, 'id').map(({ id }) => id),
      events: own(events),
      disputeEvents: own(disputeEvents),
      messages: own(messages),
      statuses: new Map(own(trades, 'id').map(({ id, status }) => [id, status])),
      violations: (await rowsOf('select rule, id from violations')).map(({ rule, id }) => `${rule} (${id})`),
    }
  } finally {
    await client.end()
  }
}

function compare(what: string, acknowledged: string[], stored: string[]): string[] {
  const counts = new Map<string, { acknowledged: number; stored: number }>()
  const count = (line: string, side: 'acknowledged' | 'stored') => {
    const entry = counts.get(line) ?? { acknowledged: 0, stored: 0 }
    entry[side]++
    counts.set(line, entry)
  }
  for (const line of acknowledged) count(line, 'acknowledged')
  for (const line of stored) count(line, 'stored')
  return [...counts]
    .filter(([, entry]) => entry.acknowledged !== 1 || entry.stored !== 1)
    .map(([line, entry]) => `${what} acknowledged ${entry.acknowledged} times, stored ${entry.stored} times: ${line}`)
}

function lineOf(row: object): string {
  return JSON.stringify(Object.entries(row).sort(([a], [b]) => a.localeCompare(b)))
}
