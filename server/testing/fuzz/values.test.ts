import { expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { createValues } from './values.ts'

test('a hostile value that one call changes is whole in the next', () => {
  const values = createValues({}, seededRandom(7), 7)
  const next = () =>
    Array.from({ length: 2000 }, () => values.hostile()).filter((value) => typeof value === 'object' && value !== null)
  const changed = next()
  expect(changed.length).toBeGreaterThan(10)
  for (const value of changed) Object.assign(value, { changed: true })
  expect(next().filter((value) => 'changed' in value)).toEqual([])
})
