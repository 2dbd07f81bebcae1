/**
 * `npm run chaos -- --kills 1000 --seed 7`: the server and Postgres get SIGKILL at random moments while 16 traders trade.
 * `--notifications 10000` kills the server five times while so many notifications are written instead; `--faults 100` breaks
 * connections, repeats requests, fills the disk and sets the clock.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { countOf, printedLoad, runTests } from './run-tests.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    notifications: { type: 'string' },
    faults: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const { kills, notifications, faults, seed } = values
if (notifications !== undefined && faults !== undefined) throw new Error('--notifications and --faults are two runs')

function chosen(): { name: string; env: Record<string, string> } {
  if (notifications !== undefined)
    return { name: 'notifications', env: { CHAOS_NOTIFICATIONS: countOf('notifications', notifications) } }
  const env = { CHAOS_SEED: countOf('seed', seed) }
  if (faults !== undefined) return { name: 'faults', env: { ...env, CHAOS_FAULTS: countOf('faults', faults) } }
  return { name: 'kills', env: { ...env, CHAOS_ROUNDS: countOf('kills', kills) } }
}

const { name, env } = chosen()
// The notifications test makes no random choices of a seed.
console.log(`${notifications === undefined ? `seed ${seed}; ` : ''}${printedLoad(loadavg()[0])}`)
await runTests({ project: 'chaos', files: [`server/testing/chaos/${name}.test.ts`], env })
