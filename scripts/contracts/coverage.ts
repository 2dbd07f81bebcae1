/** Which branches of the contracts no test takes. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Summary } from '../check/reports.ts'
import { forge } from './toolchain.ts'

/** Branches that no test can take, as "file:line", with why. */
const REASONS: Readonly<Record<string, string>> = {}

export async function measureCoverage(): Promise<Summary> {
  const scratch = await mkdtemp(join(tmpdir(), 'sarraf-coverage-'))
  try {
    const file = join(scratch, 'lcov.info')
    // The invariants and the gas limits take no branch that the named tests do not.
    const tests = ['--exclude-tests', '--no-match-path', 'test/{invariants,GasLimits}*']
    const reports = ['--report', 'summary', '--report', 'lcov', '--report-file', file]
    const env = { FOUNDRY_PROFILE: 'tests', FOUNDRY_FUZZ_RUNS: '100' }
    const { code, stdout, stderr } = await forge(['coverage', '--threads', '1', ...tests, ...reports], { env })
    if (code !== 0) throw new Error(`${stdout}\n${stderr}`)
    console.log(stdout.slice(stdout.indexOf('╭')))
    const { taken, missed } = branchesOf(await readFile(file, 'utf8'))
    const failures = missed.filter((place) => !(place in REASONS)).map((place) => `contracts/${place} is never taken`)
    return { passed: taken, failed: failures.length, failures, flaky: [], skipped: [], timed: [] }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Of an LCOV report: "SF:file" begins a file, and "BRDA:line,block,branch,times" is a branch. */
function branchesOf(report: string): { taken: number; missed: string[] } {
  let file = ''
  let taken = 0
  const missed: string[] = []
  for (const line of report.split('\n')) {
    if (line.startsWith('SF:')) file = line.slice(3)
    const [, place = '', times = ''] = /^BRDA:(\d+),\d+,\d+,(\S+)$/.exec(line) ?? []
    if (place === '') continue
    if (times === '0' || times === '-') missed.push(`${file}:${place}`)
    else taken++
  }
  return { taken, missed }
}
