/**
 * `npm run fuzz` in its short form: calls made from the contract by every kind of caller. FUZZ_CALLS sets their number, and
 * FUZZ_SEED repeats the choices of a run as far as they do not depend on ids and times.
 */
import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../../domain/endpoints.ts'
import { asSystem } from '../../db/scope.ts'
import { moveDueTrades } from '../../jobs/worker.ts'
import { liftTierLimits } from '../accounts/tiers.ts'
import { useTestApp } from '../suite.ts'
import { violations } from '../violations.ts'
import { ACTORS } from './actor-names.ts'
import { runFuzz } from './run.ts'
import type { FuzzReport } from './run.ts'

const CALLS = Number(process.env.FUZZ_CALLS ?? 1000)
/** The command makes other choices in each run. */
const SEED = Number(process.env.FUZZ_SEED ?? 341_100)
/** The slowest answers hash a password or decode a picture. */
const MS_OF_CALL = 200
const SHOWN_CODES = 3
const START_MS = 120_000
/** Fewer calls, which repeat a failure, reach few endpoints. */
const CALLS_TO_REACH_MANY = 1000

/** A demonstration, in which every endpoint of the contract answers. */
const testApp = useTestApp({ demo: true })

test(
  `${CALLS} calls: no error of the server, no answer of another shape, nothing of another user`,
  async () => {
    await liftTierLimits(testApp().owner)
    const report = await runFuzz(testApp(), { calls: CALLS, seed: SEED })
    print(report)
    expect(report.failures).toEqual([])
    // Deadlines have passed during a long run.
    await asSystem('worker', () => moveDueTrades(testApp().context))
    expect(await violations(testApp().owner)).toEqual([])
    const reached = [...report.byEndpoint.values()].filter(({ successes }) => successes > 0)
    if (CALLS >= CALLS_TO_REACH_MANY) expect(reached.length).toBeGreaterThan(ENDPOINTS.length / 3)
  },
  START_MS + CALLS * MS_OF_CALL,
)

function print({ calls, byStatus, byEndpoint, failures, failed, endedEarly }: FuzzReport): void {
  const statuses = [...byStatus].toSorted(([one], [other]) => one - other)
  console.log(`fuzz: seed ${SEED}, ${calls} calls of ${ACTORS.length} callers`)
  console.log(`by status: ${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  const endpoints = [...byEndpoint]
  const listed = process.env.FUZZ_CALLS === undefined ? [] : endpoints
  for (const [name, { calls: of, successes, ms }] of listed)
    console.log(`${name}: ${of} calls, ${successes} successes, ${(ms / Math.max(of, 1)).toFixed(1)} ms each`)
  const unreached = endpoints.filter(([, { successes }]) => successes === 0)
  console.log(`${endpoints.length - unreached.length} of ${endpoints.length} endpoints succeeded; not:`)
  console.log(unreached.map(([name, { refusals }]) => `${name} (${commonest(refusals)})`).join(', '))
  for (const [name, { askedAgain }] of endpoints)
    if (askedAgain > 0) console.log(`${name} was asked again ${askedAgain} times after a 503`)
  for (const reason of endedEarly) console.log(`ended early: ${reason}`)
  if (failed > 0) console.log(`${failed} failures, of which the first ${failures.length} are described above`)
}

function commonest(refusals: ReadonlyMap<string, number>): string {
  const byCount = [...refusals].toSorted(([, one], [, other]) => other - one)
  return byCount
    .slice(0, SHOWN_CODES)
    .map(([code, times]) => `${code} ${times}`)
    .join(' ')
}
