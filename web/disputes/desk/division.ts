import type { DisputeCase } from '../../../domain/api/disputes/disputes.ts'
import { divideEscrow, type DecisionOutcome } from '../../../domain/disputes/disputes.ts'
import { formatUsdt, parseUsdt } from '../../../domain/money.ts'
import type { BondOutcome } from '../../../domain/trades/bonds.ts'

/** The buyer's bond is returned unless the seller gets everything. */
export function bondOf({ trade }: DisputeCase, outcome: DecisionOutcome | '', chosen: BondOutcome | '') {
  if (trade.bond === null) return undefined
  return { amount: trade.bond, outcome: outcome === 'refund' ? chosen || null : ('returned' as const) }
}

/** What each receives, as decimal strings; null for an amount that cannot be a split. */
export function divisionOf({ amountUsdt, trade }: DisputeCase, outcome: DecisionOutcome | '', released: string) {
  const [usdtMicro, lockedMicro] = [parseUsdt(amountUsdt), parseUsdt(trade.sellerLocks)]
  if (outcome === '' || usdtMicro === null || lockedMicro === null) return null
  const releasedMicro = { release: usdtMicro, refund: 0n, split: parseUsdt(released) }[outcome]
  if (releasedMicro === null) return null
  if (outcome === 'split' && (releasedMicro <= 0n || releasedMicro >= usdtMicro)) return null
  const division = divideEscrow({ usdtMicro, lockedMicro, taker: trade.taker }, releasedMicro)
  return {
    toBuyer: formatUsdt(division.toBuyer),
    fee: formatUsdt(division.fee),
    toSeller: formatUsdt(division.toSeller),
  }
}
