import { DISPUTE_LATE_ACTIONS, disputeStatusAfter } from '../../domain/disputes/disputes.ts'
import type { DecisionOutcome, DisputeProgress, DisputeStatus } from '../../domain/disputes/disputes.ts'
import type { PartyRole } from '../../domain/trades/trades.ts'

type Stored = {
  disputeStatus: DisputeStatus | null
  disputeRound: number | null
  isDisputeLate: boolean | null
  decision: DecisionOutcome | null
  stated: PartyRole[]
  accepted: PartyRole[]
}

/** The dispute of a trade by the clock, as `getDispute` shows it; null where the trade has none. */
export function disputeProgress(row: Stored): DisputeProgress | null {
  const { disputeStatus, disputeRound: round, decision, stated, accepted } = row
  if (disputeStatus === null || round === null) return null
  const action = row.isDisputeLate ? DISPUTE_LATE_ACTIONS[disputeStatus] : null
  const status = (action && disputeStatusAfter(disputeStatus, action, 'system')) ?? disputeStatus
  return { status, round, decision, stated, accepted, isTaken: false }
}
