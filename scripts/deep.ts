/**
 * `npm run deep`: the generated tests whole, of which `npm test` runs a sample (server/testing/sample.ts). Each prints its seed.
 * Words select files: `SEED=7 npm run deep -- disputes/model`.
 */
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const words = process.argv.slice(2)
const generated = globSync('server/**/*.test.ts', { cwd: root })
  .filter((file) => readFileSync(join(root, file), 'utf8').includes('/testing/sample.ts'))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
if (generated.length === 0) throw new Error(`No generated test is named ${words.join(' or ')}.`)

const vitest = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'server', ...generated],
  { cwd: root, stdio: 'inherit', env: { ...process.env, DEEP: '1' } },
)
vitest.once('close', (code) => (process.exitCode = code ?? 1))
