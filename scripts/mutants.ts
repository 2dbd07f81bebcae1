/**
 * `npm run mutants`: plants the mutants of scripts/mutants/ in a copy of the project, one after another, runs the tests that
 * docs/security-controls.md names for the control, and prints which of them failed. A control whose tests all pass is not
 * proved: the command then ends with 1. Words select controls by the beginning of their number: `npm run mutants 6.2 7.1.2`.
 */
import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'
import type { Vitest } from 'vitest/node'
import { readControls } from './doc-tables.ts'
import { MUTANTS } from './mutants/mutants.ts'
import type { Mutant } from './mutants/mutant.ts'

type Proof = { file: string; title: string }
type Result = { passed: string[]; failed: string[] }

const root = fileURLToPath(new URL('..', import.meta.url))
const wanted = process.argv.slice(2)
const copy = await mkdtemp(join(tmpdir(), 'sarraf-mutants-'))
await copyProject()
process.chdir(copy)
let vitest = await openVitest()

try {
  const proofs = new Map((await readControls()).map((row) => [row.section, proofsOf(row.proofs)]))
  const chosen = MUTANTS.filter(({ control }) => wanted.length === 0 || wanted.some((word) => control.startsWith(word)))
  const controls = new Set(chosen.map(({ control }) => control))
  const { failed } = await run([...controls].flatMap((control) => proofs.get(control) ?? []))
  if (failed.length > 0) throw new Error(`these tests fail without a mutant: ${failed.join('; ')}`)
  let survivors = 0
  for (const [index, mutant] of chosen.entries()) {
    const outcome = await tryMutant(mutant, proofs.get(mutant.control) ?? [])
    if (!outcome.startsWith('caught')) survivors++
    const place = `${String(index + 1).padStart(3)}/${chosen.length}  ${mutant.control.padEnd(16)} ${mutant.file}`
    console.log(`${place}  ${outcome}`)
  }
  console.log(`\n${chosen.length - survivors} of ${chosen.length} mutants caught by a named test`)
  process.exitCode = survivors === 0 ? 0 : 1
} finally {
  await vitest.close()
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
  // Some tests ask git for the project's files.
  execFileSync('git', ['init', '--quiet'], { cwd: copy })
  execFileSync('git', ['add', '--all'], { cwd: copy })
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
  const original = await readFile(file, 'utf8')
  if (original.split(from).length !== 2) return 'DOES NOT APPLY'
  await plant(
    file,
    original.replace(from, () => to),
  )
  const { passed, failed } = await run(proofs)
  await plant(file, original)
  const [first] = failed
  if (first !== undefined) return `caught by: ${first}${failed.length > 1 ? ` and ${failed.length - 1} more` : ''}`
  return passed.length > 0 ? `SURVIVED ${passed.length} tests` : 'BROKEN: no test could be run'
}

async function plant(file: string, text: string): Promise<void> {
  await writeFile(file, text)
  vitest.invalidateFile(join(copy, file))
  if (!file.endsWith('.sql')) return
  // Migrations run once for each test server.
  await vitest.close()
  vitest = await openVitest()
}

/** Vitest is started once for all mutants, and with it the test server and its migrated template. */
function openVitest(): Promise<Vitest> {
  return createVitest('test', { root: copy, watch: false, reporters: [{}] })
}

async function run(proofs: readonly Proof[]): Promise<Result> {
  const byFile = Map.groupBy(proofs, ({ file }) => join(copy, file))
  const titlesIn = (file: string) => (byFile.get(file) ?? []).map(({ title }) => patternOf(title)).join('|')
  const found = await vitest.globTestSpecifications([...new Set(proofs.map(({ file }) => file))])
  const specifications = found.map(({ project, moduleId }) => {
    // Otherwise a file that can no longer be imported would have the results of its previous run.
    vitest.state.clearFiles(project, [moduleId])
    return project.createSpecification(moduleId, { testNamePattern: new RegExp(`(?:${titlesIn(moduleId)})$`) })
  })
  const { testModules } = await vitest.runTestSpecifications(specifications)
  const named = testModules
    .flatMap(({ children }) => [...children.allTests()])
    .filter(({ name, module }) => new RegExp(`^(?:${titlesIn(module.moduleId)})$`).test(name))
  const titlesOf = (state: string) => named.filter((each) => each.result().state === state).map(({ name }) => name)
  return { passed: titlesOf('passed'), failed: titlesOf('failed') }
}

/** The title of a table test has placeholders such as %s and $name. */
function patternOf(title: string): string {
  return title
    .split(/%[sjdo]|\$\w+(?:\.\w+)*/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('.*')
}
