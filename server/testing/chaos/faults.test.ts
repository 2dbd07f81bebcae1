/**
 * Connections break, requests arrive twice and late, the disk is full and the clock jumps while users trade: every command that
 * was acknowledged must have taken effect exactly once.
 *
 * CHAOS_SEED repeats a run's faults; CHAOS_FAULTS sets the number of faults of a test, of which the disk gets a quarter.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, mkdtempSync, rmdirSync } from 'node:fs'
import { open, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { urlsOf } from '../../db/logins.ts'
import { migrate } from '../../db/migrate.ts'
import { openOwnerPool } from '../owner-pool.ts'
import { seededRandom } from '../random.ts'
import type { Random } from '../random.ts'
import { createDatabase, hasDistributionPostgres, startDistributionPostgres } from '../servers/distribution-postgres.ts'
import { startNetworkLink } from '../servers/network-link.ts'
import type { NetworkLink } from '../servers/network-link.ts'
import { asOutsider } from '../time-travel.ts'
import { differences } from './assertions.ts'
import {
  RESTARTED_WITHIN_MS,
  movedOn,
  newFolder,
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
/** Fewer, since each takes many seconds. */
const FAULTS_OF_DISK = Math.ceil(FAULTS / 4)
/** Before each fault. */
const MOVES_BETWEEN = 4
const DISK_MB = 384
/** So many requests fail before there is room again. */
const FAILED_REQUESTS = 20
const FULL_WITHIN_MS = 60_000
/** Seconds before or after the true time: an adjustment, a wrong clock, a wrong time zone. */
const JUMP_MAX = 4000
const JUMPS = [4, 120, JUMP_MAX]
/** Processes read a clock's file once a second. */
const CLOCK_SET_WITHIN_MS = 30_000
const CLOCK_TOLERANCE_SECONDS = 1.5
/** Debian's libfaketime, which the bundled Postgres is not started with: its environment is its own. */
const FAKETIME = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]
const TIMEOUT_MS = 120_000 + ENOUGH_WITHIN_MS + FAULTS * RESTARTED_WITHIN_MS

test.skipIf(process.platform === 'win32')(
  `nothing acknowledged is lost or doubled while ${FAULTS} connections are held, slowed and broken off, and requests repeated`,
  async () => {
    const { connectionString, appUrl } = await startDatabase(await newFolder())
    const database = await linkTo(socketOf(appUrl))
    const environment = await startEnvironment({ connectionString, appUrl: throughLink(appUrl, database) }, SEED)
    const { wire } = environment
    const clients = await linkTo(Number(new URL(wire.url).port))
    wire.url = `http://127.0.0.1:${clients.port}`
    const random = seededRandom(SEED)
    const repeated = repeatRequests(wire, seededRandom(SEED + 1))
    const faults = [hold, breakOffHeld, breakOff, slow].flatMap((fault) => [
      () => fault(clients, random),
      () => fault(database, random),
    ])
    const outcome = await tradeThrough(environment, connectionString, FAULTS, (n) => faults[n % faults.length]!())
    expect(outcome).toEqual(NOTHING_WRONG)
    expect(await deadlocksIn(connectionString)).toBe(0)
    expect(repeated.again).toBeGreaterThan(0)
    expect(repeated.twice).toBeGreaterThan(0)
    expect(wire.replayed).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)

test.skipIf(!canMount())(
  `nothing acknowledged is lost or doubled while the disk is full ${FAULTS_OF_DISK} times`,
  async () => {
    const dataDir = await newFolder()
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
    const folder = await newFolder()
    const [ofDatabase, ofServer] = [await newClock(join(folder, 'database')), await newClock(join(folder, 'server'))]
    const cluster = await startDistributionPostgres({}, ofDatabase.environment)
    onTestFinished(cluster.stop)
    const connectionString = await createDatabase(cluster.connectionString, 'sarraf')
    const { appUrl, ownerUrl } = urlsOf(connectionString)
    await migrate(ownerUrl)
    const environment = await startEnvironment({ connectionString, appUrl }, SEED, ofServer.environment)
    await makeAccountsOld(connectionString)
    const random = seededRandom(SEED)
    const outcome = await tradeThrough(environment, connectionString, FAULTS, async (n) => {
      // At the end the latest time of all, since what came to its end before must be due.
      const isLast = n === FAULTS - 1
      const back = n % 2 === 0 ? -1 : 1
      const most = JUMPS[Math.floor(n / 3) % JUMPS.length]!
      const seconds = isLast ? JUMP_MAX : back * random.between(most / 2, most)
      const jumping = [[ofDatabase, ofServer], [ofDatabase], [ofServer]][isLast ? 0 : n % 3]!
      for (const clock of jumping) await clock.set(seconds)
      if (jumping.includes(ofDatabase)) await untilOffset(seconds, () => timeOfDatabase(connectionString))
      if (jumping.includes(ofServer)) await untilOffset(seconds, () => timeOfServer(environment))
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
      await movedOn(trading.journal, MOVES_BETWEEN)
      await fault(n)
      await ready(wire)
      if (!(await movedOn(trading.journal))) stalled.push(n)
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

/** Acts lock rows in one order, so Postgres should never find a deadlock: each would delay its transactions by a second. */
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
async function hold(link: NetworkLink, random: Random): Promise<void> {
  link.cut()
  expect(link.connections()).toBeGreaterThan(0)
  await sleep(random.between(200, 3000))
  link.mend()
}

/** What was sent meanwhile is lost. */
async function breakOffHeld(link: NetworkLink, random: Random): Promise<void> {
  link.cut()
  await sleep(random.between(200, 3000))
  await breakOff(link)
  link.mend()
}

async function breakOff(link: NetworkLink): Promise<void> {
  expect(link.connections()).toBeGreaterThan(0)
  link.breakOff()
}

async function slow(link: NetworkLink, random: Random): Promise<void> {
  link.delay(random.between(20, 200))
  expect(link.connections()).toBeGreaterThan(0)
  await sleep(random.between(500, 2000))
  link.delay(0)
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'sarraf-mount-'))
  const isMounted = tryToMount(folder)
  if (isMounted) spawnSync('umount', ['--lazy', folder])
  rmdirSync(folder)
  return isMounted
}

function tryToMount(folder: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder]).status === 0
}

/** Leaves no room until requests have failed for it, then makes room again. */
async function fillDisk({ wire }: Environment, dataDir: string): Promise<void> {
  const path = join(dataDir, 'ballast')
  const failed = () => wire.busy + wire.cut
  const wanted = failed() + FAILED_REQUESTS
  try {
    await appendUntilFull(path)
    expect((await statfs(dataDir)).bavail).toBe(0)
    for (const until = Date.now() + FULL_WITHIN_MS; failed() < wanted && Date.now() < until; await sleep(50)) {
      // A checkpoint may free space again.
      await appendUntilFull(path)
    }
  } finally {
    await rm(path, { force: true })
  }
  expect(failed(), 'requests that failed while the disk was full').toBeGreaterThanOrEqual(wanted)
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
  // In one step, since a process may read it meanwhile.
  const set = async (offsetSeconds: number) => {
    await writeFile(`${file}.next`, `${offsetSeconds < 0 ? '' : '+'}${offsetSeconds}\n`)
    await rename(`${file}.next`, file)
  }
  await set(0)
  const environment = {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { environment, set }
}

async function untilOffset(seconds: number, read: () => Promise<Date>): Promise<void> {
  await expect
    .poll(async () => Math.abs((await read()).getTime() - Date.now() - seconds * 1000) / 1000, {
      timeout: CLOCK_SET_WITHIN_MS,
    })
    .toBeLessThan(CLOCK_TOLERANCE_SECONDS)
}

async function timeOfDatabase(connectionString: string): Promise<Date> {
  const owner = openOwnerPool(connectionString, 1)
  const { rows } = await owner.query('select clock_timestamp() as now')
  await owner.end()
  return rows[0].now
}

/** In whole seconds. */
async function timeOfServer({ wire }: Environment): Promise<Date> {
  const answer = await fetch(`${wire.url}/livez`)
  await answer.body?.cancel()
  return new Date(answer.headers.get('date')!)
}
