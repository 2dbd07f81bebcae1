/** Plants each mutant in a copy of contracts/, runs the test that is named for it, and says which are not caught. */
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Summary } from '../../check/reports.ts'
import { runTests } from '../forge-tests.ts'
import type { Run } from '../forge-tests.ts'
import { contracts } from '../toolchain.ts'
import { HUB_MUTANTS } from './hub.ts'
import { LEFTOVER_MUTANTS } from './leftovers.ts'
import type { Mutant } from './mutant.ts'
import { OTHER_MUTANTS, POCKET_HELPERS } from './others.ts'

const COPIED = ['src', 'test', 'tools', 'foundry.toml', 'package.json']
const FEW = { FOUNDRY_FUZZ_RUNS: '200' }

/** Words select mutants by their fault or their test. */
export async function runMutants(words: readonly string[]): Promise<Summary> {
  const copy = await mkdtemp(join(tmpdir(), 'sarraf-contracts-'))
  try {
    for (const name of COPIED) await cp(join(contracts, name), join(copy, name), { recursive: true })
    await symlink(join(contracts, 'node_modules'), join(copy, 'node_modules'))
    const chosen = [...HUB_MUTANTS, ...LEFTOVER_MUTANTS, ...OTHER_MUTANTS].filter(({ fault, test }) =>
      words.every((word) => `${fault} ${test}`.includes(word)),
    )
    const named = [...new Set(chosen.map(({ test }) => test))]
    const without = await runNamed(copy, `^(${named.join('|')})\\(`)
    const failures = faultsWithout(without, named)
    let passed = 0
    for (const mutant of failures.length === 0 ? chosen : []) {
      const problem = await problemOf(copy, mutant)
      console.log(`${mutant.file} ${mutant.fault}: ${problem ?? `caught by ${mutant.test}`}`)
      if (problem === null) passed++
      else failures.push(`${mutant.file} ${mutant.fault}: ${problem}`)
    }
    return { passed, failed: failures.length, failures, flaky: [], skipped: [], timed: [] }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** A test that fails without a mutant, or does not exist, proves nothing. */
function faultsWithout({ tests, error }: Run, named: readonly string[]): string[] {
  if (error !== null) return [error]
  const passing = new Set(tests.filter(({ isPassed }) => isPassed).map(({ name }) => name))
  return named.filter((name) => !passing.has(name)).map((name) => `${name} does not pass without a mutant`)
}

/** null where the named test fails with the mutant, in a contract that compiles. */
async function problemOf(copy: string, { file, from, to, test }: Mutant): Promise<string | null> {
  const path = join(copy, 'src', file)
  const original = await readFile(path, 'utf8')
  if (original.split(from).length !== 2) return 'DOES NOT APPLY: its text is not once in the file'
  const planted = original.replace(from, () => to)
  const helpers = file === 'EscrowPocket.sol' ? planted.replace(/\}\n$/, () => POCKET_HELPERS.trimStart()) : planted
  await writeFile(path, helpers)
  const run = await runNamed(copy, `^${test}\\(`, '--match-path', await fileOf(copy, test))
  await writeFile(path, original)
  if (run.tests.length === 0) return `DOES NOT COMPILE: ${run.error}`
  return run.tests.some(({ isPassed }) => !isPassed) ? null : 'SURVIVED'
}

/** Only this file and what it imports is compiled. */
async function fileOf(copy: string, test: string): Promise<string> {
  for (const name of await readdir(join(copy, 'test'))) {
    const path = join('test', name)
    if (name.endsWith('.t.sol') && (await readFile(join(copy, path), 'utf8')).includes(`function ${test}(`)) return path
  }
  throw new Error(`no file has ${test}`)
}

async function runNamed(copy: string, pattern: string, ...args: string[]): Promise<Run> {
  return await runTests(['--match-test', pattern, ...args], { cwd: copy, env: FEW })
}
