/** The calls and refusals that TypeScript writes by hand are those of the committed contract. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as AbiError from 'ox/AbiError'
import * as AbiFunction from 'ox/AbiFunction'
import fc from 'fast-check'
import { validTerms } from '../../scripts/contracts/arbitrary-terms.ts'
import { HUB_ERRORS, HUB_MOVES, hubRefusal, settleCall } from './hub-calls.ts'
import type { SignedVote } from './hub-calls.ts'

const artifact = JSON.parse(readFileSync(new URL('artifacts/EscrowHub.json', import.meta.url), 'utf8')) as {
  abi: { type: string; name: string; stateMutability: string; inputs: { type: string }[] }[]
}
const inAbi = (type: string) => artifact.abi.filter((item) => item.type === type)

describe('the hub', () => {
  test('its moves are all those that change something, with the same selectors and structures', () => {
    const moves = inAbi('function').filter(({ stateMutability }) => !['view', 'pure'].includes(stateMutability))
    expect(moves.map(({ name }) => name).toSorted()).toEqual(Object.keys(HUB_MOVES).toSorted())
    const own = moves.map(({ name }) => AbiFunction.getSelector(HUB_MOVES[name as keyof typeof HUB_MOVES]))
    expect(own).toEqual(moves.map((move) => AbiFunction.getSelector(move as never)))
  })

  test('its refusals have their names', () => {
    const errors = inAbi('error').filter(({ inputs, name }) =>
      HUB_ERRORS.some((own) => own === signatureOf(name, inputs)),
    )
    for (const error of errors) expect(hubRefusal(AbiError.getSelector(error as never))).toBe(error.name)
    const declared = readFileSync(new URL('../../contracts/src/Escrow.sol', import.meta.url), 'utf8')
    const names = [...declared.matchAll(/^error (\w+)\(/gm)].map(([, name = '']) => name)
    expect(HUB_ERRORS.map((error) => error.slice(0, error.indexOf('('))).toSorted()).toEqual(names.toSorted())
    expect(hubRefusal('0x12345678')).toBeNull()
  })
})

function signatureOf(name: string, inputs: { type: string }[]): string {
  return `${name}(${inputs.map(({ type }) => type).join(',')})`
}

describe('a settlement', () => {
  const [terms] = fc.sample(
    validTerms({ chainId: 1n, now: 0n, tokens: [{ token: `0x${'22'.repeat(20)}`, unit: 1n }] }),
    1,
  )
  const vote = (by: SignedVote['by'], released: bigint): SignedVote => ({
    by,
    act: { type: 'Vote', role: by, released, validAfter: 0n, validUntil: 9n },
    signature: `0x${'ab'.repeat(65)}`,
  })

  test('takes two roles in either order, and only on one number', () => {
    const data = settleCall(terms!, [vote('buyer', 5n), vote('arbiter', 5n)])
    expect(settleCall(terms!, [vote('arbiter', 5n), vote('buyer', 5n)])).toBe(data)
    const [, , one, other] = AbiFunction.decodeData(HUB_MOVES.settle, data)
    expect([one.role, other.role]).toEqual([0n, 2n])
    expect(() => settleCall(terms!, [vote('buyer', 5n), vote('buyer', 5n)])).toThrow(RangeError)
    expect(() => settleCall(terms!, [vote('buyer', 5n), vote('seller', 6n)])).toThrow(RangeError)
  })
})
