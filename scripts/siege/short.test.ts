/** `npm run siege` in its shortest form. The target of new takers is left to the full form. */
import { expect, test } from 'vitest'
import { failed, rowsOf } from './report.ts'
import { runSiege } from './run.ts'

const SHORT = { accounts: 12, networks: 2, minutes: 0.15, calls: 450, samples: 2, seed: 7 }

test.each([
  ['without bonds', SHORT],
  ['that pays bonds', { ...SHORT, bonds: 20 }],
])('a small crowd %s leaves the market to traders with a record', { timeout: 180_000 }, async (_name, options) => {
  const result = await runSiege(options)
  expect(failed(rowsOf(result))).toEqual([])
  expect(result.takeableBefore.record).toBeGreaterThan(0)
  expect(result.answers.open?.accepted).toBeGreaterThan(0)
  expect(result.bonds.locked > 0).toBe('bonds' in options)
  expect(result.bonds.locked).toBeLessThanOrEqual(20)
})
