/** Runs a soak: one server process under a constant mixed load, whose memory is sampled after a forced collection of garbage. */
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { liftTierLimits } from '../../server/testing/accounts/tiers.ts'
import { readScrape } from '../../server/testing/prometheus.ts'
import { violations } from '../../server/testing/violations.ts'
import { openBenchEnvironment } from '../bench/environment.ts'
import type { BenchEnvironment } from '../bench/environment.ts'
import { openUsers } from '../siege/client.ts'
import { SAMPLES_OF_LINE, growthOf } from './growth.ts'
import { CALL_LIMIT_MS, startLoad } from './load.ts'
import type { Counts, Load } from './load.ts'
import { SAMPLE_MARK } from './sample-mark.ts'
import type { Sample } from './sample-mark.ts'

const PROBE = new URL('probe.ts', import.meta.url).href
const CLIENT = fileURLToPath(new URL('../../build/client', import.meta.url))
const ANSWERED_WITHIN_MS = 30_000
const POOL = 'main'
const EXTRA_MINUTES = 2

export type SoakOptions = {
  minutes: number
  /** Caches, connections and compiled code grow in the first minutes; samples of these are no part of the growth. */
  warmUpMinutes: number
  sampleSeconds: number
  /** With the demonstration's market, which takes half a minute to write. */
  isDemo?: boolean
  /** What the server leaks each second, for a test of the measurement. */
  leakKb?: number
  onSample?: (minute: number, sample: Sample) => void
}

/** What the process holds once the load has ended and its clients have left. */
export type Remains = { streams: number; connectionsInUse: number; awaited: number; resources: Sample['resources'] }

export type SoakResult = {
  samples: { minute: number; sample: Sample }[]
  /** MB in ten minutes after the warm-up: what live objects hold, inside and outside the heap, the resident memory, and what was leaked for a test. */
  growth: { live: number; resident: number; leaked: number }
  /** Whether the web client was built, without which no pages are read. */
  hasPages: boolean
  counts: Counts
  before: Remains
  after: Remains
  violations: string[]
}

export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const { minutes, warmUpMinutes, sampleSeconds, isDemo = false, leakKb = 0, onSample } = options
  const metricsPort = await freePort()
  const environment = await openBenchEnvironment({
    isDemo,
    server: {
      NODE_OPTIONS: `--import=${PROBE}`,
      METRICS_PORT: String(metricsPort),
      SOAK_LEAK_KB: String(leakKb),
      TRUST_PROXY: '1',
    },
  })
  const { owner } = environment
  const users = await openUsers(environment, { limitMs: CALL_LIMIT_MS })
  const hasPages = existsSync(CLIENT)
  let load: Load | undefined
  try {
    await liftTierLimits(owner)
    const before = await remainsOf(environment, metricsPort)
    load = await startLoad(environment, users, hasPages)
    const began = performance.now()
    const minuteNow = () => (performance.now() - began) / 60_000
    const samples: SoakResult['samples'] = []
    const measured = () => samples.filter(({ minute }) => minute > warmUpMinutes)
    const { counts } = load
    // On a busy machine the first trade can be refused as such: the shortest form waits for the next.
    const waitsForPart = () =>
      minuteNow() < minutes + EXTRA_MINUTES &&
      Object.entries(counts).some(([part, { done }]) => done === 0 && (part !== 'pages' || hasPages))
    while (minuteNow() < minutes || measured().length < SAMPLES_OF_LINE || waitsForPart()) {
      await sleep(sampleSeconds * 1000)
      const sample = await sampleOf(environment)
      samples.push({ minute: minuteNow(), sample })
      onSample?.(minuteNow(), sample)
      // The load is that of many users, whose limits those of a few would meet.
      await owner.query('delete from rate_limits')
    }
    await load.stop()
    const after = await remainsOf(environment, metricsPort)
    const growth = (bytesOf: (sample: Sample) => number) =>
      growthOf(measured().map(({ minute, sample }) => ({ minute, bytes: bytesOf(sample) })))
    return {
      samples,
      growth: {
        live: growth(({ heapUsed, external }) => heapUsed + external),
        resident: growth(({ rss }) => rss),
        leaked: growth(({ leaked }) => leaked),
      },
      hasPages,
      counts,
      before,
      after,
      violations: (await violations(owner)).map(({ rule, id }) => `${rule} ${id}`),
    }
  } finally {
    // Calls to a server that has stopped would be counted as refused, and would go on for ever.
    await load?.stop()
    await users.close()
    await environment.close()
  }
}

/** Asks the server's process, which answers with a line of its output. */
async function sampleOf({ server }: BenchEnvironment): Promise<Sample> {
  let output = ''
  return new Promise((done, fail) => {
    const timeout = setTimeout(() => end(() => fail(new Error('the server gave no sample'))), ANSWERED_WITHIN_MS)
    const onOutput = (part: Buffer) => {
      output += part.toString()
      const line = output
        .split('\n')
        .slice(0, -1)
        .find((each) => each.startsWith(SAMPLE_MARK))
      if (line !== undefined) end(() => done(JSON.parse(line.slice(SAMPLE_MARK.length)) as Sample))
    }
    const end = (settle: () => void) => {
      clearTimeout(timeout)
      server.stdout?.off('data', onOutput)
      settle()
    }
    server.stdout?.on('data', onOutput)
    server.kill('SIGUSR2')
  })
}

/** The server notices within moments that its clients have left. */
async function remainsOf(environment: BenchEnvironment, metricsPort: number): Promise<Remains> {
  for (const until = Date.now() + ANSWERED_WITHIN_MS; ; await sleep(200)) {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    const { value } = readScrape(await response.text())
    const remains = {
      streams: value('sarraf_event_streams') ?? -1,
      connectionsInUse: value('sarraf_database_connections', { pool: POOL, state: 'in_use' }) ?? -1,
      awaited: value('sarraf_database_connections_awaited', { pool: POOL }) ?? -1,
    }
    if (Object.values(remains).every((count) => count === 0) || Date.now() > until)
      return { ...remains, resources: (await sampleOf(environment)).resources }
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => void server.close(done))
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return address.port
}
