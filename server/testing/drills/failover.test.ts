/**
 * `npm run drill -- failover`: the leader of three Postgres nodes fails again and again while users trade, in each of the ways of
 * patroni-cluster.ts. No acknowledged command (a quote, a move or a message) is lost or doubled, another node leads after each fault,
 * and the former leader comes back as its replica.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { urlsOf } from '../../db/logins.ts'
import { migrate } from '../../db/migrate.ts'
import { differences } from '../chaos/assertions.ts'
import { newWire } from '../chaos/retry-until-acknowledged.ts'
import type { Wire } from '../chaos/retry-until-acknowledged.ts'
import { gatherTraders } from '../chaos/trading.ts'
import type { Journal } from '../chaos/traders.ts'
import { createDatabase } from '../servers/distribution-postgres.ts'
import { hasPatroni, startPatroniCluster } from '../servers/patroni-cluster.ts'
import type { Fault } from '../servers/patroni-cluster.ts'
import { startServerProcess } from '../servers/server-process.ts'

/** In the short form beside the stories only the first fault, which ends within seconds. */
const ROUNDS = Number(process.env.DRILL_ROUNDS ?? 1)
const LANES = Number(process.env.DRILL_TRADERS ?? 4)
const TRADERS = process.env.DRILL_ROUNDS === undefined ? 10 : undefined
const SEED = Number(process.env.DRILL_SEED ?? randomInt(2 ** 31))
const FAULTS: readonly Fault[] = ['postgres killed', 'frozen', 'cut off', 'node killed']
/** What was committed before the fault is answered within this time. */
const EARLIER_ANSWERS_MS = 1000
const ACKNOWLEDGED_WITHIN_MS = 120_000
const LISTENING_WITHIN_MS = 30_000

type Failover = { fault: Fault; seconds: number; repairedAfterSeconds: number }

test.skipIf(!hasPatroni)(
  `the leader of the database fails, ${ROUNDS} times: no acknowledged command is lost or doubled`,
  async () => {
    const cluster = await startPatroniCluster()
    onTestFinished(cluster.stop)
    const database = await createDatabase(cluster.connectionString, 'sarraf')
    const { appUrl, ownerUrl } = urlsOf(database)
    await migrate(ownerUrl)
    const server = await startServerProcess(appUrl)
    onTestFinished(() => server.kill())
    const wire = newWire(server.url)
    const trading = await gatherTraders(wire, database, SEED, LANES, TRADERS)
    const { journal } = trading
    const failovers: Failover[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const fault = FAULTS[round % FAULTS.length]!
      trading.start()
      try {
        await acknowledged(journal)
        const struck = Date.now()
        const { repair } = await cluster.fail(fault)
        await sleep(EARLIER_ANSWERS_MS)
        await acknowledged(journal)
        const seconds = (Date.now() - struck) / 1000
        const beganRepair = Date.now()
        await repair()
        failovers.push({ fault, seconds, repairedAfterSeconds: (Date.now() - beganRepair) / 1000 })
      } finally {
        await trading.stop()
      }
      await trading.settled()
      expect(await differences(database, journal)).toEqual([])
      await expect.poll(() => listeners(database), { timeout: LISTENING_WITHIN_MS }).toBe(1)
    }
    report(failovers, wire, journal)
    expect(wire.faults).toEqual([])
    expect(await trading.signedOut()).toEqual([])
  },
  240_000 + ROUNDS * 240_000,
)

/** Waits for the next acknowledged command. */
async function acknowledged({ quotes, moves, disputeMoves, messages }: Journal): Promise<void> {
  const count = () => quotes.length + moves.length + disputeMoves.length + messages.length
  const before = count()
  for (const until = Date.now() + ACKNOWLEDGED_WITHIN_MS; Date.now() < until; await sleep(10))
    if (count() > before) return
  throw new Error(`no command was acknowledged within ${ACKNOWLEDGED_WITHIN_MS / 1000} s`)
}

/** The connections of servers for notifications between them, at the present leader. */
async function listeners(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query("select from pg_stat_activity where application_name = 'sarraf-live'")).rowCount ?? 0
  } finally {
    await client.end()
  }
}

function report(failovers: readonly Failover[], wire: Wire, journal: Journal): void {
  for (const { fault, seconds, repairedAfterSeconds } of failovers) {
    console.log(
      `${fault}: next acknowledged command (a quote, a move or a message) after ${seconds.toFixed(1)} s; replica again ${repairedAfterSeconds.toFixed(1)} s after its repair`,
    )
  }
  const seconds = failovers.map((one) => one.seconds).toSorted((one, other) => one - other)
  console.log(
    `seed ${SEED}: ${failovers.length} failovers, next acknowledged command p50 ${seconds[seconds.length >> 1]?.toFixed(1)} s, ` +
      `max ${seconds.at(-1)?.toFixed(1)} s; ${journal.moves.length} moves and ${journal.disputeMoves.length} of disputes ` +
      `acknowledged, 0 lost, 0 doubled; ${wire.sent} requests, ${wire.cut} cut, ${wire.busy} refused as busy, ${wire.replayed} replayed`,
  )
}
