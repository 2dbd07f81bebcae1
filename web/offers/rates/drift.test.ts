import { expect, test } from 'vitest'
import { STRAY_PPM, driftPercent, driftedPrice, nextDrift } from './drift.ts'

test('the ticker moves in small steps, and within its bounds', () => {
  let ppm = 0
  for (let moves = 0; moves < 50; moves++) ppm = nextDrift(ppm, 1)
  expect(ppm).toBe(STRAY_PPM)
  for (let moves = 0; moves < 50; moves++) ppm = nextDrift(ppm, 0)
  expect(ppm).toBe(-STRAY_PPM)
  expect(nextDrift(300, 0.5)).toBe(300)
})

test.each([
  ['3.210000', 1200, '3.213852', '+0.12'],
  ['0.920000', -400, '0.919632', '-0.04'],
  ['1.000000', -40, '0.99996', '0.00'],
  ['1.000000', 0, '1.000', '0.00'],
])('%s at %i ppm is %s (%s)', (rate, ppm, price, percent) => {
  expect([driftedPrice(rate, ppm), driftPercent(ppm)]).toEqual([price, percent])
})
