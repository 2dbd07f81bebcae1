/** The kinds of steps that the check consists of: a command, Vitest projects, and the stories in the browser. */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './failure.ts'
import { summaryOfStories, summaryOfTests } from './reports.ts'
import type { PlaywrightReport, Summary, VitestReport } from './reports.ts'

/** Of a run that ends badly without a failure that could be named. */
const LAST_LINES = 8

const OUTSIDE_TESTS = join(root, 'scripts/check/errors-outside-tests.ts')
const bin = (name: string) => join(root, 'node_modules/.bin', name)

export type Counts = Pick<Summary, 'passed' | 'failed'> & Partial<Summary>
/** With `isHeldBack` the step's output is only returned, otherwise also printed as it comes. */
export type Step = { name: string; run(options: Options): Promise<Counts & { output: string }> }

type Options = { isHeldBack: boolean }

/** A command that counts as one: passed when it ends with 0. */
export function command(name: string, program: string, ...args: string[]): Step {
  return {
    name,
    async run(options) {
      const { code, output } = await execute(program === process.execPath ? program : bin(program), args, options)
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
    },
  }
}

/** Vitest projects, counted by Vitest; an error outside of a test counts as a failure. */
export function unit(name: string, scratch: string, projects: readonly string[], args: readonly string[] = []): Step {
  return {
    name,
    async run(options) {
      const report = join(scratch, `${name.replaceAll(/\W+/g, '-')}.json`)
      const outside = `${report}.outside`
      const flags = projects.flatMap((project) => ['--project', project])
      const reporters = ['default', 'json', OUTSIDE_TESTS].map((reporter) => `--reporter=${reporter}`)
      const program = ['run', ...flags, ...reporters, `--outputFile.json=${report}`, ...args]
      const ended = await execute(bin('vitest'), program, options, { OUTSIDE_ERRORS: outside })
      const summary = summaryOfTests(await readJson<VitestReport>(report, {}))
      const failures = [...summary.failures, ...(await readJson<string[]>(outside, []))]
      return countsOf(ended, { ...summary, failures })
    },
  }
}

/** The tests of the contracts, counted by forge. */
export function contracts(name: string, scratch: string): Step {
  return {
    name,
    async run(options) {
      const report = join(scratch, 'contracts.json')
      const ended = await execute(process.execPath, ['scripts/contracts.ts', 'short', '--report', report], options)
      const nothing = { passed: 0, failed: 0, failures: [], flaky: [], skipped: [], timed: [] }
      return countsOf(ended, await readJson<Summary>(report, nothing))
    },
  }
}

/** Playwright, counted by Playwright. */
export function stories(name: string, scratch: string, files: readonly string[] = []): Step {
  return {
    name,
    async run(options) {
      const report = join(scratch, 'stories.json')
      const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report }
      const args = ['test', '--reporter=list,json', ...files]
      const ended = await execute(bin('playwright'), args, options, env)
      return countsOf(ended, summaryOfStories(await readJson<PlaywrightReport>(report, {})))
    },
  }
}

async function readJson<Content>(file: string, otherwise: Content): Promise<Content> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? otherwise : (JSON.parse(text) as Content)
}

type Ended = { code: number; output: string }

/** A run that ends badly has a failure at least, and names it, or has its last lines. */
function countsOf({ code, output }: Ended, counted: Summary): Counts & { output: string } {
  const failures = [...new Set(counted.failures)]
  if (code === 0) return { ...counted, failures, output }
  const named = failures.length > 0 ? failures : [`ended with ${code}:`, ...lastLinesOf(output)]
  return { ...counted, failed: Math.max(counted.failed, failures.length, 1), failures: named, output }
}

function lastLinesOf(output: string): string[] {
  const lines = stripVTControlCharacters(output).split('\n')
  return lines.filter((line) => line.trim() !== '').slice(-LAST_LINES)
}

function execute(
  program: string,
  args: readonly string[],
  { isHeldBack }: Options,
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  return new Promise((done) => {
    // Read here, so the program does not see the terminal that shows its colours.
    const colours = process.stdout.hasColors?.() ? { FORCE_COLOR: '1' } : {}
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...colours, ...env },
    })
    let output = ''
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].on('data', (part: Buffer) => {
        output += part.toString()
        if (!isHeldBack) process[stream].write(part)
      })
    }
    child.once('error', (error) => done({ code: 1, output: `${output}${error.message}\n` }))
    child.once('close', (code) => done({ code: code ?? 1, output }))
  })
}
