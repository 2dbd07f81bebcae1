import {
  cancelTrade,
  confirmReceipt,
  extendPaymentWindow,
  markPaid,
  withdrawPaymentMark,
  type Trade,
} from '../../domain/api/trades/trades.ts'
import { ERRORS, type ErrorCode } from '../../domain/errors.ts'
import { TEAM_MOVES, type TeamRole } from '../../domain/accounts/team-roles.ts'
import {
  isMarkWithdrawable,
  moveRefusal,
  statusAfter,
  TRADE_RULES,
  WITHDRAWAL_MINUTES_MAX,
  type TradeAction,
  type TradeStatus,
} from '../../domain/trades/trades.ts'
import type { TextValues } from '../../domain/texts.ts'

/** The moves on an open trade, each with its call, in the order of their buttons. */
export const MOVES = {
  mark_paid: markPaid,
  confirm_receipt: confirmReceipt,
  extend_payment_window: extendPaymentWindow,
  withdraw_payment_mark: withdrawPaymentMark,
  cancel: cancelTrade,
} as const satisfies Partial<Record<TradeAction, unknown>>
export type PartyMove = keyof typeof MOVES

/**
 * Buttons that are also shown while their move is not allowed, disabled with the reason (spec-coverage 8). A buyer who has paid
 * has no use for a cancellation.
 */
const ALWAYS_SHOWN: readonly PartyMove[] = ['confirm_receipt', 'cancel']

function isAlwaysShown(move: PartyMove, { status, role }: Pick<Trade, 'status' | 'role'>): boolean {
  return ALWAYS_SHOWN.includes(move) && !(role === 'buyer' && status === 'payment_sent')
}

/** The statuses with buttons; a held refund and a dispute have their own (web/disputes/). */
const WITH_MOVES: readonly TradeStatus[] = ['awaiting_payment', 'payment_sent']

type Moved = Pick<Trade, 'status' | 'role' | 'usedOnce' | 'bankAnswer' | 'markFinalAt' | 'now' | 'stoppedAt'>

export type Reason = { text: string; values: TextValues }

export type AvailableMove = {
  move: PartyMove
  /** Why the button is off; null when it is on. */
  reason: Reason | null
}

/** The buttons of a role, from the same table the server uses. A team member has those of these roles only. */
export function movesOf(trade: Moved, roles?: readonly TeamRole[]): AvailableMove[] {
  if (!WITH_MOVES.includes(trade.status)) return []
  const moves = Object.keys(MOVES) as PartyMove[]
  return moves
    .filter((move) => TRADE_RULES.some((rule) => rule.action === move && rule.by === trade.role))
    .filter((move) => !roles || isIncluded(move, roles))
    .filter((move) => isAlwaysShown(move, trade) || statusAfter(trade.status, move, trade.role) !== null)
    .map((move) => {
      const refusal = moveRefusal(trade, move, trade.role) ?? momentRefusal(trade, move)
      return { move, reason: refusal && { text: ERRORS[refusal].text, values: REFUSAL_VALUES } }
    })
}

/** What the texts of refusals that the page foresees name. */
const REFUSAL_VALUES = { minutes: WITHDRAWAL_MINUTES_MAX }

/** Nothing is paid to a payee whose name the bank does not know, and a payment mark stands after its time. */
function momentRefusal(trade: Moved, move: PartyMove): ErrorCode | null {
  if (move === 'mark_paid' && trade.bankAnswer?.answer === 'no_match') return 'payee_no_match'
  return move === 'withdraw_payment_mark' && !isMarkWithdrawable(trade) ? 'payment_mark_stands' : null
}

/** The moves that take a trade to its completion; each is one party's act. */
const FORWARD: readonly PartyMove[] = ['mark_paid', 'confirm_receipt']

/** The move that the trade waits for, where it is the reader's. A buyer reads where to pay before marking the trade as paid. */
export function nextMove(
  trade: Moved & Pick<Trade, 'detailsShown'>,
  roles?: readonly TeamRole[],
): PartyMove | undefined {
  const next = movesOf(trade, roles).find(({ move, reason }) => FORWARD.includes(move) && reason === null)?.move
  return next === 'mark_paid' && !trade.detailsShown ? undefined : next
}

/** Whether the buyer's next step is to read where to pay. */
export function needsPaymentDetails({
  status,
  role,
  detailsShown,
}: Pick<Trade, 'status' | 'role' | 'detailsShown'>): boolean {
  return status === 'awaiting_payment' && role === 'buyer' && !detailsShown
}

/** Whether the trade waits for the reader. A team member with these roles has to make the move of the owner's turn. */
export function isTurnOf(trade: Moved & Pick<Trade, 'turn' | 'detailsShown'>, roles?: readonly TeamRole[]): boolean {
  return trade.turn.includes(trade.role) && (!roles || nextMove(trade, roles) !== undefined)
}

function isIncluded(move: PartyMove, roles: readonly TeamRole[]): boolean {
  const needed = Object.entries(TEAM_MOVES).find(([each]) => each === move)?.[1]
  return needed !== undefined && roles.includes(needed)
}
