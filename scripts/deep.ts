/**
 * `npm run deep`: the generated tests and stories whole, of which `npm test` runs a sample (server/testing/sample.ts). Each test prints
 * its seed. Words select files: `SEED=7 npm run deep -- disputes/model`.
 */
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const words = process.argv.slice(2)
const generated = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('/testing/sample.ts'))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
const [tests, stories] = [generated('server/**/*.test.ts'), generated('e2e/*.story.ts')]
if (tests.length + stories.length === 0) throw new Error(`No generated test is named ${words.join(' or ')}.`)

if (tests.length > 0) await run('vitest/vitest.mjs', 'run', '--project', 'server', ...tests)
if (stories.length > 0) await run('@playwright/test/cli.js', 'test', ...stories)

/** A failure makes the command fail, after the other half. */
function run(program: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, DEEP: '1' },
  })
  return new Promise((done) => {
    child.once('close', (code) => {
      if (code !== 0) process.exitCode = code ?? 1
      done()
    })
  })
}
