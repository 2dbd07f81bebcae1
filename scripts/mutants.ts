/**
 * `npm run mutants`: plants the mutants of scripts/mutants/mutants.ts in a copy of the project, one after another, runs the
 * tests that docs/security-controls.md names for the control, and prints which of them failed. A control whose tests all
 * pass is not proved: the command then ends with 1. Words select controls by the beginning of their number:
 * `npm run mutants 6.2 7.1.2`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readControls } from './doc-tables.ts'
import { MUTANTS } from './mutants/mutants.ts'
import type { Mutant } from './mutants/mutants.ts'

type Proof = { file: string; title: string }
type Result = { passed: string[]; failed: string[] }

const root = fileURLToPath(new URL('..', import.meta.url))
const wanted = process.argv.slice(2)
const copy = await mkdtemp(join(tmpdir(), 'sarraf-mutants-'))

try {
  await copyProject()
  const proofs = new Map((await readControls()).map((row) => [row.section, proofsOf(row.proofs)]))
  const chosen = MUTANTS.filter(({ control }) => wanted.length === 0 || wanted.some((word) => control.startsWith(word)))
  let survivors = 0
  for (const [index, mutant] of chosen.entries()) {
    const verdict = await tryMutant(mutant, proofs.get(mutant.control) ?? [])
    if (!verdict.startsWith('caught')) survivors++
    console.log(`${String(index + 1).padStart(3)}/${chosen.length}  ${mutant.control.padEnd(16)} ${mutant.file}  ${verdict}`)
  }
  console.log(`\n${chosen.length - survivors} of ${chosen.length} mutants caught by a named test`)
  process.exitCode = survivors === 0 ? 0 : 1
} finally {
  await rm(copy, { recursive: true, force: true })
}

/** The tracked files and those not yet added, beside the installed packages. */
async function copyProject(): Promise<void> {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\n').filter(Boolean)) {
    await mkdir(join(copy, dirname(file)), { recursive: true })
    await copyFile(join(root, file), join(copy, file))
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
}

/** Stories are left out: they need a build and a browser for each mutant. */
function proofsOf(quoted: readonly string[]): Proof[] {
  return quoted.flatMap((text) => {
    const [, file = '', title = ''] = /^(\S+\.test\.tsx?): (.+)$/.exec(text) ?? []
    return file === '' ? [] : [{ file, title }]
  })
}

async function tryMutant({ file, from, to }: Mutant, proofs: readonly Proof[]): Promise<string> {
  if (proofs.length === 0) return 'NO TEST NAMED'
  const path = join(copy, file)
  const original = await readFile(path, 'utf8')
  if (original.split(from).length !== 2) return 'DOES NOT APPLY'
  await writeFile(path, original.replace(from, () => to))
  const result = await run(proofs)
  await writeFile(path, original)
  if (!result) return 'BROKEN: no test could be run'
  const { passed, failed } = result
  return failed.length > 0 ? `caught by: ${failed.join('; ')}` : `SURVIVED ${passed.length} tests`
}

/** Runs the named tests; null where none of them ran. */
async function run(proofs: readonly Proof[]): Promise<Result | null> {
  const report = join(copy, 'report.json')
  await rm(report, { force: true })
  const files = [...new Set(proofs.map(({ file }) => file))]
  const titles = proofs.map(({ title }) => patternOf(title)).join('|')
  const program = join(copy, 'node_modules/.bin/vitest')
  const args = ['run', ...files, '-t', `(${titles})$`, '--reporter=json', `--outputFile.json=${report}`]
  await new Promise((done) => spawn(program, args, { cwd: copy, stdio: 'ignore' }).once('close', done))
  const text = await readFile(report, 'utf8').catch(() => null)
  if (text === null) return null
  const { testResults } = JSON.parse(text) as { testResults: { assertionResults: Assertion[] }[] }
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const titlesOf = (status: string) => all.filter((each) => each.status === status).map(({ title }) => title)
  const result = { passed: titlesOf('passed'), failed: titlesOf('failed') }
  return result.passed.length + result.failed.length > 0 ? result : null
}

type Assertion = { status: string; title: string }

/** The title of a table test has placeholders such as %s and $name. */
function patternOf(title: string): string {
  return title
    .split(/%[sjdo]|\$\w+(?:\.\w+)*/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('.*')
}
