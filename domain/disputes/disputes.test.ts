import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DISPUTE_ACTIONS,
  DISPUTE_LATE_ACTIONS,
  DISPUTE_REASONS,
  DISPUTE_RULES,
  DISPUTE_STATUSES,
  DISPUTE_STATUS_HOURS,
  disputeRefusal,
  disputeStatusAfter,
  disputeTurn,
  divideEscrow,
  isDueEarly,
  losersOf,
  openingReasons,
} from './disputes.ts'
import type { DisputeAction, DisputeProgress, DisputeRole, DisputeStatus } from './disputes.ts'
import type { ErrorCode } from '../errors.ts'
import { feeFor } from '../trades/quote.ts'
import { statusAfter } from '../trades/trades.ts'

const PROGRESS: DisputeProgress = {
  status: 'statements',
  round: 1,
  isTaken: false,
  stated: [],
  accepted: [],
  decision: null,
}
const ROLES = ['buyer', 'seller', 'arbiter', 'system'] as const

/** Who may make which move from which status, and every refusal of those who may make it elsewhere: each cell written by hand. */
const OUTCOMES: Record<
  Exclude<DisputeAction, 'open' | 'concede'>,
  { by: readonly DisputeRole[]; from: Record<Exclude<DisputeStatus, 'closed'>, DisputeStatus | ErrorCode> }
> = {
  state: {
    by: ['buyer', 'seller'],
    from: { statements: 'statements', deciding: 'statements_closed', decided: 'statements_closed' },
  },
  close_statements: {
    by: ['system'],
    from: { statements: 'deciding', deciding: 'stale_screen', decided: 'stale_screen' },
  },
  take: { by: ['arbiter'], from: { statements: 'statements', deciding: 'deciding', decided: 'stale_screen' } },
  decide: { by: ['arbiter'], from: { statements: 'not_deciding', deciding: 'decided', decided: 'not_deciding' } },
  reassign: { by: ['system'], from: { statements: 'stale_screen', deciding: 'deciding', decided: 'stale_screen' } },
  appeal: {
    by: ['buyer', 'seller'],
    from: { statements: 'not_decided', deciding: 'not_decided', decided: 'statements' },
  },
  accept: { by: ['buyer', 'seller'], from: { statements: 'not_decided', deciding: 'not_decided', decided: 'decided' } },
  execute: { by: ['system'], from: { statements: 'stale_screen', deciding: 'stale_screen', decided: 'closed' } },
  confirm_receipt: {
    by: ['seller'],
    from: { statements: 'closed', deciding: 'closed', decided: 'already_decided' },
  },
  extend_for_outage: {
    by: ['system'],
    from: { statements: 'statements', deciding: 'deciding', decided: 'decided' },
  },
}

const cells = Object.entries(OUTCOMES).flatMap(([action, { by, from }]) =>
  Object.entries({ ...from, closed: 'dispute_closed' as const }).flatMap(([status, outcome]) =>
    ROLES.map((role) => ({
      action: action as DisputeAction,
      status: status as DisputeStatus,
      role,
      outcome: by.includes(role) ? outcome : ('not_your_move' as const),
    })),
  ),
)

test.each(cells)('$action by the $role while $status: $outcome', ({ action, status, role, outcome }) => {
  const refusal = disputeRefusal({ ...PROGRESS, status, decision: 'split' }, action, role)
  if ((DISPUTE_STATUSES as readonly string[]).includes(outcome)) {
    expect(refusal).toBeNull()
    expect(disputeStatusAfter(status, action, role)).toBe(outcome)
  } else {
    expect(refusal).toBe(outcome)
    expect(disputeStatusAfter(status, action, role)).toBeNull()
  }
})

test('the table covers every move of the machine', () => {
  expect(Object.keys(OUTCOMES)).toHaveLength(DISPUTE_ACTIONS.length - 2)
  const allowed = cells.filter(({ outcome }) => (DISPUTE_STATUSES as readonly string[]).includes(outcome))
  expect(allowed).toHaveLength(
    DISPUTE_RULES.filter(({ from, action }) => from !== 'none' && action !== 'concede').length,
  )
})

test.each<
  [string, Partial<DisputeProgress>, buyer: ErrorCode | null, seller: ErrorCode | null, confirms: ErrorCode | null]
>([
  ['the statements', { status: 'statements' }, null, 'not_decided', null],
  ['the arbiter decides', { status: 'deciding', isTaken: true }, null, 'not_decided', null],
  ['a decision', { status: 'decided', decision: 'release' }, null, null, 'already_decided'],
  ['the statements after an appeal', { status: 'statements', round: 2 }, null, null, 'already_decided'],
  ['the second arbiter decides', { status: 'deciding', round: 2 }, null, null, 'already_decided'],
  ['the end', { status: 'closed' }, 'dispute_closed', 'dispute_closed', 'dispute_closed'],
])(
  '%s: the buyer concedes; the seller confirms before the first decision and concedes after it',
  (_, changes, ...all) => {
    const dispute = { ...PROGRESS, ...changes }
    const [buyer, seller, confirms] = all
    expect(disputeRefusal(dispute, 'concede', 'buyer')).toBe(buyer)
    expect(disputeRefusal(dispute, 'concede', 'seller')).toBe(seller)
    expect(disputeRefusal(dispute, 'confirm_receipt', 'seller')).toBe(confirms)
    for (const role of ['arbiter', 'system'] as const)
      expect(disputeRefusal(dispute, 'concede', role)).toBe('not_your_move')
  },
)

test('every open status has a deadline, and the system has a move after it', () => {
  for (const status of DISPUTE_STATUSES) {
    const late = DISPUTE_LATE_ACTIONS[status]
    expect(DISPUTE_STATUS_HOURS[status] === null).toBe(status === 'closed')
    expect(late === null ? null : disputeStatusAfter(status, late, 'system')).toBe(
      { statements: 'deciding', deciding: 'deciding', decided: 'closed', closed: null }[status],
    )
  }
})

describe('what the table cannot say', () => {
  const decided: DisputeProgress = { ...PROGRESS, status: 'decided', isTaken: true, decision: 'release' }
  test.each<[string, DisputeProgress, DisputeAction, DisputeRole, ErrorCode | null]>([
    ['a case is taken once', { ...PROGRESS, isTaken: true }, 'take', 'arbiter', 'case_taken'],
    ['a party states once in a round', { ...PROGRESS, stated: ['buyer'] }, 'state', 'buyer', 'statement_given'],
    ['the other party still can', { ...PROGRESS, stated: ['buyer'] }, 'state', 'seller', null],
    ['the winner does not appeal', decided, 'appeal', 'buyer', 'not_your_move'],
    ['the loser appeals', decided, 'appeal', 'seller', null],
    ['the loser accepts', decided, 'accept', 'seller', null],
    ['not twice', { ...decided, accepted: ['seller'] }, 'accept', 'seller', 'decision_accepted'],
    ['who accepted does not appeal', { ...decided, accepted: ['seller'] }, 'appeal', 'seller', 'decision_accepted'],
    ['the second decision is final', { ...decided, round: 2 }, 'appeal', 'seller', 'decision_final'],
    ['the winner can concede', decided, 'concede', 'buyer', null],
  ])('%s', (_, dispute, action, role, refusal) => expect(disputeRefusal(dispute, action, role)).toBe(refusal))

  test.each<[string, Partial<DisputeProgress>, DisputeRole[], boolean]>([
    ['both owe statements', {}, ['buyer', 'seller'], false],
    ['one owes its statement', { stated: ['seller'] }, ['buyer'], false],
    ['both statements are in', { stated: ['buyer', 'seller'] }, [], true],
    ['the arbiter decides', { status: 'deciding' }, ['arbiter'], false],
    ['the buyer lost', { status: 'decided', decision: 'refund' }, ['buyer'], false],
    ['both lost a part', { status: 'decided', decision: 'split', accepted: ['buyer'] }, ['seller'], false],
    ['all losers accepted', { status: 'decided', decision: 'release', accepted: ['seller'] }, [], true],
    ['a final decision', { status: 'decided', round: 2, decision: 'release' }, ['system'], true],
    ['closed', { status: 'closed' }, [], false],
  ])('%s: whose turn, and whether the system goes on without waiting', (_, changes, turn, early) => {
    expect(disputeTurn({ ...PROGRESS, ...changes })).toEqual(turn)
    expect(isDueEarly({ ...PROGRESS, ...changes })).toBe(early)
  })
})

test('each reason belongs to a move that its party can make', () => {
  for (const { by, move } of Object.values(DISPUTE_REASONS)) {
    expect(statusAfter(move === 'object' ? 'refund_held' : 'payment_sent', move, by)).toBe('disputed')
  }
  expect(openingReasons('buyer')).toEqual(['seller_silent', 'payment_denied', 'wrong_details', 'buyer_other'])
  expect(openingReasons('seller')).toContain('third_party_payer')
})

describe('the division of the escrow', () => {
  const amounts = fc
    .tuple(
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fc.constantFrom('buyer' as const, 'seller' as const),
      fc.nat(1_000_000),
    )
    .map(([usdtMicro, taker, part]) => ({
      taker,
      usdtMicro,
      lockedMicro: taker === 'seller' ? usdtMicro + feeFor(usdtMicro) : usdtMicro,
      released: (usdtMicro * BigInt(part)) / 1_000_000n,
    }))

  test('nothing is lost or created, no part is negative, and the fee is 0.5% of the released part, rounded down', () => {
    fc.assert(
      fc.property(amounts, ({ released, ...escrow }) => {
        const { toBuyer, fee, toSeller } = divideEscrow(escrow, released)
        expect(toBuyer + fee + toSeller).toBe(escrow.lockedMicro)
        expect(fee).toBe(released / 200n)
        expect([toBuyer, fee, toSeller].every((part) => part >= 0n)).toBe(true)
        expect(escrow.taker === 'buyer' ? toBuyer + fee : toBuyer).toBe(released)
        if (released > 0n && released < escrow.usdtMicro) expect(toBuyer > 0n && toSeller > 0n).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('releasing everything is a release, releasing nothing a refund without a fee', () => {
    fc.assert(
      fc.property(amounts, (escrow) => {
        const fee = feeFor(escrow.usdtMicro)
        const all = divideEscrow(escrow, escrow.usdtMicro)
        expect(all).toEqual({ toBuyer: escrow.usdtMicro - (escrow.taker === 'buyer' ? fee : 0n), fee, toSeller: 0n })
        expect(divideEscrow(escrow, 0n)).toEqual({ toBuyer: 0n, fee: 0n, toSeller: escrow.lockedMicro })
      }),
    )
  })

  test('100 USDT, the buyer is the taker, 40 released', () => {
    const escrow = { usdtMicro: 100_000_000n, lockedMicro: 100_000_000n, taker: 'buyer' as const }
    expect(divideEscrow(escrow, 40_000_000n)).toEqual({ toBuyer: 39_800_000n, fee: 200_000n, toSeller: 60_000_000n })
    expect(() => divideEscrow(escrow, 100_000_001n)).toThrow(RangeError)
    expect(() => divideEscrow(escrow, -1n)).toThrow(RangeError)
  })

  test('who loses by a decision', () => {
    expect([losersOf('release'), losersOf('refund'), losersOf('split'), losersOf(null)]).toEqual([
      ['seller'],
      ['buyer'],
      ['buyer', 'seller'],
      [],
    ])
  })
})
