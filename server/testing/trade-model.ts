/**
 * What a trade and its dispute do, as a small model beside the product: it is written from the tables in domain, knows no
 * database, and counts time in whole minutes. Each function makes one call and returns the refusal's code, or null.
 */
import {
  APPEAL_HOURS,
  DECISION_HOURS,
  OUTCOME_MOVES,
  DISPUTE_LATE_ACTIONS,
  DISPUTE_REASONS,
  DISPUTE_ROUNDS,
  STATEMENT_HOURS,
  disputeRefusal,
  disputeStatusAfter,
  divideEscrow,
  isDueEarly,
} from '../../domain/disputes/disputes.ts'
import type {
  DecisionOutcome,
  DisputeAction,
  DisputeProgress,
  DisputeOutcome,
  DisputeReason,
  DisputeRole,
} from '../../domain/disputes/disputes.ts'
import { takerRole } from '../../domain/offers/offers.ts'
import type { OfferType } from '../../domain/offers/offers.ts'
import {
  CONFIRMATION_MINUTES_MIN,
  DISPUTE_AFTER_MINUTES,
  ESCALATION_HOURS,
  REFUND_HOLD_MINUTES,
  TRADE_RULES,
  TRADE_STATES,
  WITHDRAWAL_MINUTES_MAX,
  WITHDRAWAL_MINUTES_MIN,
  moveRefusal,
  statusAfter,
} from '../../domain/trades/trades.ts'
import type { ActorRole, PartyRole, TradeAction, TradeStatus } from '../../domain/trades/trades.ts'

type Case = Omit<DisputeProgress, 'stated' | 'accepted'> & {
  stated: PartyRole[]
  accepted: PartyRole[]
  version: number
  deadline: number
  arbiter: string | null
  /** Arbiters who have, or have had, the case. */
  assigned: string[]
  released: bigint | null
  outcome: DisputeOutcome | null
  openedBy: ActorRole
  openedAt: number
}

export type ModelTrade = {
  type: OfferType
  usdtMicro: bigint
  lockedMicro: bigint
  window: number
  now: number
  status: TradeStatus
  version: number
  usedOnce: TradeAction[]
  movedAt: number
  payDeadline: number
  deadline: number
  detailsShown: boolean
  /** The buyer marked it as paid and did not withdraw the mark. */
  isMarked: boolean
  dispute: Case | null
  splitReleased: bigint | null
  /** Who made the last move. */
  cause: ActorRole
  /** Who failed, once the trade is cancelled. */
  failed: PartyRole | null
}

export function openModelTrade(terms: Pick<ModelTrade, 'type' | 'usdtMicro' | 'lockedMicro' | 'window'>): ModelTrade {
  return {
    ...terms,
    now: 0,
    status: 'awaiting_payment',
    version: 1,
    usedOnce: [],
    movedAt: 0,
    payDeadline: terms.window,
    deadline: terms.window,
    detailsShown: false,
    isMarked: false,
    dispute: null,
    splitReleased: null,
    cause: takerRole(terms.type),
    failed: null,
  }
}

type Refusal = string | null

export type TradeCall = {
  action: TradeAction
  role: PartyRole | null
  seen: TradeStatus
  reason?: DisputeReason
  /** What the move's own check says. */
  refusal?: Refusal
}

export function moveModelTrade(trade: ModelTrade, call: TradeCall): Refusal {
  const { role, seen } = call
  if (!role) return 'not_found'
  const late = lateActionOf(trade)
  if (late) {
    const { refusal } = TRADE_STATES[trade.status].deadline!
    applyTrade(trade, late, 'system')
    const isShown = trade.status === seen && moveRefusal(trade, call.action, role) === null
    return isShown ? moveModelTrade(trade, call) : refusal
  }
  const isHeld = trade.detailsShown && trade.status === 'awaiting_payment' && role === 'seller'
  const action = isHeld && call.action === 'cancel' ? 'cancel_after_details' : call.action
  const refusal = moveRefusal(trade, action, role)
  if (refusal) return refusal
  if (seen !== trade.status) return 'stale_screen'
  if (action === 'open_dispute' && trade.now - trade.movedAt < DISPUTE_AFTER_MINUTES) return 'dispute_too_early'
  if (action === 'withdraw_payment_mark' && trade.now - trade.movedAt >= WITHDRAWAL_MINUTES_MAX)
    return 'payment_mark_stands'
  if (trade.status === 'disputed' && action === 'confirm_receipt') return 'already_disputed'
  if (call.refusal) return call.refusal
  applyTrade(trade, action, role)
  if (trade.status === 'payment_confirmed') applyTrade(trade, 'settle', 'system')
  return null
}

/** The system's moves that are due: of the trade first, then of its dispute. */
export function workOnModelTrade(trade: ModelTrade): void {
  const late = lateActionOf(trade)
  if (late) applyTrade(trade, late, 'system')
  const { dispute } = trade
  const action = dispute && lateDisputeActionOf(trade, dispute)
  if (action) applyDispute(trade, dispute, action, 'system')
}

export type DisputeCall = {
  action: DisputeAction
  role: DisputeRole | null
  arbiter?: string
  decision?: DecisionOutcome
  released?: bigint
  /** What the move's own check says. */
  refusal?: Refusal
}

export function moveModelDispute(trade: ModelTrade, call: DisputeCall): Refusal {
  const { dispute } = trade
  const { action, role, arbiter } = call
  if (!dispute || !role) return 'not_found'
  const late = lateDisputeActionOf(trade, dispute)
  if (late && late !== action) {
    applyDispute(trade, dispute, late, 'system')
    return moveModelDispute(trade, call)
  }
  const refusal = disputeRefusal(dispute, action, role)
  if (refusal) return refusal
  if (action === 'decide' && dispute.arbiter !== arbiter) return 'case_not_yours'
  if (action === 'take' && dispute.assigned.includes(arbiter!)) return 'case_conflict'
  if (call.refusal) return call.refusal
  applyDispute(trade, dispute, action, role, call)
  return null
}

/** Whether this arbiter has the case by the clock; the same check as for each reading of the case. */
export function caseRefusal(trade: ModelTrade, arbiter: string): Refusal {
  const { dispute } = trade
  if (!dispute) return 'not_found'
  const isLate = dispute.status === 'deciding' && lateDisputeActionOf(trade, dispute) !== null
  return isLate || dispute.arbiter !== arbiter ? 'case_not_yours' : null
}

/** The status by the clock. */
export function shownStatus(trade: ModelTrade): TradeStatus {
  const late = lateActionOf(trade)
  if (late) return statusAfter(trade.status, late, 'system')!
  const { dispute } = trade
  if (trade.status !== 'disputed' || dispute?.status !== 'decided' || trade.now < dispute.deadline) return trade.status
  return statusAfter('disputed', OUTCOME_MOVES[dispute.decision!], 'system')!
}

/** The status of the dispute by the clock. */
export function shownDisputeStatus(trade: ModelTrade): DisputeProgress['status'] {
  const dispute = trade.dispute!
  const late = lateDisputeActionOf(trade, dispute)
  return late ? disputeStatusAfter(dispute.status, late, 'system')! : dispute.status
}

/** The whole ledger of a trade. */
export function expectedLegs(trade: ModelTrade): Record<string, bigint> {
  const { status, splitReleased, usdtMicro, lockedMicro, type } = trade
  const lock = { lock: lockedMicro }
  if (status === 'cancelled') return { ...lock, refund: lockedMicro }
  if (status !== 'completed') return lock
  const { toBuyer, fee, toSeller } = divideEscrow(
    { usdtMicro, lockedMicro, taker: takerRole(type) },
    splitReleased ?? usdtMicro,
  )
  const feeLeg: Record<string, bigint> = fee > 0n ? { fee } : {}
  if (splitReleased === null) return { ...lock, release: toBuyer, ...feeLeg }
  return { ...lock, split_release: toBuyer, split_refund: toSeller, ...feeLeg }
}

function lateActionOf(trade: ModelTrade): TradeAction | null {
  const { deadline } = TRADE_STATES[trade.status]
  if (!deadline || trade.now < trade.deadline) return null
  return (trade.detailsShown && deadline.actionAfterDetails) || deadline.action
}

function lateDisputeActionOf(trade: ModelTrade, dispute: Case): DisputeAction | null {
  return trade.now < dispute.deadline ? null : DISPUTE_LATE_ACTIONS[dispute.status]
}

function applyTrade(trade: ModelTrade, action: TradeAction, role: ActorRole): void {
  const { now } = trade
  const rule = TRADE_RULES.find((known) => known.from === trade.status && known.action === action && known.by === role)!
  if (action === 'mark_paid' || action === 'withdraw_payment_mark') trade.isMarked = action === 'mark_paid'
  if (rule.onceOnly) trade.usedOnce.push(action)
  if (action === 'extend_payment_window') trade.payDeadline += trade.window
  if (action === 'withdraw_payment_mark')
    trade.payDeadline = now + Math.max(trade.payDeadline - trade.movedAt, WITHDRAWAL_MINUTES_MIN)
  trade.status = rule.to
  trade.version++
  trade.movedAt = now
  trade.deadline = tradeDeadline(trade)
  if (rule.to === 'cancelled')
    trade.failed = (action === 'refund' ? trade.cause : role) === 'seller' ? 'seller' : 'buyer'
  trade.cause = role
  if (rule.to === 'disputed') {
    trade.dispute = {
      status: 'statements',
      round: 1,
      version: 1,
      deadline: now + STATEMENT_HOURS * 60,
      isTaken: false,
      arbiter: null,
      assigned: [],
      stated: [],
      accepted: [],
      decision: null,
      released: null,
      outcome: null,
      openedBy: role,
      openedAt: now,
    }
  }
}

function tradeDeadline({ status, payDeadline, now }: ModelTrade): number {
  if (status === 'awaiting_payment') return payDeadline
  if (status === 'refund_held') return now + REFUND_HOLD_MINUTES
  return status === 'payment_sent' ? Math.max(ESCALATION_HOURS * 60, now + CONFIRMATION_MINUTES_MIN) : Infinity
}

/** The opener's statement, which belongs to opening a dispute. */
export function stateAfterOpening(trade: ModelTrade, role: PartyRole): void {
  applyDispute(trade, trade.dispute!, 'state', role)
}

function applyDispute(
  trade: ModelTrade,
  dispute: Case,
  action: DisputeAction,
  role: DisputeRole,
  { arbiter, decision, released }: Partial<DisputeCall> = {},
): void {
  dispute.status = disputeStatusAfter(dispute.status, action, role)!
  dispute.version++
  if (action === 'appeal')
    Object.assign(dispute, { round: dispute.round + 1, stated: [], accepted: [], decision: null })
  if (action === 'state' || action === 'appeal') dispute.stated.push(role as PartyRole)
  if (action === 'accept') dispute.accepted.push(role as PartyRole)
  if (action === 'decide') Object.assign(dispute, { decision, released })
  if (action === 'take') {
    dispute.arbiter = arbiter!
    dispute.assigned.push(arbiter!)
  }
  if (action === 'reassign' || action === 'appeal') dispute.arbiter = null
  dispute.isTaken = dispute.arbiter !== null
  dispute.deadline = disputeDeadline(trade, dispute, action)
  if (action === 'concede' || action === 'confirm_receipt') {
    const conceded = role === 'seller' ? 'seller_conceded' : 'buyer_conceded'
    dispute.outcome = action === 'concede' ? conceded : 'seller_confirmed'
    applyTrade(trade, action, role as PartyRole)
    if (trade.status === 'payment_confirmed') applyTrade(trade, 'settle', 'system')
  } else if (action === 'execute') {
    dispute.outcome = dispute.decision
    applyTrade(trade, OUTCOME_MOVES[dispute.decision!], 'system')
    if (dispute.decision === 'split') trade.splitReleased = dispute.released
  } else if (isDueEarly(dispute)) {
    applyDispute(trade, dispute, DISPUTE_LATE_ACTIONS[dispute.status]!, 'system')
  }
}

function disputeDeadline({ now }: ModelTrade, { status, round, deadline }: Case, action: DisputeAction): number {
  if (status === 'closed') return Infinity
  if (action === 'appeal') return now + STATEMENT_HOURS * 60
  if (action === 'close_statements' || action === 'reassign') return now + DECISION_HOURS * 60
  return action === 'decide' ? now + (round === DISPUTE_ROUNDS ? 0 : APPEAL_HOURS * 60) : deadline
}

/** The reasons that belong to a move of a role. */
export function reasonsOf(role: PartyRole): DisputeReason[] {
  return (Object.keys(DISPUTE_REASONS) as DisputeReason[]).filter(
    (reason) => DISPUTE_REASONS[reason].by === role && DISPUTE_REASONS[reason].move === 'open_dispute',
  )
}
