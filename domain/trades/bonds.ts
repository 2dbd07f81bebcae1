/**
 * The bond of a buyer without a completed trade, where the operator allows it (`npm run limits -- bond on`): locked beside the
 * seller's USDT while the trade is open, lost by a false payment mark or a payment window that runs out (decisions: Limits). It is
 * asked for once new takers have used what is theirs without one (domain/offers/new-takers.ts), and opens more of the offer to them.
 * The table `bond_rules` holds the same rows.
 */
import type { ActorRole, TradeAction } from './trades.ts'

/** A bond is one part in so many of the trade's USDT, which is 2%, and at least 5 USDT, so that small trades close no offer cheaply, but no more than the trade. */
export const BOND_DIVISOR = 50n
export const BOND_PERCENT = '2'
export const BOND_LEAST_USDT = '5'
const BOND_LEAST_MICRO = BigInt(BOND_LEAST_USDT) * 1_000_000n

/** A buyer who cancels this soon after the opening keeps the bond. */
export const BOND_FREE_MINUTES = 10

/** What became of a bond: the buyer has it again, the seller has it, or neither. Its leg in the ledger is `bond_` and this. */
export const BOND_OUTCOMES = ['returned', 'awarded', 'burned'] as const
export type BondOutcome = (typeof BOND_OUTCOMES)[number]

export const BOND_TEXTS = { missing: /*i18n*/ 'Choose what happens to the buyer’s bond.' } as const

export const BOND_STATES = ['locked', ...BOND_OUTCOMES] as const

export type BondRule = {
  action: TradeAction
  by: ActorRole
  /** Null: as the arbiter decides, and returned where the decision says nothing. */
  outcome: BondOutcome | null
  /** The bond is returned where the move is made this soon after the opening. */
  freeMinutes: number | null
}

/** What becomes of a bond after the move that decided how the trade ends. */
export const BOND_RULES: readonly BondRule[] = [
  { action: 'settle', by: 'system', outcome: 'returned', freeMinutes: null },
  { action: 'release_decided', by: 'system', outcome: 'returned', freeMinutes: null },
  { action: 'split_decided', by: 'system', outcome: 'returned', freeMinutes: null },
  { action: 'cancel', by: 'seller', outcome: 'returned', freeMinutes: null },
  { action: 'cancel_after_details', by: 'seller', outcome: 'returned', freeMinutes: null },
  { action: 'cancel', by: 'buyer', outcome: 'awarded', freeMinutes: BOND_FREE_MINUTES },
  { action: 'expire', by: 'system', outcome: 'awarded', freeMinutes: null },
  { action: 'expire_after_details', by: 'system', outcome: 'awarded', freeMinutes: null },
  { action: 'concede', by: 'buyer', outcome: 'awarded', freeMinutes: null },
  { action: 'refund_decided', by: 'system', outcome: null, freeMinutes: null },
]

/** The bond for this much, in micro USDT: 2%, rounded up, and at least 5 USDT, but no more than the trade. */
export function bondFor(usdtMicro: bigint): bigint {
  const part = (usdtMicro + BOND_DIVISOR - 1n) / BOND_DIVISOR
  const bond = part > BOND_LEAST_MICRO ? part : BOND_LEAST_MICRO
  return bond < usdtMicro ? bond : usdtMicro
}
