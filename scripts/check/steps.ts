/** The kinds of steps that the check consists of: a command, Vitest projects, and the stories in the browser. */
import { spawn } from 'node:child_process'
import type { StdioOptions } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = (name: string) => join(root, 'node_modules/.bin', name)

/** `failures` has a line for each failed test, with the first line of its message. */
export type Counts = { passed: number; failed: number; failures?: string[] }
/** With `isHeldBack` the step's output is returned instead of printed. */
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

/** Vitest projects, counted by Vitest; a run that ends badly without a failed test counts as one failure. */
export function unit(name: string, scratch: string, projects: readonly string[], args: readonly string[] = []): Step {
  return {
    name,
    async run(options) {
      const report = join(scratch, `${name.replaceAll(/\W+/g, '-')}.json`)
      const flags = projects.flatMap((project) => ['--project', project])
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      const { code, output } = await execute(bin('vitest'), ['run', ...flags, ...reporters, ...args], options)
      const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = await readReport(report)
      const failures = testResults.flatMap((file) => failuresOfFile(file))
      return { passed: numPassedTests, failed: atLeastOneIf(code, numFailedTests), failures, output }
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
      const { code, output } = await execute(bin('playwright'), args, options, env)
      const { stats, suites = [] } = await readReport(report)
      const passed = (stats?.expected ?? 0) + (stats?.flaky ?? 0)
      const failures = suites.flatMap((suite) => failuresOfSuite(suite))
      return { passed, failed: atLeastOneIf(code, stats?.unexpected ?? 0), failures, output }
    },
  }
}

type Report = {
  numPassedTests?: number
  numFailedTests?: number
  testResults?: VitestFile[]
  stats?: { expected: number; unexpected: number; flaky: number }
  suites?: Suite[]
}
type VitestFile = {
  name: string
  message?: string
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
}
type Suite = {
  file: string
  suites?: Suite[]
  specs?: { title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[]
}

function failuresOfFile({ name, message, assertionResults }: VitestFile): string[] {
  const file = relative(root, name)
  if (assertionResults.length === 0) return message ? [failure(file, 'does not load', message)] : []
  return assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => failure(file, fullName, failureMessages?.[0]))
}

function failuresOfSuite({ file, suites = [], specs = [] }: Suite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => failure(file, title, tests.at(-1)?.results.at(-1)?.error?.message))
  return [...own, ...suites.flatMap((suite) => failuresOfSuite(suite))]
}

function failure(file: string, title: string, message = ''): string {
  return `${file} > ${title}: ${stripVTControlCharacters(message).split('\n', 1)[0]}`
}

async function readReport(file: string): Promise<Report> {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  return JSON.parse(text) as Report
}

function atLeastOneIf(code: number, failed: number): number {
  return code === 0 ? failed : Math.max(failed, 1)
}

function execute(
  program: string,
  args: readonly string[],
  { isHeldBack }: Options,
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const stdio: StdioOptions = isHeldBack ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(program, args, { cwd: root, stdio, env: { ...process.env, ...env } })
    let output = ''
    child.stdout?.on('data', (part: Buffer) => (output += part.toString()))
    child.stderr?.on('data', (part: Buffer) => (output += part.toString()))
    child.once('error', (error) => done({ code: 1, output: `${output}${error.message}\n` }))
    child.once('close', (code) => done({ code: code ?? 1, output }))
  })
}
