/** How a deposit is divided: the contract's arithmetic, which is that of `divideEscrow` (domain/disputes/disputes.ts) in the token's base units. */
import { MAX_FEE_BPS } from './check-terms.ts'
import { isSame, ZERO_ADDRESS } from './terms.ts'
import type { EscrowTerms } from './terms.ts'

type Priced = Pick<EscrowTerms, 'amount' | 'feeBps' | 'feeOnTop' | 'feeTo' | 'unit'>

const WHOLE_BPS = 10_000n

/**
 * In micro USDT: what the buyer receives and what the fee is when this much of the trade is released. The fee is rounded down.
 * Example: 100 USDT at 50 bps, 40 released: 39.8 and 0.2, or 40 and 0.2 where the fee is on top.
 */
export function divideReleased(terms: Priced, released: bigint): { toBuyer: bigint; fee: bigint } {
  if (released < 0n || released > terms.amount) throw new RangeError('more is released than was traded')
  const bps = isSame(terms.feeTo, ZERO_ADDRESS) ? 0n : terms.feeBps > MAX_FEE_BPS ? MAX_FEE_BPS : terms.feeBps
  const fee = (released * bps) / WHOLE_BPS
  return { toBuyer: terms.feeOnTop ? released : released - fee, fee }
}

/** What the seller has to deposit, in base units of the token. */
export function depositOf(terms: Priced): bigint {
  const { toBuyer, fee } = divideReleased(terms, terms.amount)
  return (toBuyer + fee) * terms.unit
}

/** Base units of the token as micro USDT, rounded down; 0 where the terms name no unit, by which they pay nothing to a buyer. */
export function microOf({ unit }: Pick<Priced, 'unit'>, base: bigint): bigint {
  return unit === 0n ? 0n : base / unit
}

export type Payouts = { toBuyer: bigint; fee: bigint; toSeller: bigint }

/**
 * The three payments of a settlement in base units, or null where the pocket holds less than the buyer and the fee are owed. The
 * seller receives all the rest: what is not released, what was deposited too much, and units below a micro USDT.
 */
export function payoutsOf(terms: Priced, released: bigint, balance: bigint): Payouts | null {
  const { toBuyer, fee } = divideReleased(terms, released)
  const toSeller = balance - (toBuyer + fee) * terms.unit
  return toSeller < 0n ? null : { toBuyer: toBuyer * terms.unit, fee: fee * terms.unit, toSeller }
}
