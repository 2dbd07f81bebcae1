import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { SEALED_COLUMNS } from './sealed-columns.ts'

test('docs/operations.md says for each sealed table what is lost without SECRET', async () => {
  const operations = await readFile('docs/operations.md', 'utf8')
  const section = operations.split(/^## /m).find((text) => text.startsWith('Changing SECRET'))!
  const firstCells = [...section.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell)
  const named = firstCells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, table = '']) => table))
  expect(named.toSorted()).toEqual(SEALED_COLUMNS.map(({ table }) => table).toSorted())
})
