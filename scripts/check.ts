/**
 * `npm test` and `npm run check`: every check, and the sum at the end. Each static check counts as one. A failed step does
 * not stop the others, so one run reports everything, also the slowest files and stories. Words select steps by name:
 * `node scripts/check.ts lint types`. `--changed` selects the checks of what changed since the main branch (check/changed-steps.ts).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changedSteps } from './check/changed-steps.ts'
import { command, contracts, stories, unit } from './check/steps.ts'
import type { Counts, Step } from './check/steps.ts'

// The servers and scripts that tests start spend a quarter of their start on reading source that has not changed.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/node-compile')

const PARALLEL_STEPS = 2
const SLOWEST = 10

const scratch = await mkdtemp(join(tmpdir(), 'sarraf-check-'))

/** The steps of a group run two at a time; a group waits for the previous one. */
const groups: readonly Step[][] = process.argv.includes('--changed')
  ? await changedSteps(scratch)
  : [
      // The first rewrites the catalogues while it runs, so no step that reads them may run beside it.
      [
        command('texts are in the catalogue', process.execPath, 'scripts/check-texts.ts'),
        command('the lock file is complete', process.execPath, 'scripts/complete-lock.ts', '--check'),
      ],
      [
        command('the web client builds', process.execPath, 'scripts/build.ts'),
        command('types', 'tsc', '-p', '.'),
        command('lint', 'oxlint', '--type-aware', '--deny-warnings'),
        command('format', 'oxfmt', '--check'),
        command('dead code', 'knip', '--no-progress'),
        contracts('escrow contracts', scratch),
      ],
      [
        unit('rules, architecture and server', scratch, [
          'domain',
          'components',
          'server',
          'other asset',
          'other currencies',
        ]),
      ],
      // The stories wait for pages much of the time, which leaves room for the others.
      [
        stories('stories in the browser', scratch),
        unit('kills', scratch, ['chaos']),
        unit('the two commands', scratch, ['start']),
      ],
    ]

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isWanted = ({ name }: Step) => wanted.length === 0 || wanted.some((word) => name.includes(word))
const results: { name: string; counts: Counts; seconds: number }[] = []
for (const group of groups) await runTogether(group.filter(isWanted))
await rm(scratch, { recursive: true, force: true })

const lines = results.flatMap(({ name, counts: { passed, failed, failures = [] }, seconds }) => {
  const outcome = failed === 0 ? 'ok    ' : 'FAILED'
  const sum = `${outcome} ${name.padEnd(34)} ${passed} passed, ${failed} failed, ${seconds.toFixed(0)} s`
  return [sum, ...failures.map((line) => `       ${line}`)]
})
const passed = results.reduce((sum, { counts }) => sum + counts.passed, 0)
const failed = results.reduce((sum, { counts }) => sum + counts.failed, 0)
const flaky = results.flatMap(({ counts }) => counts.flaky ?? [])
const slowest = results
  .flatMap(({ counts }) => counts.timed ?? [])
  .toSorted((one, other) => other.seconds - one.seconds)
  .slice(0, SLOWEST)
console.log(`\n${lines.join('\n')}\n`)
if (slowest.length > 0) console.log('The slowest files and stories:')
for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(0).padStart(6)} s ${name}`)
console.log(`\n${flaky.length} passed on their second try only`)
for (const story of flaky) console.log(`       ${story}`)
const skipped = results.flatMap(({ counts }) => counts.skipped ?? [])
console.log(`\n${skipped.length} skipped: what they need is not on this machine`)
for (const test of skipped) console.log(`       ${test}`)
// Alone on the last line, which CI reads.
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

async function runTogether(group: Step[]): Promise<void> {
  const waiting = [...group]
  const runOneByOne = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(step, step !== group[0])
  }
  await Promise.all(Array.from({ length: PARALLEL_STEPS }, runOneByOne))
}

/** The first step of a group prints as it runs; the output of the others is printed when they end, in one piece. */
async function runStep(step: Step, isHeldBack: boolean): Promise<void> {
  const { name } = step
  const started = Date.now()
  if (!isHeldBack) console.log(`\n── ${name}`)
  const { output, ...counts } = await step.run({ isHeldBack })
  if (isHeldBack) console.log(`\n── ${name}\n${output.trimEnd()}`)
  results.push({ name, counts, seconds: (Date.now() - started) / 1000 })
}
