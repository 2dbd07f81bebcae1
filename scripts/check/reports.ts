/** What the check says of a run, read from the JSON reports of Vitest and of Playwright. */
import { failure, placeOf } from './failure.ts'

/** A file of tests or a story, with how long it ran. */
export type Timed = { name: string; seconds: number }

export type Summary = {
  passed: number
  failed: number
  /** A line for each failed test and each error outside of a test, with the first line of its message. */
  failures: string[]
  /** The stories that passed on their second try, which count as passed. */
  flaky: string[]
  /** The tests that did not run here, because something they need is not installed or the system is another one. */
  skipped: string[]
  timed: Timed[]
}

export type VitestReport = { numPassedTests?: number; numFailedTests?: number; testResults?: VitestFile[] }
type VitestFile = {
  name: string
  /** Milliseconds since 1970. */
  startTime: number
  endTime: number
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
}

export type PlaywrightReport = {
  stats?: { expected: number; unexpected: number; flaky: number }
  suites?: Suite[]
  errors?: { message?: string }[]
}
type Suite = { file: string; suites?: Suite[]; specs?: Spec[] }
type Spec = { title: string; tests: Story[] }
/** A spec on one of the screens. */
type Story = {
  projectName: string
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  results: { duration: number; error?: { message?: string } }[]
}

export function summaryOfTests({ numPassedTests = 0, numFailedTests = 0, testResults = [] }: VitestReport): Summary {
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    failures: testResults.flatMap((file) => failuresOf(file)),
    flaky: [],
    skipped: testResults.flatMap((file) => skippedOf(file)),
    timed: testResults.map(({ name, startTime, endTime }) => timed(placeOf(name), endTime - startTime)),
  }
}

export function summaryOfStories({ stats, suites = [], errors = [] }: PlaywrightReport): Summary {
  const stories = suites.flatMap((suite) => storiesOf(suite))
  const named = (status: Story['status']) => stories.filter((story) => story.status === status)
  return {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    failures: [
      ...named('unexpected').map(({ file, title, message }) => failure(file, title, message)),
      ...errors.map(({ message }) => failure('', 'outside of the stories', message)),
    ],
    flaky: named('flaky').map(({ file, title, message }) => failure(file, title, message)),
    skipped: named('skipped').map(({ file, title }) => `${file} > ${title}`),
    timed: stories.map(({ file, title, durationMs }) => timed(`${file} > ${title}`, durationMs)),
  }
}

function failuresOf({ name, assertionResults }: VitestFile): string[] {
  return assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages?.[0]))
}

function skippedOf({ name, assertionResults }: VitestFile): string[] {
  return assertionResults
    .filter(({ status }) => status === 'skipped')
    .map(({ fullName }) => `${placeOf(name)} > ${fullName}`)
}

type OneStory = { file: string; title: string; status: Story['status']; durationMs: number; message?: string }

function storiesOf({ file, suites = [], specs = [] }: Suite): OneStory[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      file,
      title: `${title} (${projectName})`,
      status,
      durationMs: results.reduce((sum, { duration }) => sum + duration, 0),
      message: results.findLast(({ error }) => error)?.error?.message,
    })),
  )
  return [...own, ...suites.flatMap((suite) => storiesOf(suite))]
}

function timed(name: string, ms: number): Timed {
  return { name, seconds: ms / 1000 }
}
