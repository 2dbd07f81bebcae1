/**
 * `npm run soak -- --minutes 60`: one server process under a constant load of lists, pages, trades, chat and event streams. Ends
 * with 1 when what its live objects hold grows by more than 1 MB in ten minutes after the warm-up, or when a call is refused, or
 * when more than one of a thousand is not answered in time.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { printedLoad } from './run-tests.ts'
import { runSoak } from './soak/run.ts'

const MB = 1024 * 1024
const GROWTH_MAX_MB = 1
const BUSY_PART_MAX = 1 / 1000
const WARM_UP_PART = 1 / 3
const WARM_UP_MINUTES_MAX = 10

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    'sample-seconds': { type: 'string', default: '15' },
  },
})
const minutes = positive('minutes')
const warmUpMinutes = Math.min(minutes * WARM_UP_PART, WARM_UP_MINUTES_MAX)
console.log(`${minutes} minutes, of which the first ${warmUpMinutes.toFixed(1)} warm up; ${printedLoad(loadavg()[0])}`)

const { growth, hasPages, counts, before, after, violations } = await runSoak({
  minutes,
  warmUpMinutes,
  isDemo: true,
  sampleSeconds: positive('sample-seconds'),
  onSample: (minute, { heapUsed, external, rss }) =>
    console.log(
      `${minute.toFixed(1).padStart(5)} min: heap ${mb(heapUsed)}, outside it ${mb(external)}, resident ${mb(rss)} MB`,
    ),
})
const refusals = Object.values(counts).flatMap(({ refused }) => Object.values(refused))
const refused = refusals.reduce((sum, count) => sum + count, 0)
const busy = Object.values(counts).reduce((sum, count) => sum + count.busy, 0)
const made = Object.values(counts).reduce((sum, count) => sum + count.done, 0)
console.table(
  Object.fromEntries(
    Object.entries(counts).map(([part, count]) => [part, { done: count.done, 'not answered in time': count.busy }]),
  ),
)
if (!hasPages) console.log('no pages: the web client is not built (npm run build)')
for (const [part, { refused: reasons }] of Object.entries(counts)) {
  for (const [reason, count] of Object.entries(reasons)) console.log(`${part}, refused ${count} times: ${reason}`)
}
console.log('before the load', before)
console.log('after it', after)
console.log(
  `growth in ten minutes: live objects ${growth.live.toFixed(2)} MB (at most ${GROWTH_MAX_MB}), resident ${growth.resident.toFixed(2)} MB`,
)
const faults = [
  growth.live > GROWTH_MAX_MB && 'memory grows',
  // A number that the server does not give is -1.
  after.streams !== 0 && 'streams are left or not counted',
  after.connectionsInUse !== 0 && 'connections are left in use or not counted',
  after.awaited !== 0 && 'calls still wait for a connection or are not counted',
  refused > 0 && 'calls were refused',
  busy > made * BUSY_PART_MAX && 'too many calls were not answered in time',
  violations.length > 0 && `violations: ${violations.join(', ')}`,
].filter((fault) => fault !== false)
if (faults.length > 0) console.log(`FAILED: ${faults.join('; ')}`)
process.exit(faults.length === 0 ? 0 : 1)

function mb(bytes: number): string {
  return (bytes / MB).toFixed(1)
}

function positive(name: keyof typeof values): number {
  const number = Number(values[name])
  if (!(number > 0)) throw new Error(`--${name} must be a positive number, not "${values[name]}"`)
  return number
}
