/** `npm run soak` in its shortest form: every part runs, and the measurement sees a leak. How memory grows is left to the long form. */
import { expect, test } from 'vitest'
import { growthOf } from './growth.ts'
import { runSoak } from './run.ts'

const MB = 1024 * 1024
const SHORT = { minutes: 0.15, warmUpMinutes: 0, sampleSeconds: 1.5 }

test('growth is the slope of the samples, not the distance between two of them', () => {
  const sampled = (bytes: (minute: number) => number) =>
    Array.from({ length: 31 }, (_, minute) => ({ minute, bytes: bytes(minute) }))
  expect(growthOf(sampled(() => 50 * MB))).toBeCloseTo(0)
  expect(growthOf(sampled((minute) => (50 + minute / 5) * MB))).toBeCloseTo(2)
  expect(growthOf(sampled((minute) => (50 + (minute % 2)) * MB))).toBeLessThan(0.1)
  expect(() => growthOf(sampled(() => 0).slice(0, 2))).toThrow('2 samples are too few')
})

test('every part of the load works and leaves nothing behind, and a server that leaks is seen to grow by it', async () => {
  const { samples, hasPages, counts, growth, after, violations } = await runSoak({ ...SHORT, leakKb: 20 * 1024 })
  expect(samples.length).toBeGreaterThanOrEqual(3)
  for (const [part, { done, refused }] of Object.entries(counts)) {
    expect([part, refused]).toEqual([part, {}])
    // The command `npm run build` makes the pages.
    expect([part, done > 0]).toEqual([part, part !== 'pages' || hasPages])
  }
  expect(after).toMatchObject({ streams: 0, connectionsInUse: 0, awaited: 0 })
  expect(violations).toEqual([])
  expect(growth.leaked).toBeGreaterThan(0)
  // Beside the leak, a server that has just started takes and frees some memory of its own.
  expect(growth.live / growth.leaked).toBeGreaterThan(0.4)
  expect(growth.live / growth.leaked).toBeLessThan(2)
}, 300_000)
