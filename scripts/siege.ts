/**
 * `npm run siege`: what a crowd of free accounts can do to the demonstration's market. `-- --accounts=200 --networks=40
 * --minutes=10 --calls=30000 --seed=1`; each has a default. `--bonds=300` switches bonds on, and the crowd has so much USDT for its own.
 * Ends with 1 when a required target is missed.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { failed, rowsOf } from './siege/report.ts'
import { runSiege } from './siege/run.ts'
import type { SiegeOptions } from './siege/run.ts'

const SAMPLES_PER_MINUTE = 2

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '200' },
    networks: { type: 'string', default: '40' },
    minutes: { type: 'string', default: '10' },
    calls: { type: 'string', default: '30000' },
    bonds: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const options = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, positive(name, value)]),
) as Omit<SiegeOptions, 'samples'>

console.log(
  Object.entries(options)
    .map(([name, value]) => `${name} ${value}`)
    .join(', '),
)
console.log(`load average at the start: ${loadavg()[0]?.toFixed(1)}`)
const result = await runSiege({ ...options, samples: Math.max(Math.ceil(options.minutes * SAMPLES_PER_MINUTE), 2) })
const rows = rowsOf(result)
const { offers, takeableBefore, calls, accounts, answers } = result
console.log(
  `${calls} calls of ${accounts} accounts; of ${offers} offers to sell a trader with a record could take ${takeableBefore.record} before the siege, a new taker ${takeableBefore.newTaker}`,
)
console.table(rows, ['measured', 'target', 'met'])
for (const [name, counts] of Object.entries(answers)) console.log(name, counts)
const missed = failed(rows)
if (missed.length > 0) console.log(`MISSED: ${missed.join('; ')}`)
process.exit(missed.length === 0 ? 0 : 1)

function positive(name: string, value: string): number {
  const number = Number(value)
  // A crowd may have nothing for bonds.
  if (!(number > 0 || (name === 'bonds' && number === 0)))
    throw new Error(`--${name} must be a positive number, not "${value}"`)
  return number
}
