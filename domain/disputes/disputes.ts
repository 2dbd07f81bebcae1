/**
 * Disputes (decisions: Trades): which statuses a case has, who may move it, and how a decision divides the USDT. The server
 * enforces the table, the database holds the same rows in `dispute_statuses` and `dispute_rules` (a test compares them), and the
 * pages draw from it.
 */
import type { ErrorCode } from '../errors.ts'
import { feeFor } from '../trades/quote.ts'
import type { PartyRole, TradeAction, TradeStatus } from '../trades/trades.ts'
import { PARTY_ROLES, TRADE_STATES } from '../trades/trades.ts'

export const DISPUTE_STATUSES = ['statements', 'deciding', 'decided', 'closed'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

export const DISPUTE_STATUS_TEXTS: Readonly<Record<DisputeStatus, string>> = {
  statements: /*i18n*/ 'Waiting for statements',
  deciding: /*i18n*/ 'Waiting for the decision',
  decided: /*i18n*/ 'Decided, can be appealed',
  closed: /*i18n*/ 'Closed',
}

export type DisputeRole = PartyRole | 'arbiter' | 'system'

export const DISPUTE_ACTIONS = [
  'open',
  'state',
  'close_statements',
  'take',
  'decide',
  'reassign',
  'appeal',
  'accept',
  'execute',
  'confirm_receipt',
  'concede',
  'extend_for_outage',
] as const
export type DisputeAction = (typeof DISPUTE_ACTIONS)[number]

/** How long each status lasts. A status that the second round repeats lasts as long again. */
export const STATEMENT_HOURS = 24
export const DECISION_HOURS = 48
export const APPEAL_HOURS = 24
export const DISPUTE_STATUS_HOURS: Readonly<Record<DisputeStatus, number | null>> = {
  statements: STATEMENT_HOURS,
  deciding: DECISION_HOURS,
  decided: APPEAL_HOURS,
  closed: null,
}

/** The system's move when the time of a status is over. */
export const DISPUTE_LATE_ACTIONS: Readonly<Record<DisputeStatus, DisputeAction | null>> = {
  statements: 'close_statements',
  deciding: 'reassign',
  decided: 'execute',
  closed: null,
}

/** One appeal: the second round is the last. */
export const DISPUTE_ROUNDS = 2

export type DisputeRule = {
  from: DisputeStatus | 'none'
  to: DisputeStatus
  action: DisputeAction
  by: DisputeRole
}

export const DISPUTE_RULES: readonly DisputeRule[] = [
  { from: 'none', to: 'statements', action: 'open', by: 'buyer' },
  { from: 'none', to: 'statements', action: 'open', by: 'seller' },
  { from: 'none', to: 'statements', action: 'open', by: 'system' },
  { from: 'statements', to: 'statements', action: 'state', by: 'buyer' },
  { from: 'statements', to: 'statements', action: 'state', by: 'seller' },
  { from: 'statements', to: 'deciding', action: 'close_statements', by: 'system' },
  { from: 'statements', to: 'statements', action: 'take', by: 'arbiter' },
  { from: 'deciding', to: 'deciding', action: 'take', by: 'arbiter' },
  { from: 'deciding', to: 'decided', action: 'decide', by: 'arbiter' },
  { from: 'deciding', to: 'deciding', action: 'reassign', by: 'system' },
  { from: 'decided', to: 'statements', action: 'appeal', by: 'buyer' },
  { from: 'decided', to: 'statements', action: 'appeal', by: 'seller' },
  { from: 'decided', to: 'decided', action: 'accept', by: 'buyer' },
  { from: 'decided', to: 'decided', action: 'accept', by: 'seller' },
  { from: 'decided', to: 'closed', action: 'execute', by: 'system' },
  { from: 'statements', to: 'closed', action: 'confirm_receipt', by: 'seller' },
  { from: 'deciding', to: 'closed', action: 'confirm_receipt', by: 'seller' },
  { from: 'statements', to: 'closed', action: 'concede', by: 'buyer' },
  { from: 'statements', to: 'closed', action: 'concede', by: 'seller' },
  { from: 'deciding', to: 'closed', action: 'concede', by: 'buyer' },
  { from: 'deciding', to: 'closed', action: 'concede', by: 'seller' },
  { from: 'decided', to: 'closed', action: 'concede', by: 'buyer' },
  { from: 'decided', to: 'closed', action: 'concede', by: 'seller' },
  // The end of an outage returns the time that it took.
  { from: 'statements', to: 'statements', action: 'extend_for_outage', by: 'system' },
  { from: 'deciding', to: 'deciding', action: 'extend_for_outage', by: 'system' },
  { from: 'decided', to: 'decided', action: 'extend_for_outage', by: 'system' },
]

export const DECISION_OUTCOMES = ['release', 'refund', 'split'] as const
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number]

/** How a case ended. */
export const DISPUTE_OUTCOMES = [...DECISION_OUTCOMES, 'seller_confirmed', 'seller_conceded', 'buyer_conceded'] as const
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number]
/** Those that have a notice of their own; a confirmed payment completes the trade, which has one. */
export const NOTIFIED_OUTCOMES = DISPUTE_OUTCOMES.filter((outcome) => outcome !== 'seller_confirmed')

/** The party whose record has the dispute as a lost one; null: neither, as the escrow was divided or the payment confirmed. */
export const DISPUTE_LOST_BY: Readonly<Record<DisputeOutcome, 'buyer' | 'seller' | null>> = {
  release: 'seller',
  refund: 'buyer',
  split: null,
  seller_confirmed: null,
  seller_conceded: 'seller',
  buyer_conceded: 'buyer',
}

/** The move of the trade by which a case ends so. */
export const OUTCOME_MOVES = {
  release: 'release_decided',
  refund: 'refund_decided',
  split: 'split_decided',
  seller_confirmed: 'confirm_receipt',
  seller_conceded: 'concede',
  buyer_conceded: 'concede',
} as const satisfies Record<DisputeOutcome, TradeAction>

/** Why a dispute is opened, and by which move of the trade: each reason belongs to one of the parties, or to the system. */
export const DISPUTE_REASONS = {
  seller_silent: { by: 'buyer', move: 'open_dispute', text: /*i18n*/ 'The seller doesn’t respond' },
  payment_denied: { by: 'buyer', move: 'open_dispute', text: /*i18n*/ 'The seller says the payment hasn’t arrived' },
  wrong_details: { by: 'buyer', move: 'open_dispute', text: /*i18n*/ 'The payment details were wrong' },
  buyer_other: { by: 'buyer', move: 'open_dispute', text: /*i18n*/ 'Something else' },
  not_received: { by: 'seller', move: 'open_dispute', text: /*i18n*/ 'The payment hasn’t arrived' },
  wrong_amount: { by: 'seller', move: 'open_dispute', text: /*i18n*/ 'The amount is wrong' },
  third_party_payer: { by: 'seller', move: 'open_dispute', text: /*i18n*/ 'The payer is another person' },
  false_proof: { by: 'seller', move: 'open_dispute', text: /*i18n*/ 'The proof of payment is false' },
  seller_other: { by: 'seller', move: 'open_dispute', text: /*i18n*/ 'Something else' },
  paid_before_cancellation: { by: 'buyer', move: 'object', text: /*i18n*/ 'The buyer says they had already paid' },
  silence: {
    by: 'system',
    move: 'escalate',
    text: /*i18n*/ 'Not confirmed in time',
  },
} as const satisfies Record<string, { by: PartyRole | 'system'; move: TradeAction; text: string }>
export type DisputeReason = keyof typeof DISPUTE_REASONS
export const DISPUTE_REASON_CODES = Object.keys(DISPUTE_REASONS) as [DisputeReason, ...DisputeReason[]]

/** The reasons from which this party chooses when it opens a dispute. */
export function openingReasons(role: PartyRole): DisputeReason[] {
  return DISPUTE_REASON_CODES.filter(
    (code) => DISPUTE_REASONS[code].by === role && DISPUTE_REASONS[code].move === 'open_dispute',
  )
}

export const STATEMENT_MIN = 20
export const STATEMENT_MAX = 2000
export const DECISION_REASON_MIN = 20
export const DECISION_REASON_MAX = 2000
/** An arbiter who has traded with a party within this time may not take the case. */
/** The most former arbiters of a case that admins choose from. */
export const ARBITERS_LISTED = 50
export const ARBITER_CONFLICT_DAYS = 90
/** Moves of a case, or of its trade, that an answer lists; a case exceeds it only after months of late decisions. */
export const DISPUTE_EVENTS_LISTED = 100
/** Earlier disputes of a party that the arbiter sees. */
export const EARLIER_DISPUTES_LISTED = 20
/** Cases to a page of the arbiter's queue. */
export const CASES_LISTED = 50

/** The data of a case that decides which moves are allowed. */
export type DisputeProgress = {
  status: DisputeStatus
  round: number
  /** Whether the case has an arbiter. */
  isTaken: boolean
  /** The parties whose statements of this round are in. */
  stated: readonly PartyRole[]
  /** The parties who have accepted the decision. */
  accepted: readonly PartyRole[]
  /** The latest decision. */
  decision: DecisionOutcome | null
}

/** Why `by` cannot make this move now, as an error code; null when the move is allowed. */
export function disputeRefusal(dispute: DisputeProgress, action: DisputeAction, by: DisputeRole): ErrorCode | null {
  if (!DISPUTE_RULES.some((rule) => rule.action === action && rule.by === by)) return 'not_your_move'
  if (dispute.status === 'closed') return 'dispute_closed'
  if (disputeStatusAfter(dispute.status, action, by) === null) return WRONG_STATUS[action] ?? 'stale_screen'
  if (action === 'confirm_receipt' && isDecided(dispute)) return 'already_decided'
  if (action === 'concede' && by === 'seller' && !isDecided(dispute)) return 'not_decided'
  if (action === 'take') return dispute.isTaken ? 'case_taken' : null
  if (by !== 'buyer' && by !== 'seller') return null
  if (action === 'state') return dispute.stated.includes(by) ? 'statement_given' : null
  if (action === 'appeal' || action === 'accept') {
    if (dispute.round === DISPUTE_ROUNDS) return 'decision_final'
    if (!losersOf(dispute.decision).includes(by)) return 'not_your_move'
    if (dispute.accepted.includes(by)) return 'decision_accepted'
  }
  return null
}

/**
 * Whether a decision has been published, which an appeal does not undo. Before that the seller confirms a payment that arrived, which is
 * no loss; afterwards the seller can only concede, which is one.
 */
export function isDecided({ status, round }: Pick<DisputeProgress, 'status' | 'round'>): boolean {
  return status === 'decided' || round > 1
}

const WRONG_STATUS: Partial<Record<DisputeAction, ErrorCode>> = {
  confirm_receipt: 'already_decided',
  state: 'statements_closed',
  decide: 'not_deciding',
  appeal: 'not_decided',
  accept: 'not_decided',
}

/** The status after the move, or null when this role cannot make it from this status. */
export function disputeStatusAfter(
  from: DisputeStatus | 'none',
  action: DisputeAction,
  by: DisputeRole,
): DisputeStatus | null {
  return DISPUTE_RULES.find((rule) => rule.from === from && rule.action === action && rule.by === by)?.to ?? null
}

/** The parties who lose by a decision, who may appeal or accept: both, where the USDT is split. */
export function losersOf(decision: DecisionOutcome | null): readonly PartyRole[] {
  if (decision === null) return []
  return { release: ['seller'] as const, refund: ['buyer'] as const, split: ['buyer', 'seller'] as const }[decision]
}

/** Who has to act: the parties without a statement, the arbiter, the losing parties who have not accepted, or the system. */
export function disputeTurn(dispute: DisputeProgress): readonly DisputeRole[] {
  if (dispute.status === 'statements')
    return (['buyer', 'seller'] as const).filter((role) => !dispute.stated.includes(role))
  if (dispute.status === 'deciding') return ['arbiter']
  if (dispute.status === 'closed') return []
  if (dispute.round === DISPUTE_ROUNDS) return ['system']
  return losersOf(dispute.decision).filter((role) => !dispute.accepted.includes(role))
}

/** Who has to act on a trade, with the progress of its dispute where it is disputed; without it, the dispute is about to open. */
export function tradeTurn(status: TradeStatus, dispute: DisputeProgress | null): readonly DisputeRole[] {
  if (status === 'disputed') return dispute ? disputeTurn(dispute) : PARTY_ROLES
  if (status === 'payment_confirmed') return ['system']
  const { waitsFor } = TRADE_STATES[status]
  return waitsFor ? [waitsFor] : []
}

/** Whether the system's next move need not wait for the deadline. */
export function isDueEarly(dispute: DisputeProgress): boolean {
  if (dispute.status !== 'statements' && dispute.status !== 'decided') return false
  const turn = disputeTurn(dispute)
  return turn.length === 0 || turn[0] === 'system'
}

export type EscrowAmounts = {
  /** What the trade is about, what the seller locked, and the side that pays the fee; micro USDT. */
  usdtMicro: bigint
  lockedMicro: bigint
  taker: PartyRole
}

export type Division = { toBuyer: bigint; fee: bigint; toSeller: bigint }

/**
 * How the escrow is divided when `releasedMicro` of the trade's USDT is released: all of it (release), none (refund) or a part
 * (split). The taker pays 0.5 % of the released part, rounded down: from what they receive as the buyer, on top as the seller.
 * Example: 100 USDT, the buyer is the taker, 40 released: 39.8 to the buyer, 0.2 fee, 60 to the seller.
 */
export function divideEscrow({ usdtMicro, lockedMicro, taker }: EscrowAmounts, releasedMicro: bigint): Division {
  if (releasedMicro < 0n || releasedMicro > usdtMicro) throw new RangeError('more is released than was traded')
  const fee = feeFor(releasedMicro)
  const toBuyer = taker === 'buyer' ? releasedMicro - fee : releasedMicro
  return { toBuyer, fee, toSeller: lockedMicro - toBuyer - fee }
}
