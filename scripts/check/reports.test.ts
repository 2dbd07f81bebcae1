import { expect, test } from 'vitest'
import { root } from './failure.ts'
import { summaryOfStories, summaryOfTests } from './reports.ts'

test('of the stories: what failed, what passed on its second try only, and what was skipped, by name', () => {
  const error = { message: '\u001B[31mTimed out\u001B[39m\nCall log' }
  const suite = {
    file: 'rating.story.ts',
    specs: [
      {
        title: 'a trader rates',
        tests: [
          { projectName: 'desktop', status: 'expected' as const, results: [{ duration: 2000 }] },
          { projectName: 'phone', status: 'flaky' as const, results: [{ duration: 9000, error }, { duration: 3000 }] },
        ],
      },
    ],
    suites: [
      {
        file: 'rating.story.ts',
        specs: [
          {
            title: 'a trader replies',
            tests: [
              { projectName: 'desktop', status: 'unexpected' as const, results: [{ duration: 1000, error }] },
              { projectName: 'phone', status: 'skipped' as const, results: [] },
            ],
          },
        ],
      },
    ],
  }
  expect(
    summaryOfStories({
      stats: { expected: 1, unexpected: 1, flaky: 1 },
      suites: [suite],
      errors: [{ message: 'No port' }],
    }),
  ).toEqual({
    passed: 2,
    failed: 1,
    failures: ['rating.story.ts > a trader replies (desktop): Timed out', 'outside of the stories: No port'],
    flaky: ['rating.story.ts > a trader rates (phone): Timed out'],
    skipped: ['rating.story.ts > a trader replies (phone)'],
    timed: [
      { name: 'rating.story.ts > a trader rates (desktop)', seconds: 2 },
      { name: 'rating.story.ts > a trader rates (phone)', seconds: 12 },
      { name: 'rating.story.ts > a trader replies (desktop)', seconds: 1 },
      { name: 'rating.story.ts > a trader replies (phone)', seconds: 0 },
    ],
  })
})

test('of Vitest: the counts, the failures, what was skipped and the time of each file', () => {
  const file = {
    name: `${root}server/trades/races.test.ts`,
    startTime: 1000,
    endTime: 4500,
    assertionResults: [
      { status: 'passed', fullName: 'both cancel one wins' },
      { status: 'failed', fullName: 'one quote', failureMessages: ['AssertionError: expected 2 to be 1\n at races'] },
      { status: 'skipped', fullName: 'on Windows' },
    ],
  }
  expect(summaryOfTests({ numPassedTests: 1, numFailedTests: 1, testResults: [file] })).toEqual({
    passed: 1,
    failed: 1,
    failures: ['server/trades/races.test.ts > one quote: AssertionError: expected 2 to be 1'],
    flaky: [],
    skipped: ['server/trades/races.test.ts > on Windows'],
    timed: [{ name: 'server/trades/races.test.ts', seconds: 3.5 }],
  })
})

test('of a run that wrote no report: nothing passed', () => {
  const nothing = { passed: 0, failed: 0, failures: [], flaky: [], skipped: [], timed: [] }
  expect(summaryOfStories({})).toEqual(nothing)
  expect(summaryOfTests({})).toEqual(nothing)
})
