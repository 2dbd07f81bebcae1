/** What the database says happened, held against what people were told. */
import pg from 'pg'
import type { Journal } from './traders.ts'

type Stands = {
  quotes: string[]
  events: { tradeId: string; commandKey: string; action: string }[]
  messages: { tradeId: string; clientId: string; text: string }[]
  statuses: Map<string, string>
  violations: string[]
}

/**
 * Everything that differs; empty when all is well. Since every call was asked until it was answered, the two
 * sides are equal: what was acknowledged stands once, and nothing stands that was not acknowledged.
 */
export async function differences(connectionString: string, journal: Journal): Promise<string[]> {
  const stands = await whatStands(connectionString)
  const refused = new Set(journal.refusedKeys)
  return [
    ...stands.violations.map((rule) => `violation: ${rule}`),
    ...compare('quote', journal.quotes, stands.quotes),
    ...compare('move', journal.moves.map(lineOf), stands.events.map(lineOf)),
    ...compare('message', journal.messages.map(lineOf), stands.messages.map(lineOf)),
    ...stands.events
      .filter(({ commandKey }) => refused.has(commandKey))
      .map((event) => `refused, and yet: ${lineOf(event)}`),
    ...journal.confirmed
      .filter((tradeId) => stands.statuses.get(tradeId) !== 'completed')
      .map((tradeId) => `confirmed, and yet ${stands.statuses.get(tradeId)}: ${tradeId}`),
  ]
}

async function whatStands(connectionString: string): Promise<Stands> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const list = async (text: string) => (await client.query(text)).rows
  try {
    return {
      quotes: (await list('select id from quotes')).map(({ id }) => id),
      events: await list(`
        select trade_id as "tradeId", command_key as "commandKey", action from trade_events where actor_role <> 'system'`),
      messages: await list(`
        select trade_id as "tradeId", client_id as "clientId", body as text from messages where kind <> 'system'`),
      statuses: new Map((await list('select id, status from trades')).map(({ id, status }) => [id, status])),
      violations: (await list('select rule, id from violations')).map(({ rule, id }) => `${rule} (${id})`),
    }
  } finally {
    await client.end()
  }
}

function compare(what: string, told: string[], stands: string[]): string[] {
  const counts = new Map<string, { told: number; stands: number }>()
  const count = (line: string, side: 'told' | 'stands') => {
    const entry = counts.get(line) ?? { told: 0, stands: 0 }
    entry[side]++
    counts.set(line, entry)
  }
  for (const line of told) count(line, 'told')
  for (const line of stands) count(line, 'stands')
  return [...counts]
    .filter(([, entry]) => entry.told !== 1 || entry.stands !== 1)
    .map(([line, entry]) => `${what} acknowledged ${entry.told} times, stands ${entry.stands} times: ${line}`)
}

function lineOf(row: object): string {
  return JSON.stringify(Object.entries(row).sort(([a], [b]) => a.localeCompare(b)))
}
