/** What a trade waits for from one of its parties (docs/decisions.md, Trades). */
import { DECISION_OUTCOMES, losersOf, tradeTurn } from '../disputes/disputes.ts'
import type { DecisionOutcome, DisputeProgress } from '../disputes/disputes.ts'
import { TEAM_MOVES } from '../accounts/team-roles.ts'
import type { TeamRole } from '../accounts/team-roles.ts'
import { TRADE_STATES, TRADE_STATUSES } from './trades.ts'
import type { PartyRole, TradeStatus } from './trades.ts'

export const WAITING_ACTS = ['pay', 'object', 'confirm', 'state', 'answer_decision'] as const
export type WaitingAct = (typeof WAITING_ACTS)[number]

/** The act of the party in a status that waits for one of them. */
const ACT_IN: Partial<Record<TradeStatus, WaitingAct>> = {
  awaiting_payment: 'pay',
  refund_held: 'object',
  payment_sent: 'confirm',
}

/** Each status without a dispute that waits for one party, with that party and its act. */
export const WAITING_FOR: readonly { status: TradeStatus; role: PartyRole; act: WaitingAct }[] = TRADE_STATUSES.flatMap(
  (status) => {
    const [role, act] = [TRADE_STATES[status].waitsFor, ACT_IN[status]]
    return role === null || act === undefined ? [] : [{ status, role, act }]
  },
)

/** Each decision that waits for an answer of a party, with that party; the last round's is final. */
export const WAITING_DECISIONS: readonly { decision: DecisionOutcome; role: PartyRole }[] = DECISION_OUTCOMES.flatMap(
  (decision) => losersOf(decision).map((role) => ({ decision, role })),
)

/** What the trade waits for from this party; null where it does not. */
export function waitingAct(status: TradeStatus, role: PartyRole, dispute: DisputeProgress | null): WaitingAct | null {
  if (!tradeTurn(status, dispute).includes(role)) return null
  if (status !== 'disputed') return ACT_IN[status] ?? null
  return dispute?.status === 'decided' ? 'answer_decision' : 'state'
}

/** Whether a team member with these roles can do it for the owner. */
export function canDoForOwner(act: WaitingAct, roles: readonly TeamRole[]): boolean {
  return act === 'confirm' && roles.includes(TEAM_MOVES.confirm_receipt)
}
