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
import { expect, onTestFinished, test } from 'vitest'
import { startLocalPostgres } from '../../db/local-postgres/start.ts'
import { migrate } from '../../db/migrate.ts'
import { startServerProcess } from '../servers/server-process.ts'
import { newWire } from './retry-until-acknowledged.ts'
import type { Wire } from './retry-until-acknowledged.ts'
import { killPostgres } from './kill-postgres.ts'
import { seededRandom } from '../random.ts'
import type { Random } from '../random.ts'
import type { Journal } from './traders.ts'
import { ENOUGH_WITHIN_MS, gatherTraders } from './trading.ts'
import type { Trading } from './trading.ts'
import { differences } from './assertions.ts'

const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? 6)
const SEED = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31))
const POSTGRES_KILLS = 0.35
const READY_WITHIN_MS = 30_000
/** 2 s on an idle machine; beside other work a start of the server alone has taken 37 s. */
const RESTARTED_WITHIN_MS = 60_000

type ChaosEnvironment = {
  connectionString: string
  wire: Wire
  trading: Trading
  random: Random
  killServer: () => Promise<void>
  killDatabase: () => Promise<void>
}

test.skipIf(process.platform === 'win32')(
  `nothing acknowledged is lost or doubled through ${ROUNDS} kills under load`,
  async () => {
    const environment = await startEnvironment()
    const { wire, trading } = environment
    trading.start()
    let kills: Kill[]
    try {
      kills = await killAgainAndAgain(environment)
      await trading.enough(ROUNDS + 1)
    } finally {
      await trading.stop()
    }
    await trading.settled()
    report(kills, environment)

    expect(await differences(environment.connectionString, trading.journal)).toEqual([])
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
    trading: await gatherTraders(wire, connectionString, SEED),
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

type Kill = { target: 'server' | 'database'; inFlight: number; readyMs: number }

async function killAgainAndAgain(environment: ChaosEnvironment): Promise<Kill[]> {
  const { wire, trading, random, killServer, killDatabase } = environment
  const kills: Kill[] = []
  while (kills.length < ROUNDS) {
    await movedOn(trading.journal)
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

function report(kills: Kill[], { wire, trading: { journal } }: ChaosEnvironment): void {
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
