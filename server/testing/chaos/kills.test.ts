/**
 * The server and its database get SIGKILL at random moments while users trade. Every command that was acknowledged
 * must have taken effect exactly once, and every refused one must have left no trace.
 *
 * CHAOS_SEED repeats a run's choices; CHAOS_ROUNDS sets the number of kills.
 */
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startLocalPostgres } from '../../db/local-postgres/start.ts'
import { migrate } from '../../db/migrate.ts'
import { startServerProcess } from '../servers/server-process.ts'
import { registrationCode } from '../accounts/account-state.ts'
import { liftTierLimits } from '../accounts/tiers.ts'
import { neededProof } from '../proofs.ts'
import { ageTrade, asOutsider } from '../time-travel.ts'
import { openOwnerPool } from '../owner-pool.ts'
import { newWire } from './retry-until-acknowledged.ts'
import type { Wire } from './retry-until-acknowledged.ts'
import { killPostgres } from './kill-postgres.ts'
import { seededRandom } from './random.ts'
import type { Random } from './random.ts'
import { newJournal, newTrader, tradeOnce } from './traders.ts'
import type { Journal, Operator, Trader } from './traders.ts'
import { differences } from './assertions.ts'

const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? 6)
const SEED = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31))
const POSTGRES_KILLS = 0.35
/** The ends of their names: so many that the limits of one taker leave enough trades at any moment. */
const TRADERS = 'abcdefghjkmnopqrstuvwxyz'
const LANES = 16
const READY_WITHIN_MS = 30_000
/** 2 s on an idle machine; beside other work a start of the server alone has taken 37 s. */
const RESTARTED_WITHIN_MS = 60_000
const SETTLED_WITHIN_MS = 30_000
const ENOUGH_WITHIN_MS = 60_000

type ChaosEnvironment = {
  connectionString: string
  wire: Wire
  journal: Journal
  random: Random
  killServer: () => Promise<void>
  killDatabase: () => Promise<void>
}

test.skipIf(process.platform === 'win32')(
  `nothing acknowledged is lost or doubled through ${ROUNDS} kills under load`,
  async () => {
    const environment = await startEnvironment()
    const { wire, journal } = environment
    const traders: Trader[] = []
    const readCode = (email: string) => registrationCode(environment.connectionString, email)
    for (const end of TRADERS)
      traders.push(await newTrader(wire, readCode, `trader_${end}`, traders.length % 2 ? 'buy' : 'sell'))

    // One address may register so many; the last two arbitrate instead.
    const operator = await newOperator(environment, traders.splice(-2))

    let isOver = false
    const trading = Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        const random = seededRandom(SEED + 1 + lane)
        while (!isOver) await tradeOnce({ wire, journal, random }, traders, operator)
      }),
    )
    // Awaited after the kills: a failure before that is not unhandled.
    trading.catch(() => {})
    const killed = killAgainAndAgain(environment).then(async (kills) => {
      await enoughAcknowledged(journal)
      return kills
    })
    const kills = await killed.finally(() => (isOver = true))
    await trading
    await settled(environment)
    report(kills, environment)

    expect(await differences(environment.connectionString, journal)).toEqual([])
    expect(wire.faults).toEqual([])
    expect(kills.filter(({ inFlight }) => inFlight === 0)).toEqual([])
    expect(wire.cut + wire.busy).toBeGreaterThan(0)
  },
  60_000 + ENOUGH_WITHIN_MS + ROUNDS * RESTARTED_WITHIN_MS,
)

/** A durable cluster, owned by this process, and the server as another process over it. */
async function startEnvironment(): Promise<ChaosEnvironment> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sarraf-chaos-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const { connectionString, appUrl, ownerUrl, stop } = await startLocalPostgres({ dataDir })
  onTestFinished(stop)
  await migrate(ownerUrl)
  let server = await startServerProcess(appUrl)
  onTestFinished(() => server.kill())
  const wire = newWire(server.url)
  return {
    connectionString,
    wire,
    journal: newJournal(),
    random: seededRandom(SEED),
    async killServer() {
      await server.kill()
      server = await startServerProcess(appUrl)
      wire.url = server.url
    },
    // The cluster's own watchdog starts it again.
    killDatabase: () => killPostgres(dataDir),
  }
}

/** Lifts the limits of tiers, makes arbiters of users, whose sessions count as authenticated with both factors, and trades older: by the superuser. */
async function newOperator({ connectionString }: ChaosEnvironment, arbiters: readonly Trader[]): Promise<Operator> {
  const owner = openOwnerPool(connectionString, 4)
  onTestFinished(() => owner.end())
  await liftTierLimits(owner)
  for (const { id } of arbiters) {
    await owner.query("update offers set status = 'paused' where owner_id = $1", [id])
    await asOutsider(owner, [
      `insert into staff_members (user_id, role) values ('${id}', 'arbiter')`,
      `insert into totps (user_id, sealed, confirmed_at, last_step)
       values ('${id}', decode(repeat('00', 117), 'hex'), clock_timestamp(), 1)`,
      `update sessions set second_factor_since = clock_timestamp(), reauthenticated_at = clock_timestamp()
       where user_id = '${id}'`,
    ])
  }
  /** A database that was killed answers again soon. */
  async function persist<Result>(work: () => Promise<Result>): Promise<Result> {
    for (const until = Date.now() + READY_WITHIN_MS; ; await sleep(50)) {
      try {
        return await work()
      } catch (error) {
        if (Date.now() > until) throw error
      }
    }
  }
  return {
    arbiters,
    age: (tradeId, minutes) => persist(() => ageTrade(owner, tradeId, minutes)),
    prove: (tradeId, buyerId) => persist(() => neededProof(owner, tradeId, buyerId)),
  }
}

type Kill = { target: 'server' | 'database'; inFlight: number; readyMs: number }

async function killAgainAndAgain(environment: ChaosEnvironment): Promise<Kill[]> {
  const { wire, journal, random, killServer, killDatabase } = environment
  const kills: Kill[] = []
  while (kills.length < ROUNDS) {
    await movedOn(journal)
    await sleep(random.between(150, 1200))
    const target = random.chance(POSTGRES_KILLS) ? 'database' : 'server'
    // Clients may still wait before they repeat what the former kill cut off.
    for (const until = Date.now() + READY_WITHIN_MS; wire.inFlight === 0 && Date.now() < until;) await sleep(1)
    const { inFlight } = wire
    const struck = Date.now()
    await (target === 'server' ? killServer() : killDatabase())
    await ready(wire)
    kills.push({ target, inFlight, readyMs: Date.now() - struck })
  }
  return kills
}

/** Waits for a command that is acknowledged since the last kill: a slow machine would otherwise do nothing but start. */
async function movedOn({ quotes, moves, disputeMoves }: Journal): Promise<void> {
  const count = () => quotes.length + moves.length + disputeMoves.length
  const before = count()
  for (const until = Date.now() + READY_WITHIN_MS; count() === before && Date.now() < until;) await sleep(10)
}

async function ready(wire: Wire): Promise<void> {
  for (const until = Date.now() + RESTARTED_WITHIN_MS; Date.now() < until; await sleep(10)) {
    const answer = await fetch(`${wire.url}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
  }
  throw new Error('the server did not become ready again')
}

/** Waits until as much was acknowledged as the comparison needs: the slower the machine, the longer after the kills. */
async function enoughAcknowledged({ confirmed, disputeMoves }: Journal): Promise<void> {
  for (const until = Date.now() + ENOUGH_WITHIN_MS; Date.now() < until; await sleep(100))
    if (confirmed.length > ROUNDS && disputeMoves.length > ROUNDS) return
  throw new Error(`only ${confirmed.length} trades confirmed and ${disputeMoves.length} moves of disputes`)
}

/** Waits for the worker to move the USDT of trades whose settling was cut off, and what is due by the clock. */
async function settled({ connectionString }: ChaosEnvironment): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const until = Date.now() + SETTLED_WITHIN_MS; Date.now() < until; await sleep(100)) {
      const { rowCount } = await client.query(`
        select from trades where status = 'payment_confirmed' or deadline < clock_timestamp()
        union all select from disputes where deadline < clock_timestamp()`)
      if (rowCount === 0) return
    }
    throw new Error(`the worker did not do what is due within ${SETTLED_WITHIN_MS / 1000} s`)
  } finally {
    await client.end()
  }
}

function report(kills: Kill[], { wire, journal }: ChaosEnvironment): void {
  const readyMs = kills.map((kill) => kill.readyMs).sort((a, b) => a - b)
  const ofDatabase = kills.filter(({ target }) => target === 'database').length
  console.log(`seed ${SEED}: ${kills.length - ofDatabase} kills of the server, ${ofDatabase} of Postgres`)
  console.log(`ready again: p50 ${readyMs[readyMs.length >> 1]} ms, max ${readyMs.at(-1)} ms`)
  console.log(`in flight at the kills: ${kills.map(({ inFlight }) => inFlight).join(' ')}`)
  console.log(
    `acknowledged: ${journal.quotes.length} quotes, ${journal.moves.length} moves, ${journal.messages.length} messages, ` +
      `${journal.disputeMoves.length} moves of disputes, ${journal.ended.length} disputes ended, ` +
      `${journal.confirmed.length} trades confirmed; refused: ${JSON.stringify(Object.fromEntries(journal.refusals))}`,
  )
  console.log(
    `requests: ${wire.sent} sent, ${wire.cut} cut, ${wire.busy} refused as busy, ${wire.replayed} answers replayed`,
  )
}
