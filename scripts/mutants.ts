/**
 * `npm run mutants`: plants the mutants of scripts/mutants/ in a copy of the project, one after another, runs the tests that
 * docs/security-controls.md names for the control, and prints which of them fails, and by which assertion. A mutant that
 * no assertion catches, or that does not apply or compile, ends the command with 1. Words select controls by the beginning
 * of their number or name: `npm run mutants 6.2 7.1.2 'release hold'`.
 */
import { rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readControls } from './doc-tables.ts'
import type { Mutant } from './mutants/mutant.ts'
import { MUTANTS } from './mutants/mutants.ts'
import { openNamedTests } from './mutants/named-tests.ts'
import type { Proof, Result } from './mutants/named-tests.ts'
import { copyProject, findTypeErrors, textsOf } from './mutants/project-copy.ts'

type Outcome = { isCaught: boolean; text: string }

const wanted = process.argv.slice(2)
const startedAt = Date.now()
const copy = await copyProject(fileURLToPath(new URL('..', import.meta.url)))
process.chdir(copy)
const tests = await openNamedTests(copy)

try {
  const proofs = new Map((await readControls()).map((row) => [row.section, proofsOf(row.proofs)]))
  const byControl = Map.groupBy(choose(), ({ control }) => control)
  const typeErrors = await findTypeErrors([...byControl.values()].flat())
  let caught = 0
  let total = 0
  for (const [control, mutants] of byControl) {
    let caughtHere = 0
    console.log(control)
    const problem = await findProblem(proofs.get(control) ?? [])
    for (const mutant of mutants) {
      const { isCaught, text } = problem ?? (await tryMutant(mutant, proofs.get(control) ?? [], typeErrors))
      if (isCaught) caughtHere++
      console.log(`  ${await placeOf(mutant)}: ${text}`)
    }
    console.log(`${control}: caught ${caughtHere} of ${mutants.length}\n`)
    caught += caughtHere
    total += mutants.length
  }
  const minutes = Math.round((Date.now() - startedAt) / 60_000)
  console.log(`${byControl.size} controls: caught ${caught} of ${total} mutants, in ${minutes} minutes`)
  process.exitCode = caught === total ? 0 : 1
} finally {
  await tests.close()
  await rm(copy, { recursive: true, force: true })
}

function choose(): readonly Mutant[] {
  const unknown = wanted.filter((word) => !MUTANTS.some(({ control }) => control.startsWith(word)))
  if (unknown.length > 0) throw new Error(`no mutants of ${unknown.join(', ')}`)
  return MUTANTS.filter(({ control }) => wanted.length === 0 || wanted.some((word) => control.startsWith(word)))
}

/** Stories are left out: they need a build and a browser for each mutant. */
function proofsOf(quoted: readonly string[]): Proof[] {
  return quoted.flatMap((text) => {
    const [, file = '', title = ''] = /^(\S+\.test\.tsx?): (.+)$/.exec(text) ?? []
    return file === '' ? [] : [{ file, title }]
  })
}

/** Why the control's mutants cannot be tried; null where its tests pass without one, at the second attempt at the latest. */
async function findProblem(proofs: readonly Proof[]): Promise<Outcome | null> {
  if (proofs.length === 0) return missed('NO TEST NAMED')
  const first = await tests.run(proofs)
  if (isPassed(first) || isPassed(await tests.run(proofs))) return null
  const [failure] = first.failures
  return missed(`FAILS WITHOUT A MUTANT: ${failure ? `"${failure.title}": ${failure.message}` : first.error}`)
}

function isPassed({ passed, failures, error }: Result): boolean {
  return passed > 0 && failures.length === 0 && error === null
}

async function tryMutant(mutant: Mutant, proofs: readonly Proof[], typeErrors: Map<Mutant, string>): Promise<Outcome> {
  const texts = await textsOf(mutant)
  if (!texts) return missed('DOES NOT APPLY: its text is not once in the file')
  const typeError = typeErrors.get(mutant)
  if (typeError) return missed(`DOES NOT COMPILE: ${typeError}`)
  await plant(mutant.file, texts.mutated)
  const outcome = await tests.run(proofs).then(outcomeOf, (error: unknown) => missed(`COULD NOT RUN: ${String(error)}`))
  await plant(mutant.file, texts.original)
  return outcome
}

async function plant(file: string, text: string): Promise<void> {
  await writeFile(file, text)
  await tests.reload(file)
}

/** Only a failed assertion shows that a test noticed the mutant; a test also fails where nothing works. */
function outcomeOf({ passed, failures, error }: Result): Outcome {
  const [first] = failures.filter(({ isAssertion }) => isAssertion)
  if (first) {
    const others = failures.length > 1 ? ` and ${failures.length - 1} more` : ''
    return { isCaught: true, text: `caught by "${first.title}"${others}: ${first.message}` }
  }
  const [other] = failures
  if (other) return missed(`FAILED WITHOUT AN ASSERTION: "${other.title}": ${other.message}`)
  if (error) return missed(`COULD NOT RUN: ${error}`)
  return missed(`SURVIVED ${passed} tests`)
}

function missed(text: string): Outcome {
  return { isCaught: false, text }
}

/** The file and the line where the change begins. */
async function placeOf(mutant: Mutant): Promise<string> {
  const texts = await textsOf(mutant)
  if (!texts) return mutant.file
  const lines = texts.mutated.split('\n')
  return `${mutant.file}:${texts.original.split('\n').findIndex((line, index) => line !== lines[index]) + 1}`
}
