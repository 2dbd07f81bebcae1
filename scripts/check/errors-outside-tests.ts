/** A Vitest reporter: writes the errors of a run that no test has, a line each, into the file that OUTSIDE_ERRORS names. */
import { writeFile } from 'node:fs/promises'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule, TestSuite } from 'vitest/node'
import { failure } from './failure.ts'

export default class ErrorsOutsideTests implements Reporter {
  async onTestRunEnd(files: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    const lines = [...unhandled.map((error) => ofRun(error)), ...files.flatMap((file) => ofFile(file))]
    await writeFile(process.env.OUTSIDE_ERRORS!, JSON.stringify(lines))
  }
}

/** An unhandled error or rejection, or a worker that ended or did not answer. */
function ofRun(error: SerializedError): string {
  const { type, VITEST_TEST_PATH: file } = error
  const kind = typeof type === 'string' ? type : 'Unhandled Error'
  return failure(typeof file === 'string' ? file : '', kind, messageOf(error))
}

/** Hooks that failed, and what a file throws while it loads. */
function ofFile(file: TestModule): string[] {
  const groups: (TestModule | TestSuite)[] = [file, ...file.children.allSuites()]
  return groups.flatMap((group) =>
    group.errors().map((error) => failure(file.moduleId, titleOf(group), messageOf(error))),
  )
}

function titleOf(group: TestModule | TestSuite): string {
  return group.type === 'suite' ? `outside of the tests of ${group.fullName}` : 'outside of its tests'
}

function messageOf({ name = 'Error', message }: SerializedError): string {
  return `${name}: ${message}`
}
