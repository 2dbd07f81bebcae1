/** The part of `npm test` that proves the contracts: the committed artefacts, every test, and a short run of the invariants. */
import type { Summary } from '../check/reports.ts'
import { ARTIFACTS, build, differingArtifacts } from './artifacts.ts'
import { compareShort } from './comparisons.ts'
import { runTests, summaryOf } from './forge-tests.ts'
import { install } from './toolchain.ts'

export async function short(): Promise<Summary> {
  await install()
  await build()
  const differing = await differingArtifacts()
  const summary = sumOf(summaryOf(await runTests([], { env: { ARTIFACTS } })), await compareShort())
  if (differing.length === 0) return { ...summary, passed: summary.passed + 1 }
  const failure = `domain/escrow/artifacts/ differs from a build in ${differing.join(', ')}: npm run contracts -- build`
  return { ...summary, failed: summary.failed + 1, failures: [...summary.failures, failure] }
}

function sumOf(one: Summary, other: Summary): Summary {
  const failures = [...one.failures, ...other.failures]
  return { ...one, passed: one.passed + other.passed, failed: one.failed + other.failed, failures }
}
