/** `npm run siege` in its shortest form. The target of new takers is left to the full form. */
import { expect, test } from 'vitest'
import { failed, rowsOf } from './report.ts'
import { runSiege } from './run.ts'

test('a small crowd leaves the market to traders with a record', { timeout: 180_000 }, async () => {
  const result = await runSiege({ accounts: 12, networks: 2, minutes: 0.2, calls: 600, samples: 2, seed: 7 })
  expect(failed(rowsOf(result))).toEqual([])
  expect(result.takeableBefore.record).toBeGreaterThan(0)
  expect(result.answers.open?.accepted).toBeGreaterThan(0)
})
