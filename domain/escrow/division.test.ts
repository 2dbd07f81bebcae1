/** The contract's division of a deposit is the one that the ledger books. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amounts } from '../../scripts/contracts/arbitrary-terms.ts'
import { divideEscrow } from '../disputes/disputes.ts'
import { FEE_DIVISOR, feeFor, settlement } from '../trades/quote.ts'
import { FEE_BPS } from './check-terms.ts'
import { depositOf, divideReleased, microOf, payoutsOf } from './division.ts'
import { ZERO_ADDRESS } from './terms.ts'

const FEE_TO = '0x00000000000000000000000000000000000000fe'

const priced = fc.record({
  amount: amounts,
  feeBps: fc.constant(FEE_BPS),
  feeOnTop: fc.boolean(),
  feeTo: fc.constant(FEE_TO),
  unit: fc.constantFrom(1n, 10n ** 12n),
})
const cases = fc
  .tuple(priced, fc.nat(1_000_000))
  .map(([terms, part]) => ({ terms, released: (terms.amount * BigInt(part)) / 1_000_000n }))

test('the fee in hundredths of a percent is the platform’s', () => {
  expect(FEE_BPS * FEE_DIVISOR).toBe(10_000n)
})

describe('division', () => {
  test('it is divideEscrow, on either side of the fee', () => {
    fc.assert(
      fc.property(cases, ({ terms, released }) => {
        const taker = terms.feeOnTop ? 'seller' : 'buyer'
        const lockedMicro = settlement(terms.amount, feeFor(terms.amount), taker).sellerLocksMicro
        const booked = divideEscrow({ usdtMicro: terms.amount, lockedMicro, taker }, released)
        const { toBuyer, fee } = divideReleased(terms, released)
        expect({ toBuyer, fee, toSeller: lockedMicro - toBuyer - fee }).toEqual(booked)
        expect(depositOf(terms)).toBe(lockedMicro * terms.unit)
      }),
      { numRuns: 5_000 },
    )
  })

  test('the payments are whole micro USDT, and what was deposited too much goes to the seller', () => {
    fc.assert(
      fc.property(cases, fc.bigInt({ min: 0n, max: 10n ** 15n }), ({ terms, released }, excess) => {
        const balance = depositOf(terms) + excess
        const { toBuyer, fee, toSeller } = payoutsOf(terms, released, balance)!
        expect(toBuyer + fee + toSeller).toBe(balance)
        expect([toBuyer % terms.unit, fee % terms.unit]).toEqual([0n, 0n])
        expect(payoutsOf(terms, released, toBuyer + fee)?.toSeller).toBe(0n)
        if (toBuyer > 0n) expect(payoutsOf(terms, released, toBuyer + fee - 1n)).toBeNull()
      }),
    )
  })

  test('100 USDT: all of it, 40, nothing, and never more', () => {
    const terms = { amount: 100_000_000n, feeBps: 50n, feeOnTop: false, feeTo: FEE_TO, unit: 1n } as const
    expect(divideReleased(terms, 100_000_000n)).toEqual({ toBuyer: 99_500_000n, fee: 500_000n })
    expect(divideReleased({ ...terms, feeOnTop: true }, 40_000_000n)).toEqual({ toBuyer: 40_000_000n, fee: 200_000n })
    expect(divideReleased(terms, 0n)).toEqual({ toBuyer: 0n, fee: 0n })
    expect(() => divideReleased(terms, 100_000_001n)).toThrow(RangeError)
    expect(() => divideReleased(terms, -1n)).toThrow(RangeError)
    expect(depositOf({ ...terms, feeOnTop: true, unit: 10n ** 12n })).toBe(100_500_000n * 10n ** 12n)
  })

  test('base units are shown as micro USDT, also of terms that name no unit', () => {
    expect(microOf({ unit: 10n ** 12n }, 2n * 10n ** 12n + 5n)).toBe(2n)
    expect(microOf({ unit: 0n }, 5n)).toBe(0n)
  })

  test('a fee above one percent is one percent, and without a recipient there is none', () => {
    const terms = { amount: 1_000_000n, feeBps: 5_000n, feeOnTop: true, feeTo: FEE_TO, unit: 1n } as const
    expect(divideReleased(terms, 1_000_000n).fee).toBe(10_000n)
    expect(divideReleased({ ...terms, feeTo: ZERO_ADDRESS }, 1_000_000n).fee).toBe(0n)
  })
})
