/**
 * `npm run fuzz -- --calls 100000 --seed 7`: calls made from the contract, right, nearly right and hostile, by every kind of
 * caller; no answer may be an error of the server, have another shape than its endpoint says, or hold what is another user's.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { countOf, printedLoad, runTests } from './run-tests.ts'

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
console.log(`seed ${values.seed}; ${printedLoad(loadavg()[0])}`)
await runTests({
  project: 'server',
  files: ['server/testing/fuzz/fuzz.test.ts'],
  env: { FUZZ_CALLS: countOf('calls', values.calls), FUZZ_SEED: countOf('seed', values.seed) },
})
