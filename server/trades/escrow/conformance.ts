/** What every escrow must do: `server/trades/escrow/ledger.test.ts` runs it for the demonstration ledger. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideEscrow } from '../../../domain/disputes/disputes.ts'
import { OFFER_TYPES, takerRole } from '../../../domain/offers/offers.ts'
import type { OfferType } from '../../../domain/offers/offers.ts'
import { feeFor } from '../../../domain/trades/quote.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import type { Escrow } from './escrow.ts'

/** Who holds how much, in micro USDT. */
export type Holdings = { seller: bigint; escrow: bigint; buyer: bigint; fees: bigint }

export type EscrowFixture = {
  /** Runs the work in a transaction that is rolled back. */
  inTransaction(work: (tx: Tx) => Promise<void>): Promise<void>
  /** A new trade whose USDT is not locked; returns its id. All trades are between the same two users. */
  openTrade(tx: Tx, type: OfferType, usdtMicro: bigint): Promise<string>
  /** Closes the trade, whose USDT is then released or refunded. */
  closeTrade(tx: Tx, tradeId: string): Promise<void>
  /** Closes the trade by the decision that this much of its USDT is released. */
  decideSplit(tx: Tx, tradeId: string, releasedMicro: bigint): Promise<void>
  holdings(tx: Tx, tradeId: string): Promise<Holdings>
}

const NOTHING: Holdings = { seller: 0n, escrow: 0n, buyer: 0n, fees: 0n }
const USDT = 1_000_000n
const PAYOUTS = ['release', 'refund', 'split'] as const
/** Below this much there is no fee: 0.5 % of it is less than a micro USDT. */
const FEE_FROM = 200n
const RUNS = 150

export function escrowConformance(escrow: Escrow, fixture: () => EscrowFixture): void {
  forEach('lock moves the USDT, with the fee where the seller is the taker', async ({ locked }) => ({
    ...NOTHING,
    seller: -locked,
    escrow: locked,
  }))

  forEach('release pays the buyer and the fee', async ({ tx, id, type, usdt, locked }) => {
    await fixture().closeTrade(tx, id)
    await escrow.release(tx, id)
    const { toBuyer } = divideEscrow({ usdtMicro: usdt, lockedMicro: locked, taker: takerRole(type) }, usdt)
    return { seller: -locked, escrow: 0n, buyer: toBuyer, fees: usdt / FEE_FROM }
  })

  forEach('refund returns everything, without a fee', async ({ tx, id }) => {
    await fixture().closeTrade(tx, id)
    await escrow.refund(tx, id)
    return NOTHING
  })

  forEach('split pays both, and the fee on the released part', async ({ tx, id, type, usdt, locked }) => {
    const released = usdt / 3n
    await fixture().decideSplit(tx, id, released)
    await escrow.split(tx, id)
    const amounts = { usdtMicro: usdt, lockedMicro: locked, taker: takerRole(type) }
    const { toBuyer, fee, toSeller } = divideEscrow(amounts, released)
    return { seller: toSeller - locked, escrow: 0n, buyer: toBuyer, fees: fee }
  })

  test.each(PAYOUTS)('%s before the lock is refused', async (payout) => {
    await fixture().inTransaction(async (tx) => {
      const id = await fixture().openTrade(tx, 'sell', USDT)
      if (payout === 'split') await fixture().decideSplit(tx, id, 1n)
      else await fixture().closeTrade(tx, id)
      expect(await isRefused(tx, () => escrow[payout](tx, id))).toBe(true)
      expect(await fixture().holdings(tx, id)).toMatchObject({ escrow: 0n })
    })
  })

  test.each(PAYOUTS)('a %s of a trade that stays open is refused', (payout) =>
    withLockedTrade('sell', USDT, async ({ tx, id, moved, locked }) => {
      expect(await isRefused(tx, () => escrow[payout](tx, id))).toBe(true)
      expect(await moved()).toEqual({ ...NOTHING, seller: -locked, escrow: locked })
    }),
  )

  test('a split without a decision is refused', () =>
    withLockedTrade('sell', USDT, async ({ tx, id, moved, locked }) => {
      await fixture().closeTrade(tx, id)
      expect(await isRefused(tx, () => escrow.split(tx, id))).toBe(true)
      expect(await moved()).toEqual({ ...NOTHING, seller: -locked, escrow: locked })
    }))

  const orders = PAYOUTS.flatMap((first) => (['lock', ...PAYOUTS] as const).map((second) => [first, second] as const))
  test.each(orders)('after a %s a %s is refused', (first, second) =>
    withLockedTrade('sell', USDT, async ({ tx, id, moved }) => {
      await fixture().decideSplit(tx, id, USDT / 2n)
      await escrow[first](tx, id)
      const before = await moved()
      expect(await isRefused(tx, () => escrow[second](tx, id))).toBe(true)
      expect(await moved()).toEqual(before)
    }),
  )

  test('a second lock is refused', () =>
    withLockedTrade('buy', USDT, async ({ tx, id, moved }) => {
      const before = await moved()
      expect(await isRefused(tx, () => escrow.lock(tx, id))).toBe(true)
      expect(await moved()).toEqual(before)
    }))

  test.each(PAYOUTS)('a %s moves nothing of another trade of the same users', (payout) =>
    withLockedTrade('sell', USDT, async ({ tx, id }) => {
      const other = await fixture().openTrade(tx, 'sell', 7n * USDT)
      await escrow.lock(tx, other)
      await fixture().decideSplit(tx, id, 1n)
      await escrow[payout](tx, id)
      expect(await fixture().holdings(tx, other)).toMatchObject({ escrow: 7n * USDT })
    }),
  )

  test('any split of any trade adds up, as the domain divides it', async () => {
    const amounts = fc
      .oneof(fc.bigInt(2n, 1000n), fc.bigInt(2n, 1_000_000n * USDT))
      .chain((usdt) => fc.record({ usdt: fc.constant(usdt), released: fc.bigInt(1n, usdt - 1n) }))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...OFFER_TYPES), amounts, (type, { usdt, released }) =>
        withLockedTrade(type, usdt, async ({ tx, id, locked, moved }) => {
          await fixture().decideSplit(tx, id, released)
          await escrow.split(tx, id)
          const after = await moved()
          const { toBuyer, fee, toSeller } = divideEscrow(
            { usdtMicro: usdt, lockedMicro: locked, taker: takerRole(type) },
            released,
          )
          expect(after).toEqual({ seller: toSeller - locked, escrow: 0n, buyer: toBuyer, fees: fee })
          expect(after.seller + after.buyer + after.fees).toBe(0n)
          expect(fee).toBe(released / FEE_FROM)
        }),
      ),
      { numRuns: RUNS },
    )
  })

  type Locked = {
    tx: Tx
    id: string
    type: OfferType
    usdt: bigint
    locked: bigint
    /** What each has more, or less, than before the lock. */
    moved: () => Promise<Holdings>
  }

  async function withLockedTrade(type: OfferType, usdt: bigint, work: (trade: Locked) => Promise<void>): Promise<void> {
    await fixture().inTransaction(async (tx) => {
      const id = await fixture().openTrade(tx, type, usdt)
      const before = await fixture().holdings(tx, id)
      await escrow.lock(tx, id)
      await work({
        tx,
        id,
        type,
        usdt,
        locked: takerRole(type) === 'seller' ? usdt + feeFor(usdt) : usdt,
        async moved() {
          const after = await fixture().holdings(tx, id)
          return {
            seller: after.seller - before.seller,
            escrow: after.escrow - before.escrow,
            buyer: after.buyer - before.buyer,
            fees: after.fees - before.fees,
          }
        },
      })
    })
  }

  /** For both types of offers, an amount without a fee, the first one with a fee, and an ordinary one. Returns what is expected. */
  function forEach(name: string, work: (trade: Locked) => Promise<Holdings>): void {
    const cases = OFFER_TYPES.flatMap((type) =>
      [FEE_FROM - 1n, FEE_FROM, 150n * USDT + 1n].map((usdt) => [type, usdt] as const),
    )
    test.each(cases)(`${name}: an offer to %s, %s micro USDT`, (type, usdt) =>
      withLockedTrade(type, usdt, async (trade) => {
        const expected = await work(trade)
        expect(await trade.moved()).toEqual(expected)
      }),
    )
  }
}

async function isRefused(tx: Tx, call: () => Promise<void>): Promise<boolean> {
  await sql`savepoint before_call`.execute(tx)
  try {
    await call()
    return false
  } catch {
    await sql`rollback to savepoint before_call`.execute(tx)
    return true
  }
}
