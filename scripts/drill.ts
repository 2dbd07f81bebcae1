/**
 * `npm run drill -- restore --trades=200`, `-- restart --rounds=10`, `-- keys`, `-- failover --rounds=10`, `-- upgrade --from=COMMIT`: what docs/operations.md has an operator do, done
 * while users trade. `--seed` repeats the choices of the users. Without a word it does all; `npm test` does each in a short form.
 */
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { loadavg } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    trades: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '5' },
    from: { type: 'string', default: '' },
    traders: { type: 'string', default: '16' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const drills = globSync('server/testing/drills/*.test.ts', { cwd: root })
const chosen = drills.filter((file) => positionals.every((word) => basename(file).includes(word)))
if (chosen.length === 0) throw new Error(`No drill is named ${positionals.join(' ')}.`)
console.log(`seed ${values.seed}; load average at the start: ${loadavg()[0]?.toFixed(1)}`)

const vitest = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'chaos', '--no-file-parallelism', ...chosen],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      DRILL_TRADES: values.trades,
      DRILL_ROUNDS: values.rounds,
      DRILL_FROM: values.from,
      DRILL_TRADERS: values.traders,
      DRILL_SEED: values.seed,
    },
  },
)
vitest.once('close', (code) => (process.exitCode = code ?? 1))
