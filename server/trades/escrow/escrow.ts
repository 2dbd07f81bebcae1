import type { Tx } from '../../db/pool.ts'

/**
 * What every escrow does for a trade, in the transaction of the trade's move. The amounts are those of the trade's row; each payout
 * also sends the buyer's bond, where there is one, where `bond_leg_of` says. A call
 * out of order, or a second one, throws and moves nothing. Each implementation passes `server/trades/escrow/conformance.ts`.
 */
export type Escrow = {
  /** Seller -> escrow: the trade's USDT, and the fee where the seller is the taker; buyer -> escrow: the bond. Once, when the trade opens. */
  lock(tx: Tx, tradeId: string): Promise<void>
  /** Escrow -> buyer and fees: everything. */
  release(tx: Tx, tradeId: string): Promise<void>
  /** Escrow -> seller: everything. */
  refund(tx: Tx, tradeId: string): Promise<void>
  /** Escrow -> buyer, fees and seller: the part that the trade's decision releases, with its fee, and the rest. */
  split(tx: Tx, tradeId: string): Promise<void>
}
