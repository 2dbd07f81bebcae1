/** Users who trade at a server without pause until they are stopped. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Session } from '../../../domain/api/accounts/sessions.ts'
import { seal } from '../../db/encryption/envelope.ts'
import { createKeyring } from '../../db/encryption/keyring.ts'
import { totpPlace } from '../../db/encryption/sealed-columns.ts'
import { registrationCode } from '../accounts/account-state.ts'
import { TEST_SECRET } from '../accounts/secret.ts'
import { liftTierLimits } from '../accounts/tiers.ts'
import { openOwnerPool } from '../owner-pool.ts'
import { neededProof } from '../proofs.ts'
import { ageFailures, ageTrade, asOutsider } from '../time-travel.ts'
import { seededRandom } from '../random.ts'
import type { Wire } from './retry-until-acknowledged.ts'
import { newJournal, newTrader, tradeOnce } from './traders.ts'
import type { Journal, Operator, Trader } from './traders.ts'

/** The ends of their names: so many that the limits of one taker leave enough trades at any moment. */
const TRADERS = 'abcdefghjkmnopqrstuvwxyz'
/** So many trades are under way at any moment. */
const LANES = 16
const ANSWERS_WITHIN_MS = 90_000
const SETTLED_WITHIN_MS = 60_000
export const ENOUGH_WITHIN_MS = 180_000

export type Trading = {
  journal: Journal
  start: () => void
  /** Throws what has ended a trade under way, after which no other begins. */
  assertUnbroken: () => void
  /** Resolves when every trade under way has come to its end; throws as `assertUnbroken` does. */
  stop: () => Promise<void>
  /** Waits until so many trades are confirmed and moves of disputes made: the slower the machine, the longer. */
  enough: (count: number) => Promise<void>
  /** Waits for the worker to move the USDT of trades whose settling was cut off, and what is due by the clock. */
  settled: () => Promise<void>
  /** Reads everyone's session, as a page does; the ids of those who are signed out. */
  signedOut: () => Promise<string[]>
}

/** Registers the traders and their arbiters at a server with empty tables. `connectionString` is the superuser's. */
export async function gatherTraders(
  wire: Wire,
  connectionString: string,
  seed: number,
  laneCount = LANES,
  traderCount = TRADERS.length,
): Promise<Trading> {
  const journal = newJournal()
  const traders: Trader[] = []
  const readCode = (email: string) => registrationCode(connectionString, email)
  for (const end of TRADERS.slice(0, traderCount))
    traders.push(await newTrader(wire, readCode, `trader_${end}`, traders.length % 2 ? 'buy' : 'sell'))
  // One address may register so many; the last two arbitrate instead.
  const operator = await newOperator(connectionString, traders.splice(-2))
  const lanes = Array.from({ length: laneCount }, (_, lane) => seededRandom(seed + 1 + lane))
  let isOver = true
  let trading: Promise<unknown> = Promise.resolve()
  let failure: Error | null = null
  const assertUnbroken = () => {
    if (failure) throw failure
  }
  return {
    journal,
    start() {
      isOver = false
      const tradeInLane = async (random: (typeof lanes)[number]) => {
        while (!isOver) await tradeOnce({ wire, journal, random }, traders, operator)
      }
      const noteFailure = (error: Error) => {
        failure ??= error
        isOver = true
      }
      trading = Promise.all(lanes.map((random) => tradeInLane(random).catch(noteFailure)))
    },
    assertUnbroken,
    async stop() {
      isOver = true
      await trading
      assertUnbroken()
    },
    async enough(count) {
      const { confirmed, disputeMoves } = journal
      for (const until = Date.now() + ENOUGH_WITHIN_MS; Date.now() < until; await sleep(100)) {
        assertUnbroken()
        if (confirmed.length >= count && disputeMoves.length >= count) return
      }
      throw new Error(`only ${confirmed.length} trades confirmed and ${disputeMoves.length} moves of disputes`)
    },
    settled: () => settled(connectionString),
    async signedOut() {
      const read = await Promise.all([...traders, ...operator.arbiters].map((trader) => readSession(wire, trader)))
      return read.filter((name) => name !== null)
    },
  }
}

/** Takes the cookie of the answer; null when the trader is signed in. */
async function readSession({ url }: Wire, trader: Trader): Promise<string | null> {
  const answer = await fetch(`${url}/api/session`, { headers: { cookie: trader.cookie } })
  trader.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? trader.cookie
  const { user } = (await answer.json()) as Session
  return user ? null : trader.id
}

/** Lifts the limits of tiers, makes arbiters of users, whose sessions count as authenticated with both factors, and trades older: by the superuser. */
async function newOperator(connectionString: string, arbiters: readonly Trader[]): Promise<Operator> {
  const owner = openOwnerPool(connectionString, 4)
  onTestFinished(() => owner.end())
  await liftTierLimits(owner)
  const keys = createKeyring({ current: TEST_SECRET, previous: null })
  for (const { id } of arbiters) {
    const sealed = seal(keys, totpPlace(id), Buffer.alloc(20)).toString('hex')
    await owner.query("update offers set status = 'paused' where owner_id = $1", [id])
    await asOutsider(owner, [
      `insert into staff_members (user_id, role) values ('${id}', 'arbiter')`,
      `insert into totps (user_id, sealed, confirmed_at, last_step)
       values ('${id}', decode('${sealed}', 'hex'), clock_timestamp(), 1)`,
    ])
    await authenticate(id)
  }
  function authenticate(id: string): Promise<void> {
    return asOutsider(owner, [
      `update sessions set second_factor_since = clock_timestamp(), reauthenticated_at = clock_timestamp()
       where user_id = '${id}'`,
    ])
  }
  /** A database that was killed answers again soon, and one that has failed over within a minute. */
  async function persist<Result>(work: () => Promise<Result>): Promise<Result> {
    for (const until = Date.now() + ANSWERS_WITHIN_MS; ; await sleep(50)) {
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
    reauthenticate: (arbiterId) => persist(() => authenticate(arbiterId)),
    endPause: (takerId) => persist(() => ageFailures(owner, takerId, 1)),
    prove: (tradeId, buyerId) => persist(() => neededProof(owner, tradeId, buyerId)),
  }
}

async function settled(connectionString: string): Promise<void> {
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
