/**
 * `npm run drill -- restore --trades=200 --past=100000`, `-- restart --rounds=10`, `-- keys`, `-- failover --rounds=10`,
 * `-- upgrade --from=COMMIT`: what docs/operations.md has an operator do, done while users trade. `--seed` repeats the
 * choices of the users. Without a word it does all; `npm test` does each in a short form.
 */
import { globSync } from 'node:fs'
import { loadavg } from 'node:os'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { countOf, printedLoad, runTests } from './run-tests.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    trades: { type: 'string', default: '50' },
    past: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    from: { type: 'string', default: '' },
    traders: { type: 'string', default: '16' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const drills = globSync('server/testing/drills/*.test.ts', { cwd: root })
const chosen = drills.filter((file) => positionals.every((word) => basename(file).includes(word)))
if (chosen.length === 0) throw new Error(`No drill is named ${positionals.join(' ')}.`)
console.log(`seed ${values.seed}; ${printedLoad(loadavg()[0])}`)

await runTests({
  project: 'chaos',
  files: chosen,
  args: ['--no-file-parallelism'],
  env: {
    DRILL_TRADES: countOf('trades', values.trades),
    DRILL_PAST: countOf('past', values.past),
    DRILL_ROUNDS: countOf('rounds', values.rounds),
    DRILL_FROM: values.from,
    DRILL_TRADERS: countOf('traders', values.traders),
    DRILL_SEED: values.seed,
  },
})
