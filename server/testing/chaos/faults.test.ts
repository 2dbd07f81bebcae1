/**
 * Connections break, requests arrive twice and late, the disk is full and the clock jumps while users trade: every command that
 * was acknowledged must have taken effect exactly once.
 *
 * CHAOS_SEED repeats a run's choices; CHAOS_FAULTS sets the number of faults of each test.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, mkdtempSync, rmdirSync } from 'node:fs'
import { open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { urlsOf } from '../../db/logins.ts'
import { migrate } from '../../db/migrate.ts'
import { openOwnerPool } from '../owner-pool.ts'
import { seededRandom } from '../random.ts'
import { createDatabase, hasDistributionPostgres, startDistributionPostgres } from '../servers/distribution-postgres.ts'
import { startNetworkLink } from '../servers/network-link.ts'
import type { NetworkLink } from '../servers/network-link.ts'
import { asOutsider } from '../time-travel.ts'
import { differences } from './assertions.ts'
import {
  RESTARTED_WITHIN_MS,
  movedOn,
  newDataDir,
  ready,
  reportTraffic,
  startDatabase,
  startEnvironment,
} from './environment.ts'
import type { Environment } from './environment.ts'
import { repeatRequests } from './repeating-network.ts'
import { ENOUGH_WITHIN_MS } from './trading.ts'

const FAULTS = Number(process.env.CHAOS_FAULTS ?? 8)
const SEED = Number(process.env.CHAOS_SEED ?? randomInt(2 ** 31))
/** Each takes seconds; four pieces of ballast are enough for `npm test`. */
const FAULTS_OF_DISK = Math.ceil(FAULTS / 4)
/** Before and after each fault. */
const COMMANDS_BETWEEN = 8
const DISK_MB = 384
/** So many requests are refused before there is room again. */
const REFUSED = 20
const FULL_WITHIN_MS = 60_000
const JUMP_MAX = 4000
/** Seconds ahead and back from the true time: as a clock that is adjusted, one that was wrong, and another time zone. */
const JUMPS: readonly (readonly [number, number])[] = [
  [-5, 5],
  [-120, 120],
  [-JUMP_MAX, JUMP_MAX],
]
/** Processes read a clock's file once a second. */
const CLOCK_READ_MS = 1100
/** Debian's libfaketime. */
const FAKETIME = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]
const TIMEOUT_MS = 120_000 + ENOUGH_WITHIN_MS + FAULTS * RESTARTED_WITHIN_MS

const random = seededRandom(SEED)

test(
  `nothing acknowledged is lost or doubled while ${FAULTS} connections are held, slowed and broken off, and requests repeated`,
  async () => {
    const { connectionString, appUrl } = await startDatabase(await newDataDir())
    const database = await linkTo(socketOf(appUrl))
    const environment = await startEnvironment({ connectionString, appUrl: throughLink(appUrl, database) }, SEED)
    const { wire } = environment
    const clients = await linkTo(Number(new URL(wire.url).port))
    wire.url = `http://127.0.0.1:${clients.port}`
    const repeated = repeatRequests(wire, random)
    const faults = [clients, database].flatMap((link) => [
      () => hold(link).then(link.mend),
      () => hold(link).then(link.breakOff).then(link.mend),
      () => Promise.resolve(link.breakOff()),
      () => slow(link),
    ])
    const outcome = await tradeThrough(environment, connectionString, FAULTS, (n) => faults[n % faults.length]!())
    expect(outcome).toEqual(NOTHING_WRONG)
    expect(await deadlocksIn(connectionString)).toBe(0)
    expect(repeated.again).toBeGreaterThan(0)
    expect(repeated.twice).toBeGreaterThan(0)
    expect(wire.cut + wire.busy).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)

test.skipIf(!canMount())(
  `nothing acknowledged is lost or doubled while the disk is full ${FAULTS_OF_DISK} times`,
  async () => {
    const dataDir = await newDataDir()
    expect(tryToMount(dataDir)).toBe(true)
    onTestFinished(() => void spawnSync('umount', ['--lazy', dataDir]))
    const database = await startDatabase(dataDir, { max_wal_size: '64MB', min_wal_size: '32MB' })
    const environment = await startEnvironment(database, SEED)
    const outcome = await tradeThrough(environment, database.connectionString, FAULTS_OF_DISK, () =>
      fillDisk(environment, dataDir),
    )
    expect(outcome).toEqual(NOTHING_WRONG)
  },
  TIMEOUT_MS,
)

test.skipIf(FAKETIME === undefined || !hasDistributionPostgres)(
  `nothing acknowledged is lost or doubled while the clock jumps ${FAULTS} times`,
  async () => {
    const folder = await newDataDir()
    const [ofDatabase, ofServer] = [await newClock(join(folder, 'database')), await newClock(join(folder, 'server'))]
    const cluster = await startDistributionPostgres({}, ofDatabase.environment)
    onTestFinished(cluster.stop)
    const connectionString = await createDatabase(cluster.connectionString, 'sarraf')
    const { appUrl, ownerUrl } = urlsOf(connectionString)
    await migrate(ownerUrl)
    const environment = await startEnvironment({ connectionString, appUrl }, SEED, ofServer.environment)
    await makeAccountsOld(connectionString)
    const outcome = await tradeThrough(environment, connectionString, FAULTS, async (n) => {
      // At the end the latest time of all, since what came to its end before must be due.
      const isLast = n === FAULTS - 1
      const seconds = isLast ? JUMP_MAX : random.between(...random.pick(JUMPS))
      const jumping = [[ofDatabase, ofServer], [ofDatabase], [ofServer]][isLast ? 0 : n % 3]!
      for (const clock of jumping) await clock.set(seconds)
      await sleep(CLOCK_READ_MS)
    })
    expect(outcome).toEqual(NOTHING_WRONG)
  },
  TIMEOUT_MS,
)

type Outcome = {
  /** Between what is stored and what was acknowledged. */
  differences: string[]
  /** Answers that no caller should get. */
  faults: string[]
  /** The faults after which nothing was acknowledged. */
  stalled: number[]
}

const NOTHING_WRONG: Outcome = { differences: [], faults: [], stalled: [] }

/** Trades while each fault comes and goes. */
async function tradeThrough(
  environment: Environment,
  connectionString: string,
  count: number,
  fault: (n: number) => Promise<unknown>,
): Promise<Outcome> {
  const { wire, trading } = environment
  const stalled: number[] = []
  trading.start()
  try {
    for (let n = 0; n < count; n++) {
      await movedOn(trading.journal, COMMANDS_BETWEEN)
      await fault(n)
      await ready(wire)
      if (!(await movedOn(trading.journal, COMMANDS_BETWEEN))) stalled.push(n)
    }
    await trading.enough(1)
  } finally {
    await trading.stop()
  }
  await trading.settled()
  console.log(`seed ${SEED}: ${count} faults`)
  reportTraffic(environment)
  return { differences: await differences(connectionString, trading.journal), faults: wire.faults, stalled }
}

/** Where the clock is set back, an account that was registered a moment ago is too new to trade. */
async function makeAccountsOld(connectionString: string): Promise<void> {
  const owner = openOwnerPool(connectionString, 1)
  await asOutsider(owner, ["update users set created_at = created_at - interval '1 day'"])
  await owner.end()
}

/** Each costs its transactions a second: acts on one trade or on two lock the same rows in the same order. */
async function deadlocksIn(connectionString: string): Promise<number> {
  const owner = openOwnerPool(connectionString, 1)
  const { rows } = await owner.query('select deadlocks::int from pg_stat_database where datname = current_database()')
  await owner.end()
  return rows[0].deadlocks
}

async function linkTo(target: number | string): Promise<NetworkLink> {
  const link = await startNetworkLink(target)
  onTestFinished(link.close)
  return link
}

/** Where a local cluster listens. */
function socketOf(appUrl: string): string {
  const { searchParams } = new URL(appUrl)
  return join(searchParams.get('host')!, `.s.PGSQL.${searchParams.get('port')}`)
}

function throughLink(appUrl: string, { port }: NetworkLink): string {
  const url = new URL(appUrl)
  url.searchParams.set('host', '127.0.0.1')
  url.searchParams.set('port', String(port))
  return url.href
}

/** Longer than a request is usually under way, and shorter than a client waits. */
async function hold(link: NetworkLink): Promise<void> {
  link.cut()
  await sleep(random.between(200, 3000))
}

async function slow(link: NetworkLink): Promise<void> {
  link.delay(random.between(20, 200))
  await sleep(random.between(500, 2000))
  link.delay(0)
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'sarraf-mount-'))
  const isMounted = tryToMount(folder)
  if (isMounted) spawnSync('umount', [folder])
  rmdirSync(folder)
  return isMounted
}

function tryToMount(folder: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder]).status === 0
}

/** Leaves no room until requests were refused for it, then makes room again. */
async function fillDisk({ wire, trading }: Environment, dataDir: string): Promise<void> {
  const path = join(dataDir, 'ballast')
  const before = wire.busy + wire.cut
  // A checkpoint may free space again.
  for (const until = Date.now() + FULL_WITHIN_MS; wire.busy + wire.cut < before + REFUSED && Date.now() < until;) {
    await appendUntilFull(path)
    await sleep(50)
  }
  await rm(path)
  expect(wire.busy + wire.cut, 'requests that were refused while the disk was full').toBeGreaterThanOrEqual(
    before + REFUSED,
  )
  expect(trading.journal.quotes.length).toBeGreaterThan(0)
}

async function appendUntilFull(path: string): Promise<void> {
  const file = await open(path, 'a')
  try {
    for (const size of [1024 * 1024, 4096, 1]) {
      const piece = Buffer.alloc(size)
      while (
        await file.write(piece).then(
          ({ bytesWritten }) => bytesWritten === size,
          () => false,
        )
      );
    }
  } finally {
    await file.close()
  }
}

type Clock = { environment: NodeJS.ProcessEnv; set: (offsetSeconds: number) => Promise<void> }

/** The clock of processes that are started with its environment; it runs on from where it is set. */
async function newClock(file: string): Promise<Clock> {
  const set = (offsetSeconds: number) => writeFile(file, `${offsetSeconds < 0 ? '' : '+'}${offsetSeconds}\n`)
  await set(0)
  const environment = {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { environment, set }
}
