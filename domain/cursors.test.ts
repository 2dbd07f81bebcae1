import { expect, test } from 'vitest'
import { parsePosition, writePosition } from './cursors.ts'

const ID = '5f0c2a86-3f6b-4c52-9d0e-2b7a9a1c4e77'

test.each([[[]], [['1772443800000000']], [['3', '1772443800000000']], [['-15']]])(
  'a position with the numbers %j is read as it was written',
  (numbers) => {
    expect(parsePosition(writePosition(numbers, ID), numbers.length)).toEqual({ numbers, id: ID })
  },
)

test.each([
  ['', 0],
  [ID, 1],
  [`1.${ID}`, 2],
  [`1.2.${ID}`, 1],
  [`1.5.${ID}`, 1],
  [`123456789012345678.${ID}`, 1],
  [`1.${ID}\n`, 1],
  [`1e3.${ID}`, 1],
  ['1.x', 1],
])('%j is no position with %i numbers', (text, numbers) => {
  expect(parsePosition(text, numbers)).toBeNull()
})
