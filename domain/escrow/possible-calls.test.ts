/** Which calls are named possible; that the chain accepts these and no others, the rehearsals show (scripts/contracts/rehearsed-trade.ts). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validTerms } from '../../scripts/contracts/arbitrary-terms.ts'
import { depositOf } from './division.ts'
import type { TradeState } from './hub-calls.ts'
import { nextDeadline, possibleCalls } from './possible-calls.ts'
import type { SignedAct } from './recovery-file.ts'

const ground = { chainId: 1n, now: 1_000_000n, tokens: [{ token: `0x${'22'.repeat(20)}` as const, unit: 1n }] }
const terms = fc.sample(validTerms(ground), { numRuns: 1, seed: 3 })[0]!

const validUntil = terms.finalAt
const signature = `0x${'ab'.repeat(65)}` as const
const vote = (by: SignedAct['by'], released: bigint, validAfter = 0n): SignedAct => {
  return { by, act: { type: 'Vote', released, validAfter, validUntil }, signature }
}
const REQUEST: SignedAct = { by: 'seller', act: { type: 'RefundRequest', validUntil }, signature }
const CLAIM: SignedAct = { by: 'buyer', act: { type: 'PaidClaim', validUntil }, signature }
const FULL: TradeState = {
  balance: depositOf(terms),
  isSettled: false,
  isClaimed: false,
  wasFull: false,
  refundAt: 0n,
  held: [0n, 0n, 0n],
}
const { payBy, finalAt, amount } = terms

function movesOf(now: bigint, signatures: readonly SignedAct[], state: Partial<TradeState> = {}): string[] {
  return possibleCalls({ terms, signatures, state: { ...FULL, ...state }, now }).map(({ move }) => move)
}

describe('an open trade', () => {
  const votes = [vote('buyer', amount), vote('seller', amount)]
  test.each<[string, string[], string[]]>([
    ['two votes on one number', movesOf(0n, votes), ['settle']],
    ['two votes on two numbers', movesOf(0n, [vote('buyer', amount), vote('seller', 0n)]), []],
    ['two votes of one role', movesOf(0n, [vote('seller', 0n), vote('seller', 0n)]), []],
    ['a vote that begins later', movesOf(4n, [vote('buyer', amount), vote('arbiter', amount, 5n)]), []],
    ['a vote that has begun', movesOf(5n, [vote('buyer', amount), vote('arbiter', amount, 5n)]), ['settle']],
    ['votes that have ended', movesOf(validUntil + 1n, votes), ['expire']],
    ['votes on more than there is', movesOf(0n, votes, { balance: 0n }), []],
    ['a request before the deadline', movesOf(payBy - 1n, [REQUEST]), []],
    ['a request after it', movesOf(payBy, [REQUEST]), ['requestRefund']],
    ['a request after a claim', movesOf(payBy, [REQUEST, CLAIM], { isClaimed: true }), []],
    ['a second request', movesOf(payBy, [REQUEST], { refundAt: payBy + 9n, wasFull: true }), []],
    ['a second one since the deposit', movesOf(payBy, [REQUEST], { refundAt: payBy + 9n }), ['requestRefund']],
    ['a claim', movesOf(0n, [CLAIM]), ['claimPaid']],
    ['a claim without the deposit', movesOf(0n, [CLAIM], { balance: depositOf(terms) - 1n }), []],
    ['a refund before its time', movesOf(payBy, [], { refundAt: payBy + 1n, wasFull: true }), []],
    ['a refund at its time', movesOf(payBy, [], { refundAt: payBy, wasFull: true }), ['executeRefund']],
    ['a refund of a pocket filled since', movesOf(payBy, [], { refundAt: payBy }), []],
    ['the last deadline', movesOf(finalAt, []), ['expire']],
  ])('%s', (_, moves, expected) => expect(moves).toEqual(expected))
})

test('after the end only what is owed and what is left can be sent', () => {
  const redirect: SignedAct = {
    by: 'buyer',
    act: { type: 'Redirect', leg: 0n, to: terms.buyerTo, validUntil },
    signature,
  }
  const ended = { isSettled: true, balance: 5n, held: [5n, 0n, 0n] } as const
  expect(movesOf(finalAt, [vote('buyer', 0n), vote('seller', 0n)], { ...ended, held: [0n, 0n, 0n] })).toEqual(['sweep'])
  expect(movesOf(0n, [], ended)).toEqual(['payHeld'])
  expect(movesOf(0n, [redirect], ended)).toEqual(['payHeld', 'redirectHeld'])
  expect(movesOf(0n, [], { ...ended, balance: 6n })).toEqual(['payHeld', 'sweep'])
})

test('the next deadline is that to pay, that of a refund, or the last', () => {
  const next = (now: bigint, state: Partial<TradeState> = {}) =>
    nextDeadline({ terms, now, state: { ...FULL, ...state } })
  expect(next(payBy - 1n)).toBe(payBy)
  expect(next(payBy)).toBe(finalAt)
  expect(next(payBy, { refundAt: payBy + 7n })).toBe(payBy + 7n)
  expect(next(payBy - 1n, { isClaimed: true })).toBe(finalAt)
  expect([next(finalAt), next(0n, { isSettled: true })]).toEqual([null, null])
})
