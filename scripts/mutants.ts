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

try {
  await copyProject()
  process.chdir(copy)
  const proofs = new Map((await readControls()).map((row) => [row.section, proofsOf(row.proofs)]))
  const chosen = MUTANTS.filter(({ control }) => wanted.length === 0 || wanted.some((word) => control.startsWith(word)))
  const vitest = await openVitest()
  let survivors = 0
  const broken = (
    await run(
      vitest,
      [...new Set(chosen.map(({ control }) => control))].flatMap((control) => proofs.get(control) ?? []),
    )
  ).failed
  if (broken.length > 0) throw new Error(`these tests fail without a mutant: ${broken.join('; ')}`)
  for (const [index, mutant] of chosen.entries()) {
    const verdict = await tryMutant(vitest, mutant, proofs.get(mutant.control) ?? [])
    if (!verdict.startsWith('caught')) survivors++
    console.log(
      `${String(index + 1).padStart(3)}/${chosen.length}  ${mutant.control.padEnd(16)} ${mutant.file}  ${verdict}`,
    )
  }
  await vitest.close()
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

async function tryMutant(vitest: Vitest, { file, from, to }: Mutant, proofs: readonly Proof[]): Promise<string> {
  if (proofs.length === 0) return 'NO TEST NAMED'
  const original = await readFile(file, 'utf8')
  if (original.split(from).length !== 2) return 'DOES NOT APPLY'
  await plant(
    vitest,
    file,
    original.replace(from, () => to),
  )
  const { passed, failed } = file.endsWith('.sql') ? await runOnce(proofs) : await run(vitest, proofs)
  await plant(vitest, file, original)
  if (failed.length > 0) return `caught by: ${failed.join('; ')}`
  return passed.length > 0 ? `SURVIVED ${passed.length} tests` : 'BROKEN: no test could be run'
}

async function plant(vitest: Vitest, file: string, text: string): Promise<void> {
  await writeFile(file, text)
  vitest.invalidateFile(join(copy, file))
}

/** Without files: `run` names them. The test server and its migrated template last as long as this. */
function openVitest(): Promise<Vitest> {
  return createVitest('test', { root: copy, watch: false, reporters: [{}] })
}

/** A migration runs once for each template. */
async function runOnce(proofs: readonly Proof[]): Promise<Result> {
  const vitest = await openVitest()
  try {
    return await run(vitest, proofs)
  } finally {
    await vitest.close()
  }
}

async function run(vitest: Vitest, proofs: readonly Proof[]): Promise<Result> {
  const patterns = proofs.map(({ file, title }) => ({ id: join(copy, file), title: patternOf(title) }))
  vitest.setGlobalTestNamePattern(new RegExp(`(?:${patterns.map(({ title }) => title).join('|')})$`))
  const specifications = await vitest.globTestSpecifications([...new Set(proofs.map(({ file }) => file))])
  // Otherwise a file that can no longer be imported would have the results of its previous run.
  for (const { project, moduleId } of specifications) vitest.state.clearFiles(project, [moduleId])
  const { testModules } = await vitest.runTestSpecifications(specifications)
  const named = testModules
    .flatMap(({ children }) => [...children.allTests()])
    .filter(({ name, module }) =>
      patterns.some(({ id, title }) => id === module.moduleId && new RegExp(`^${title}$`).test(name)),
    )
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
