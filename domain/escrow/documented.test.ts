/** docs/escrow.md names tests that exist, and every test of a threat. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CHALLENGE_BLOCKS, MAX_FEE_BPS, MIN_CHALLENGE, MIN_PAY_TIME, TERM_REFUSALS } from './check-terms.ts'
import { HUB_MOVES } from './hub-calls.ts'
import { MAX_ARBITER_VOTE } from './typed-data.ts'

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

test('the limits are those of the contracts', () => {
  const escrow = readFileSync('contracts/src/Escrow.sol', 'utf8')
  const lens = readFileSync('contracts/src/EscrowLens.sol', 'utf8')
  const hours = (seconds: bigint) => `${seconds / 3600n} hours`
  expect(escrow).toContain(`MAX_FEE_BPS = ${MAX_FEE_BPS};`)
  expect(escrow).toContain(`CHALLENGE_BLOCKS = ${CHALLENGE_BLOCKS};`)
  expect(escrow).toContain(`MIN_CHALLENGE = ${hours(MIN_CHALLENGE)};`)
  expect(escrow).toContain(`MAX_ARBITER_VOTE = ${hours(MAX_ARBITER_VOTE)};`)
  expect(lens).toContain(`MIN_PAY_TIME = ${MIN_PAY_TIME / 60n} minutes;`)
})

test('every move of the hub has a row', () => {
  expect(Object.keys(HUB_MOVES).filter((move) => !page.includes(`\`${move}\``))).toEqual([])
})

test('the refusals are those of the lens, in its order', () => {
  const lens = readFileSync('contracts/src/EscrowLens.sol', 'utf8')
  const given = [...lens.matchAll(/return "(\w+)"|\? "(\w+)" : ""/g)].map(([, one, other]) => one ?? other)
  expect([...new Set(given)]).toEqual(TERM_REFUSALS)
})
