/**
 * The server and its database get SIGKILL at random moments while users trade. Every command that was acknowledged
 * must have taken effect exactly once, and every refused one must have left no trace.
 *
 * CHAOS_SEED repeats a run's choices; CHAOS_ROUNDS sets the number of kills.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { differences } from './assertions.ts'
import {
  READY_WITHIN_MS,
  RESTARTED_WITHIN_MS,
  movedOn,
  newFolder,
  ready,
  reportTraffic,
  startDatabase,
  startEnvironment,
} from './environment.ts'
import type { Environment } from './environment.ts'
import { signalPostgres } from '../servers/signal-postgres.ts'
import { longestWaitMs } from './retry-until-acknowledged.ts'
import { ENOUGH_WITHIN_MS } from './trading.ts'

const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? 6)
const SEED = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31))
const POSTGRES_KILLS = 0.35
const STALLS_ENOUGH = 3
const PROGRESS_EVERY = 100
/** How long a command is cut off again and again before the next kill waits for it, and how long that waits. */
const PATIENCE_MS = 20_000
const STARVED_WITHIN_MS = 30_000
/** Trades confirmed, and moves of disputes. */
const OF_EACH_KIND = 50

test.skipIf(process.platform === 'win32')(
  `nothing acknowledged is lost or doubled through ${ROUNDS} kills under load`,
  async () => {
    const dataDir = await newFolder()
    const { connectionString, appUrl } = await startDatabase(dataDir)
    const environment = await startEnvironment({ connectionString, appUrl }, SEED)
    const { wire, trading } = environment
    trading.start()
    let run: { kills: Kill[]; stalled: number[] }
    let tooFew: unknown
    try {
      // The cluster's own watchdog starts it again.
      run = await killAgainAndAgain(environment, () => signalPostgres(dataDir, 'SIGKILL'))
      if (run.stalled.length === 0)
        await trading.enough(Math.min(ROUNDS + 1, OF_EACH_KIND)).catch((error: unknown) => (tooFew = error))
    } finally {
      await trading.stop()
    }
    await trading.settled()
    const { kills, stalled } = run
    report(kills)
    reportTraffic(environment)

    // First, since an hour of kills was made for it.
    expect(await differences(connectionString, trading.journal)).toEqual([])
    expect(tooFew).toBeUndefined()
    expect(wire.faults).toEqual([])
    expect(stalled, 'kills before which nothing was acknowledged').toEqual([])
    expect(kills.filter(({ inFlight }) => inFlight === 0)).toEqual([])
    expect(wire.cut + wire.busy).toBeGreaterThan(0)
  },
  60_000 + ENOUGH_WITHIN_MS + ROUNDS * RESTARTED_WITHIN_MS,
)

/** `patientMs`: how long the kill waited for a command that earlier ones had cut off for long. */
type Kill = { target: 'server' | 'database'; inFlight: number; readyMs: number; patientMs: number }

/** `stalled`: the kills before which nothing was acknowledged any more; after some of these the run ends. */
async function killAgainAndAgain(
  environment: Environment,
  killDatabase: () => Promise<void>,
): Promise<{ kills: Kill[]; stalled: number[] }> {
  const { wire, trading, restartServer } = environment
  const random = seededRandom(SEED)
  const kills: Kill[] = []
  const stalled: number[] = []
  while (kills.length < ROUNDS && stalled.length < STALLS_ENOUGH) {
    trading.assertUnbroken()
    if (!(await movedOn(trading.journal))) stalled.push(kills.length)
    await sleep(random.between(150, 1200))
    const target = random.chance(POSTGRES_KILLS) ? 'database' : 'server'
    // Between two kills there may never be time for what takes longest: arbiters' moves were cut off 130 times in eight minutes.
    const waiting = Date.now()
    while (longestWaitMs(wire) > PATIENCE_MS && Date.now() < waiting + STARVED_WITHIN_MS) await sleep(20)
    const patientMs = Date.now() - waiting
    // Clients may still wait before they repeat what the former kill cut off.
    for (const until = Date.now() + READY_WITHIN_MS; wire.inFlight === 0 && Date.now() < until;) await sleep(1)
    const { inFlight } = wire
    const struck = Date.now()
    await (target === 'server' ? restartServer() : killDatabase())
    await ready(wire)
    kills.push({ target, inFlight, readyMs: Date.now() - struck, patientMs })
    if (kills.length % PROGRESS_EVERY === 0) console.log(`${kills.length} kills, ${trading.journal.moves.length} moves`)
  }
  return { kills, stalled }
}

function report(kills: readonly Kill[]): void {
  const readyMs = kills.map((kill) => kill.readyMs).sort((a, b) => a - b)
  const ofDatabase = kills.filter(({ target }) => target === 'database').length
  console.log(`seed ${SEED}: ${kills.length - ofDatabase} kills of the server, ${ofDatabase} of Postgres`)
  console.log(`ready again: p50 ${readyMs[readyMs.length >> 1]} ms, max ${readyMs.at(-1)} ms`)
  const patient = kills.map(({ patientMs }) => patientMs).filter((ms) => ms > 0)
  console.log(`waited for a command before ${patient.length} kills, at most ${Math.max(0, ...patient)} ms`)
  console.log(`in flight at the kills: ${kills.map(({ inFlight }) => inFlight).join(' ')}`)
}
