/** Runs tests of contracts/ and reads what forge says of them. */
import type { Summary } from '../check/reports.ts'
import { forge } from './toolchain.ts'

export type Test = { file: string; name: string; isPassed: boolean; reason: string }
export type Run = {
  tests: Test[]
  /** What ended the run before its tests, as a compiler error. */ error: string | null
}

type Report = Record<string, { test_results: Record<string, { status: string; reason: string | null }> }>

export async function runTests(
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Run> {
  const env = { FOUNDRY_PROFILE: 'tests', ...options.env }
  const { code, stdout, stderr } = await forge(['test', '--json', '--threads', '1', ...args], { ...options, env })
  const report = reportOf(stdout)
  if (!report) return { tests: [], error: `${stdout}\n${stderr}`.trim() || `forge ended with ${code}` }
  const tests = Object.entries(report).flatMap(([suite, { test_results: results }]) =>
    Object.entries(results).map(([name, { status, reason }]) => ({
      file: `contracts/${suite.split(':')[0]}`,
      name: name.replace(/\(.*$/, ''),
      isPassed: status === 'Success',
      reason: reason ?? '',
    })),
  )
  const hasUnnamedFailure = code !== 0 && tests.every(({ isPassed }) => isPassed)
  return { tests, error: hasUnnamedFailure ? `forge ended with ${code}: ${stderr}` : null }
}

/** The report is the one line of the output that is an object. */
function reportOf(stdout: string): Report | null {
  const line = stdout.split('\n').find((each) => each.startsWith('{'))
  return line === undefined ? null : (JSON.parse(line) as Report)
}

export function summaryOf({ tests, error }: Run): Summary {
  const failed = tests.filter(({ isPassed }) => !isPassed)
  const failures = failed.map(({ file, name, reason }) => `${file} > ${name}: ${reason}`)
  if (error !== null) failures.push(`contracts/: ${error}`)
  return { passed: tests.length - failed.length, failed: failures.length, failures, flaky: [], skipped: [], timed: [] }
}
