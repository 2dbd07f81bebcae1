import { describe, expect, test } from 'vitest'
import { indexAfter, MARGIN, plotOf, roundTicks } from './chart-plot.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 0.5, 1]],
  [3, [0, 1, 2, 3]],
  [87, [0, 50, 100]],
  [100, [0, 50, 100]],
  [1234.56, [0, 500, 1000, 1500]],
  [0.07, [0, 0.02, 0.04, 0.06, 0.08]],
])('ticks up to %d', (max, ticks) => {
  expect(roundTicks(max)).toEqual(ticks)
})

test('counts have whole ticks', () => {
  expect([roundTicks(1, 1), roundTicks(2, 1), roundTicks(9, 1)]).toEqual([
    [0, 1],
    [0, 1, 2],
    [0, 5, 10],
  ])
})

test.each([0.000001, 0.3, 1, 7, 19, 999, 1_234_567_890])('ticks up to %d are few, round and reach it', (max) => {
  const ticks = roundTicks(max)
  expect(ticks.length).toBeLessThanOrEqual(6)
  expect(ticks[0]).toBe(0)
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
})

describe('the plot', () => {
  const values = [0, 5, 10]
  const room = { values, width: MARGIN.axis + MARGIN.end + 300, height: 200 }

  test('follows the writing direction', () => {
    const [ltr, rtl] = [plotOf({ ...room, isRtl: false }), plotOf({ ...room, isRtl: true })]
    expect(values.map((_, index) => ltr.x(index) - MARGIN.axis)).toEqual([50, 150, 250])
    expect(values.map((_, index) => rtl.x(index) - MARGIN.end)).toEqual([250, 150, 50])
    for (const plot of [ltr, rtl]) {
      expect(values.map((_, index) => plot.indexAt(plot.x(index)))).toEqual([0, 1, 2])
      expect([plot.indexAt(-100), plot.indexAt(9999)].toSorted((a, b) => a - b)).toEqual([0, 2])
    }
  })

  test('starts at zero and stays inside', () => {
    const { y } = plotOf({ ...room, isRtl: false })
    expect([y(0), y(10)]).toEqual([200 - MARGIN.bottom, MARGIN.top])
  })

  test('accepts one point and none', () => {
    expect(plotOf({ ...room, values: [], isRtl: false }).ticks).toEqual([0, 1])
    expect(plotOf({ ...room, values: [4], isRtl: true }).indexAt(0)).toBe(0)
  })
})

test.each([
  ['ArrowRight', false, 6],
  ['ArrowLeft', false, 4],
  ['ArrowRight', true, 4],
  ['ArrowLeft', true, 6],
  ['ArrowUp', true, 6],
  ['Home', false, 0],
  ['End', false, 9],
  ['PageUp', false, 9],
  ['PageDown', false, 0],
  ['Tab', false, null],
])('%s (right to left: %s) leads from 5 to %s', (key, isRtl, index) => {
  expect(indexAfter(key, 5, 10, isRtl)).toBe(index)
})
