import {
  cancelTrade,
  confirmReceipt,
  extendPaymentWindow,
  markPaid,
  withdrawPaymentMark,
  type Trade,
} from '../../../domain/api/trades/trades.ts'
import { ERRORS } from '../../../domain/errors.ts'
import { TEAM_MOVES, type TeamRole } from '../../../domain/accounts/team-roles.ts'
import {
  moveRefusal,
  statusAfter,
  TRADE_RULES,
  type TradeAction,
  type TradeStatus,
} from '../../../domain/trades/trades.ts'

/** The moves on an open trade, each with its call, in the order of their buttons. */
export const MOVES = {
  mark_paid: markPaid,
  confirm_receipt: confirmReceipt,
  extend_payment_window: extendPaymentWindow,
  withdraw_payment_mark: withdrawPaymentMark,
  cancel: cancelTrade,
} as const satisfies Partial<Record<TradeAction, unknown>>
export type PersonsAction = keyof typeof MOVES

/** Buttons that are also shown while their move is not allowed, disabled with the reason (spec-coverage 8). */
const ALWAYS_SHOWN: readonly PersonsAction[] = ['confirm_receipt', 'cancel']

/** The statuses with buttons; a held refund and a dispute have their own (web/disputes/). */
const WITH_MOVES: readonly TradeStatus[] = ['awaiting_payment', 'payment_sent']

export type MoveOffer = {
  action: PersonsAction
  /** Why the button is off; null when it is on. */ reason: string | null
}

/** The buttons of a role, from the same table the server uses. A team member has those of these roles only. */
export function movesOf(trade: Pick<Trade, 'status' | 'role' | 'usedOnce'>, roles?: readonly TeamRole[]): MoveOffer[] {
  if (!WITH_MOVES.includes(trade.status)) return []
  const actions = Object.keys(MOVES) as PersonsAction[]
  return actions
    .filter((action) => TRADE_RULES.some((rule) => rule.action === action && rule.by === trade.role))
    .filter((action) => !roles || isIncluded(action, roles))
    .filter((action) => ALWAYS_SHOWN.includes(action) || statusAfter(trade.status, action, trade.role) !== null)
    .map((action) => {
      const refusal = moveRefusal(trade, action, trade.role)
      return { action, reason: refusal && ERRORS[refusal].text }
    })
}

/** The moves that take a trade to its completion; each is one party's act. */
const FORWARD: readonly PersonsAction[] = ['mark_paid', 'confirm_receipt']

/** The move that the trade waits for, where it is the reader's. A buyer reads where to pay before marking the trade as paid. */
export function nextMove(
  trade: Pick<Trade, 'status' | 'role' | 'usedOnce' | 'detailsShown'>,
  roles?: readonly TeamRole[],
): PersonsAction | undefined {
  const next = movesOf(trade, roles).find(({ action, reason }) => FORWARD.includes(action) && reason === null)?.action
  return next === 'mark_paid' && !trade.detailsShown ? undefined : next
}

/** Whether the buyer's next step is to read where to pay. */
export function isToBeShown({ status, role, detailsShown }: Pick<Trade, 'status' | 'role' | 'detailsShown'>): boolean {
  return status === 'awaiting_payment' && role === 'buyer' && !detailsShown
}

/** Whether the trade waits for the reader. A team member with these roles has to make the move of the owner's turn. */
export function isTurnOf(
  trade: Pick<Trade, 'status' | 'role' | 'turn' | 'usedOnce' | 'detailsShown'>,
  roles?: readonly TeamRole[],
): boolean {
  return trade.turn.includes(trade.role) && (!roles || nextMove(trade, roles) !== undefined)
}

function isIncluded(action: PersonsAction, roles: readonly TeamRole[]): boolean {
  const needed = Object.entries(TEAM_MOVES).find(([move]) => move === action)?.[1]
  return needed !== undefined && roles.includes(needed)
}
