/** Which calls are named possible; that the chain accepts these and no others, the rehearsals show (scripts/contracts/rehearsed-trade.ts). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validTerms } from '../../scripts/contracts/arbitrary-terms.ts'
import { depositOf } from './division.ts'
import type { TradeState } from './hub-calls.ts'
import { isSafeToPay, nextDeadline, possibleCalls } from './possible-calls.ts'
import type { SignedAct } from './recovery-file.ts'
import { MAX_ARBITER_VOTE } from './typed-data.ts'

const ground = { chainId: 1n, now: 1_000_000n, tokens: [{ token: `0x${'22'.repeat(20)}` as const, unit: 1n }] }
const terms = fc.sample(validTerms(ground), { numRuns: 1, seed: 3 })[0]!

const validUntil = terms.finalAt
const signature = `0x${'ab'.repeat(65)}` as const
/** An arbiter's lasts for two days. */
const vote = (by: SignedAct['by'], released: bigint, validAfter = 0n): SignedAct => {
  const until = by === 'arbiter' ? validAfter + MAX_ARBITER_VOTE : validUntil
  return { by, act: { type: 'Vote', role: by, released, validAfter, validUntil: until }, signature }
}
const REQUEST: SignedAct = { by: 'seller', act: { type: 'RefundRequest', validUntil }, signature }
const CLAIM: SignedAct = { by: 'buyer', act: { type: 'PaidClaim', validUntil }, signature }
const FULL: TradeState = {
  balance: depositOf(terms),
  isSettled: false,
  isClaimed: false,
  wasFull: false,
  refundAt: 0n,
  refundBlock: 0n,
  held: [0n, 0n, 0n],
}
const { payBy, finalAt, amount } = terms

const BLOCK = 1_000n

function movesOf(now: bigint, signatures: readonly SignedAct[], state: Partial<TradeState> = {}): string[] {
  return possibleCalls({ terms, signatures, state: { ...FULL, ...state }, now, block: BLOCK }).map(({ move }) => move)
}

describe('an open trade', () => {
  const votes = [vote('buyer', amount), vote('seller', amount)]
  test.each<[string, string[], string[]]>([
    ['two votes on one number', movesOf(0n, votes), ['settle']],
    ['two votes on two numbers', movesOf(0n, [vote('buyer', amount), vote('seller', 0n)]), []],
    [
      'a vote of a party and two of the tribunal',
      movesOf(0n, [vote('buyer', amount), vote('arbiter', amount), vote('arbiter', amount)]),
      ['settle', 'settle'],
    ],
    ['two votes of one role', movesOf(0n, [vote('seller', 0n), vote('seller', 0n)]), []],
    ['a vote that begins later', movesOf(4n, [vote('buyer', amount), vote('arbiter', amount, 5n)]), []],
    ['a vote that has begun', movesOf(5n, [vote('buyer', amount), vote('arbiter', amount, 5n)]), ['settle']],
    [
      'an arbiter’s vote that lasts too long',
      movesOf(0n, [
        vote('buyer', amount),
        {
          by: 'arbiter',
          act: { type: 'Vote', role: 'arbiter', released: amount, validAfter: 0n, validUntil },
          signature,
        },
      ]),
      [],
    ],
    ['votes that have ended', movesOf(validUntil + 1n, votes), ['expire']],
    ['votes on more than there is', movesOf(0n, votes, { balance: 0n }), []],
    ['a request before the deadline', movesOf(payBy - 1n, [REQUEST]), []],
    ['a request after it', movesOf(payBy, [REQUEST]), ['requestRefund']],
    ['a request after a claim', movesOf(payBy, [REQUEST, CLAIM], { isClaimed: true }), []],
    ['a second request', movesOf(payBy, [REQUEST], { refundAt: payBy + 9n, wasFull: true }), []],
    ['a second one since the deposit', movesOf(payBy, [REQUEST], { refundAt: payBy + 9n }), ['requestRefund']],
    ['a claim', movesOf(0n, [CLAIM]), ['claimPaid']],
    ['a claim without the deposit', movesOf(0n, [CLAIM], { balance: depositOf(terms) - 1n }), []],
    ['a claim on what was whole', movesOf(0n, [CLAIM], { balance: 1n, wasFull: true }), ['claimPaid']],
    [
      'a claim after the challenge',
      movesOf(payBy, [CLAIM], { refundAt: payBy, refundBlock: BLOCK + 1n, wasFull: true }),
      ['executeRefund'],
    ],
    [
      'a claim in the challenge’s last block',
      movesOf(payBy, [CLAIM], { refundAt: payBy, refundBlock: BLOCK + 2n, wasFull: true }),
      ['claimPaid'],
    ],
    ['a claim since the deposit', movesOf(payBy, [CLAIM], { refundAt: payBy }), ['claimPaid']],
    ['a refund before its time', movesOf(payBy, [], { refundAt: payBy + 1n, wasFull: true }), []],
    ['a refund at its time', movesOf(payBy, [], { refundAt: payBy, wasFull: true }), ['executeRefund']],
    ['a refund of a pocket filled since', movesOf(payBy, [], { refundAt: payBy }), []],
    ['the last deadline', movesOf(finalAt, []), ['expire']],
  ])('%s', (_, moves, expected) => expect(moves).toEqual(expected))
})

test('after the end only what is owed and what is left can be sent', () => {
  const redirectOf = (amount: bigint): SignedAct => ({
    by: 'buyer',
    act: { type: 'Redirect', leg: 0n, to: terms.buyerTo, amount, validUntil },
    signature,
  })
  const ended = { isSettled: true, balance: 5n, held: [5n, 0n, 0n] } as const
  expect(movesOf(finalAt, [vote('buyer', 0n), vote('seller', 0n)], { ...ended, held: [0n, 0n, 0n] })).toEqual(['sweep'])
  expect(movesOf(0n, [], ended)).toEqual(['payHeld'])
  expect(movesOf(0n, [redirectOf(5n)], ended)).toEqual(['payHeld', 'redirectHeld'])
  expect(movesOf(0n, [redirectOf(6n)], ended)).toEqual(['payHeld'])
  expect(movesOf(0n, [redirectOf(5n)], { ...ended, balance: 4n })).toEqual(['payHeld'])
  expect(movesOf(0n, [redirectOf(0n), redirectOf(5n)], ended)).toEqual(['payHeld', 'redirectHeld'])
  expect(movesOf(0n, [], { ...ended, balance: 0n })).toEqual([])
  expect(movesOf(0n, [], { ...ended, balance: 6n })).toEqual(['payHeld', 'sweep'])
})

test('a signed rescue can be sent before and after the end', () => {
  const token = `0x${'33'.repeat(20)}` as const
  const act = { type: 'Rescue', token, to: terms.sellerTo, amount: 4n, validUntil } as const
  const rescue: SignedAct = { by: 'seller', act, signature }
  expect(movesOf(0n, [rescue])).toEqual(['rescue'])
  expect(movesOf(0n, [rescue], { isSettled: true, balance: 0n })).toEqual(['rescue'])
  expect(movesOf(validUntil + 1n, [rescue])).toEqual(['expire'])
})

test('it is safe to pay an open trade whose deposit is whole, before the deadline and any refund or claim', () => {
  type Reading = { clock?: bigint; isBlocked?: boolean; signatures?: SignedAct[] }
  const isSafe = (now: bigint, state: Partial<TradeState> = {}, reading: Reading = {}) => {
    const { clock = now, isBlocked = false, signatures = [vote('buyer', amount), vote('seller', 0n)] } = reading
    return isSafeToPay({ terms, now, signatures, state: { ...FULL, ...state } }, { clock, isBlocked })
  }
  expect(isSafe(payBy - 1n)).toBe(true)
  expect(isSafe(payBy - 1n, { balance: depositOf(terms) + 1n })).toBe(true)
  expect([
    isSafe(payBy),
    isSafe(0n, { balance: depositOf(terms) - 1n }),
    isSafe(0n, { isSettled: true }),
    isSafe(0n, { isClaimed: true }),
    isSafe(0n, { refundAt: payBy + 9n }),
    isSafe(0n, {}, { clock: 61n }),
    isSafe(payBy - 1n, {}, { clock: payBy }),
    isSafe(0n, {}, { isBlocked: true }),
    isSafe(0n, {}, { signatures: [vote('buyer', amount - 1n)] }),
  ]).toEqual(Array(9).fill(false))
  expect(isSafe(0n, {}, { clock: 60n })).toBe(true)
})

test('the next deadline is that to pay, that of a refund, or the last', () => {
  const next = (now: bigint, state: Partial<TradeState> = {}) =>
    nextDeadline({ terms, now, block: BLOCK, state: { ...FULL, ...state } })
  expect(next(payBy - 1n)).toBe(payBy)
  expect(next(payBy)).toBe(finalAt)
  expect(next(payBy, { refundAt: payBy + 7n })).toBe(payBy + 7n)
  expect(next(payBy - 1n, { isClaimed: true })).toBe(finalAt)
  expect(next(payBy, { refundAt: payBy, refundBlock: BLOCK + 2n })).toBe(null)
  expect([next(finalAt), next(0n, { isSettled: true })]).toEqual([null, null])
})
