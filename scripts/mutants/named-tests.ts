/** Runs the tests that docs/security-controls.md names, in one Vitest for all mutants. */
import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import type { TestCase, TestModule, Vitest } from 'vitest/node'
import { fieldOf } from '../../server/db/error-codes.ts'

/** A test by its file and title. */
export type Proof = { file: string; title: string }
/** How the named tests ended. `error` is why one of their files, or the set-up of its tests, did not run. */
export type Result = { passed: number; failures: Failure[]; error: string | null }
export type Failure = { title: string; message: string; isAssertion: boolean }
export type NamedTests = {
  run(proofs: readonly Proof[]): Promise<Result>
  /** Has the changed file read again. */
  reload(file: string): Promise<void>
  close(): Promise<void>
}

/** `root` is the working folder too. */
export async function openNamedTests(root: string): Promise<NamedTests> {
  let vitest = await open()
  return { run: (proofs) => run(vitest, root, proofs), reload, close: () => vitest.close() }

  async function reload(file: string): Promise<void> {
    vitest.invalidateFile(join(root, file))
    if (!file.endsWith('.sql')) return
    // Migrations run once for each test server.
    await vitest.close()
    vitest = await open()
  }

  /** Vitest is started once for all mutants, and with it the test server and its migrated template. */
  function open(): Promise<Vitest> {
    return createVitest('test', { root, watch: false, reporters: [{}] })
  }
}

async function run(vitest: Vitest, root: string, proofs: readonly Proof[]): Promise<Result> {
  const byFile = Map.groupBy(proofs, ({ file }) => join(root, file))
  const titlesIn = (file: string) => (byFile.get(file) ?? []).map(({ title }) => patternOf(title)).join('|')
  const found = await vitest.globTestSpecifications([...new Set(proofs.map(({ file }) => file))])
  const specifications = found.map(({ project, moduleId }) => {
    // Otherwise a file that can no longer be imported would have the results of its previous run.
    vitest.state.clearFiles(project, [moduleId])
    return project.createSpecification(moduleId, { testNamePattern: new RegExp(`(?:${titlesIn(moduleId)})$`) })
  })
  vitest.state.clearErrors()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // Vitest also gives the files of earlier runs.
  const modules = testModules.filter(({ moduleId }) => byFile.has(moduleId))
  const named = modules
    .flatMap(({ children }) => [...children.allTests()])
    .filter(({ name, module }) => new RegExp(`^(?:${titlesIn(module.moduleId)})$`).test(name))
  const lost = proofs.filter(({ file, title }) => {
    const pattern = new RegExp(`^(?:${patternOf(title)})$`)
    return !named.some(({ name, module }) => module.moduleId === join(root, file) && pattern.test(name))
  })
  const [error] = [
    ...modules.flatMap(errorsAround),
    ...unhandledErrors.map(messageOf),
    ...lost.map(({ file, title }) => `${file} has no test "${title}"`),
  ]
  return {
    passed: named.filter((test) => test.result().state === 'passed').length,
    failures: named.filter((test) => test.result().state === 'failed').map(failureOf),
    error: error ?? null,
  }
}

/** The errors of a file itself, and of what runs before and after all its tests. */
function errorsAround(module: TestModule): string[] {
  const suites = [...module.children.allSuites()]
  return [module, ...suites].flatMap((each) => each.errors().map(messageOf))
}

function failureOf(test: TestCase): Failure {
  const errors = test.result().errors ?? []
  const assertion = errors.find(isAssertion)
  return { title: test.name, message: messageOf(assertion ?? errors[0]), isAssertion: assertion !== undefined }
}

/** Chai's, Node's and Testing Library's. */
function isAssertion({ name }: { name?: string | undefined }): boolean {
  return name === 'AssertionError' || name === 'TestingLibraryElementError'
}

function messageOf(error: unknown): string {
  const message = fieldOf(error, 'message')
  return (typeof message === 'string' ? message : String(error)).replaceAll(/\s+/g, ' ').slice(0, 160)
}

/** The title of a table test has placeholders such as %s and $name; the source of another may have ${expressions}. */
function patternOf(title: string): string {
  return title
    .split(/%[sjdo]|\$\{[^}]*\}|\$\w+(?:\.\w+)*/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('.*')
}
