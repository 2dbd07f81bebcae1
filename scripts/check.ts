/**
 * `npm test` and `npm run check`: every ring of proof, in order, and the sum at the end. Each static check counts
 * as one. All rings run even when an earlier one fails, so that one run tells everything.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name: string) => join(root, 'node_modules/.bin', name)

type Counts = { passed: number; failed: number }
type Ring = { name: string; run(): Promise<Counts> }

const scratch = await mkdtemp(join(tmpdir(), 'sarraf-check-'))

const rings: Ring[] = [
  check('the lock file is whole', process.execPath, 'scripts/complete-lock.ts', '--check'),
  check('types of the routes', 'react-router', 'typegen'),
  check('types', 'tsc', '-p', '.'),
  check('lint', 'oxlint', '--type-aware', '--deny-warnings'),
  check('format', 'oxfmt', '--check'),
  check('dead code', 'knip', '--no-progress'),
  check('texts are in the catalogue', process.execPath, 'scripts/check-texts.ts'),
  unit('rules, architecture and server', 'domain', 'components', 'server'),
  check('the web client builds', process.execPath, 'scripts/build.ts'),
  unit('the two commands', 'start'),
  stories('stories in the browser'),
  unit('kills', 'chaos'),
]

const wanted = process.argv.slice(2)
const total: Counts = { passed: 0, failed: 0 }
const lines: string[] = []
for (const ring of rings) {
  const { name } = ring
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue
  const started = Date.now()
  console.log(`\n── ${name}`)
  const { passed, failed } = await ring.run()
  total.passed += passed
  total.failed += failed
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  lines.push(
    `${failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(30)} ${passed} passed, ${failed} failed, ${seconds} s`,
  )
}
await rm(scratch, { recursive: true, force: true })
console.log(`\n${lines.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

/** A command that counts as one: passed when it ends with 0. */
function check(name: string, command: string, ...args: string[]): Ring {
  return {
    name,
    async run() {
      const code = await execute(command === process.execPath ? command : bin(command), args)
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
    },
  }
}

/** Vitest projects, counted by Vitest; a run that ends badly without a failed test counts as one failure. */
function unit(name: string, ...projects: string[]): Ring {
  return {
    name,
    async run() {
      const report = join(scratch, `${projects.join('-')}.json`)
      const flags = projects.flatMap((project) => ['--project', project])
      const code = await execute(bin('vitest'), [
        'run',
        ...flags,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ])
      const { numPassedTests = 0, numFailedTests = 0 } = await readReport(report)
      return { passed: numPassedTests, failed: atLeastOneIf(code, numFailedTests) }
    },
  }
}

/** Playwright, counted by Playwright. */
function stories(name: string): Ring {
  return {
    name,
    async run() {
      const report = join(scratch, 'stories.json')
      const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report }
      const code = await execute(bin('playwright'), ['test', '--reporter=list,json'], env)
      const { stats } = await readReport(report)
      return {
        passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
        failed: atLeastOneIf(code, stats?.unexpected ?? 0),
      }
    },
  }
}

type Report = {
  numPassedTests?: number
  numFailedTests?: number
  stats?: { expected: number; unexpected: number; flaky: number }
}

async function readReport(file: string): Promise<Report> {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  return JSON.parse(text) as Report
}

function atLeastOneIf(code: number, failed: number): number {
  return code === 0 ? failed : Math.max(failed, 1)
}

function execute(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', (error) => {
      console.error(error.message)
      done(1)
    })
    child.once('exit', (code) => done(code ?? 1))
  })
}
