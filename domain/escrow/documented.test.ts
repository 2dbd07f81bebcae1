/** docs/escrow.md names tests that exist, and every test of a threat. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TERM_REFUSALS } from './check-terms.ts'
import { HUB_MOVES } from './hub-calls.ts'

const page = readFileSync('docs/escrow.md', 'utf8')
const contracts = globSync('contracts/test/**/*.sol')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const declared = new Set([...contracts.matchAll(/function ((?:test|invariant)\w+)/g)].map(([, name = '']) => name))
const named = new Set([...page.matchAll(/`((?:test|invariant)\w*_\w+)`/g)].map(([, name = '']) => name))

test('every test that the document names exists', () => {
  expect(named.size).toBeGreaterThan(15)
  expect([...named].filter((name) => !declared.has(name))).toEqual([])
})

test('every test of a threat is named', () => {
  expect([...declared].filter((name) => name.startsWith('test_threat') && !named.has(name))).toEqual([])
})

test('every move of the hub has a row', () => {
  expect(Object.keys(HUB_MOVES).filter((move) => !page.includes(`\`${move}\``))).toEqual([])
})

test('the refusals are those of the lens, in its order', () => {
  const lens = readFileSync('contracts/src/EscrowLens.sol', 'utf8')
  const given = [...lens.matchAll(/return "(\w+)"|\? "(\w+)" : ""/g)].map(([, one, other]) => one ?? other)
  expect([...new Set(given)]).toEqual(TERM_REFUSALS)
})
