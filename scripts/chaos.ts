/**
 * `npm run chaos -- --kills 1000 --seed 7`: the server and Postgres get SIGKILL at random moments while 16 traders trade.
 * `--notifications 10000` kills the server five times while so many notifications are written instead.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { countOf, printedLoad, runTests } from './run-tests.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    notifications: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const { kills, notifications, seed } = values
// The notifications test makes no random choices of a seed.
console.log(`${notifications === undefined ? `seed ${seed}; ` : ''}${printedLoad(loadavg()[0])}`)
runTests({
  project: 'chaos',
  files: [`server/testing/chaos/${notifications === undefined ? 'kills' : 'notifications'}.test.ts`],
  env:
    notifications === undefined
      ? { CHAOS_SEED: countOf('seed', seed), CHAOS_ROUNDS: countOf('kills', kills) }
      : { CHAOS_NOTIFICATIONS: countOf('notifications', notifications) },
})
