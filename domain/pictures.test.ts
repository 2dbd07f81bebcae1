import { expect, test } from 'vitest'
import { STORED_AREA_MAX, STORED_LONG_SIDE_MAX, STORED_SHORT_SIDE_MAX, storedSize } from './pictures.ts'

test.each([
  ['a scrolled screenshot keeps its width', [1080, 12_000], [1080, 12_000]],
  ['a longer one keeps its width nearly', [1440, 20_000], [1099, 15_264]],
  ['a wide one keeps its height', [12_000, 1080], [12_000, 1080]],
  ['a screen of a phone', [1320, 2868], [1320, 2868]],
  ['a photo of 12 megapixels', [4032, 3024], [2048, 1536]],
  ['the same, upright', [3024, 4032], [1536, 2048]],
  ['a photo of 50 megapixels', [8160, 6144], [2040, 1536]],
  ['a square', [5000, 5000], [1536, 1536]],
  ['a line', [1, 40_000], [1, 16_383]],
  ['a pixel', [1, 1], [1, 1]],
] as const)('%s', (_, [width, height], [storedWidth, storedHeight]) =>
  expect(storedSize({ width, height })).toEqual({ width: storedWidth, height: storedHeight }),
)

test('every size is within the bounds, keeps its proportions, and is not scaled twice', () => {
  for (let width = 1; width < 30_000; width = Math.ceil(width * 1.37)) {
    for (let height = 1; height < 30_000; height = Math.ceil(height * 1.29)) {
      const stored = storedSize({ width, height })
      const [short, long] = [Math.min(stored.width, stored.height), Math.max(stored.width, stored.height)]
      expect(short).toBeLessThanOrEqual(STORED_SHORT_SIDE_MAX)
      expect(long).toBeLessThanOrEqual(STORED_LONG_SIDE_MAX)
      expect(short * long).toBeLessThanOrEqual(STORED_AREA_MAX)
      if (short > 20) expect(stored.width / stored.height / (width / height)).toBeCloseTo(1, 0.9)
      expect(storedSize(stored)).toEqual(stored)
    }
  }
})
