/** Whole trades and chat messages over HTTP, against the same facts written by hand (floor.ts). */
import { POOL_SIZE } from '../../server/db/pool.ts'
import { liftTierLimits } from '../../server/testing/accounts/tiers.ts'
import { openBenchEnvironment } from './environment.ts'
import type { BenchEnvironment } from './environment.ts'
import { FLOOR, openFloor } from './floor.ts'
import type { Floor } from './floor.ts'
import { openHttp, repeating } from './http.ts'
import { bareSide, measureSides, medianOf, ourSide, rowOfSides } from './sides.ts'
import type { Extent } from './sides.ts'
import { makeTrade, newPairs, openTrade } from './traders.ts'
import type { Made, Pair } from './traders.ts'

type TradesOptions = {
  /** Each is a row of the table. */
  clients: readonly number[]
  rounds: number
  /** At least, in a round: every client has two. */
  trades: number
  /** Trades of each pair before. After ten in an hour, users get no email of them. */
  history: number
  messages: number
}

const TRADE_RATIO = 3
const MESSAGE_RATIO = 3

export async function measureTrades(options: TradesOptions): Promise<{
  trades: Record<string, object>
  messages: Record<string, object>
  violations: string[]
}> {
  const environment = await openBenchEnvironment()
  const floor = await openFloor(environment.connectionString, Math.max(...options.clients, 2))
  try {
    const pairs = await newPairs(environment, Math.max(...options.clients, 2), 'x')
    await makeHistory(environment, floor, pairs, options.history)
    const trades: Record<string, object> = {}
    for (const clients of options.clients) {
      const extent = { clients, rounds: options.rounds, pieces: Math.max(options.trades, clients * 2) }
      trades[`${clients} ${clients === 1 ? 'client' : 'clients'}`] = await measureWhole(
        environment,
        floor,
        pairs,
        extent,
      )
    }
    const messages = await measureMessages(environment, floor, pairs[0]!, options)
    const { rows } = await environment.owner.query('select rule, id from violations')
    return { trades, messages, violations: rows.map((row) => JSON.stringify(row)) }
  } finally {
    await floor.close()
    await environment.close()
  }
}

/** Gives every pair of both sides earlier trades, and Postgres the statistics that autovacuum would collect in time. */
async function makeHistory(
  { url, owner }: BenchEnvironment,
  floor: Floor,
  pairs: readonly Pair[],
  trades: number,
): Promise<void> {
  await liftTierLimits(owner)
  // No more at a time than the server has connections: a settling that waits too long for one is left to the worker.
  const http = openHttp(url, POOL_SIZE)
  const waiting = [...pairs.entries()]
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [client, pair] = next
      for (let n = 0; n < trades; n++) {
        await makeTrade(http, pair)
        await floor.trade(client)
      }
    }
  }
  await Promise.all(Array.from({ length: POOL_SIZE }, work))
  http.close()
  await owner.query('vacuum analyze')
  await floor.analyze()
}

/** Each client has pairs of its own. Refused calls and trades that the worker has to settle are counted. */
async function measureWhole(environment: BenchEnvironment, floor: Floor, pairs: readonly Pair[], extent: Extent) {
  const { clients } = extent
  const plain = openHttp(environment.url, clients)
  const made: Made[] = []
  let refused = 0
  const http = repeating(plain, () => refused++)
  const turns = Array<number>(clients).fill(0)
  const mine = (client: number) => pairs.filter((_, n) => n % clients === client)
  const ofClient = Array.from({ length: clients }, (_, client) => mine(client))
  const ours = ourSide(environment, async (client) => {
    const own = ofClient[client]!
    const turn = turns[client]!++
    made.push(await makeTrade(http, own[turn % own.length]!))
  })
  const bare = bareSide(environment, floor.database, FLOOR, (client) => floor.trade(client))
  // A buyer may ask for some quotes a minute only.
  await environment.owner.query('delete from rate_limits')
  const measured = await measureSides(ours, bare, extent)
  plain.close()
  return {
    ...rowOfSides(measured, TRADE_RATIO),
    'open p50, ms': medianOf(made.map(({ opening }) => opening)).toFixed(1),
    'confirm p50, ms': medianOf(made.map(({ confirming }) => confirming)).toFixed(1),
    refused,
    'left to the worker': made.filter(({ isSettled }) => !isSettled).length,
  }
}

async function measureMessages(environment: BenchEnvironment, floor: Floor, pair: Pair, options: TradesOptions) {
  const http = openHttp(environment.url, 1)
  await environment.owner.query('delete from rate_limits')
  const { id } = await openTrade(http, pair)
  const ours = ourSide(environment, () =>
    http('POST', `/api/trades/${id}/messages`, {
      cookie: pair.buyerCookie,
      body: { text: 'I have just paid, please look.', clientId: crypto.randomUUID() },
    }),
  )
  const bare = bareSide(environment, floor.database, FLOOR, () => floor.message())
  const measured = await measureSides(ours, bare, { clients: 1, rounds: options.rounds, pieces: options.messages })
  http.close()
  return { 'a message, 1 client': rowOfSides(measured, MESSAGE_RATIO) }
}
