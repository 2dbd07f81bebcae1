/**
 * The only function that moves a trade. Lock the trade, then read the clock, apply a deadline that has passed, check the
 * move against the table, append the event, book the escrow, notify both parties. (The end of an outage moves deadlines only:
 * server/http/outages/.)
 */
import { systemCodeOf } from '../../domain/chat/chat.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { DomainError } from '../../domain/errors.ts'
import type { DisputeReason } from '../../domain/disputes/disputes.ts'
import {
  CONFIRMATION_MINUTES_MIN,
  DISPUTE_AFTER_MINUTES,
  REFUND_HOLD_MINUTES,
  TRADE_STATES,
  WITHDRAWAL_MINUTES_MAX,
  WITHDRAWAL_MINUTES_MIN,
  moveRefusal,
  statusAfter,
} from '../../domain/trades/trades.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import { arrivesBy } from '../../domain/payments/arrival.ts'
import type { ActorRole, Deadline, TradeAction, TradeStatus } from '../../domain/trades/trades.ts'
import type { Tx } from '../db/pool.ts'
import { SENT_WITH_NEXT, sql } from '../db/pool.ts'
import { escrow } from './escrow/active-escrow.ts'
import { notifyParties } from './notify-parties.ts'

const HOUR_MS = 3_600_000

/** A user, known by the session, or the system. */
export type Actor = { userId: string } | 'system'

export type Move = {
  tradeId: string
  actor: Actor
  action: TradeAction
  /** The status on the user's screen; another one is refused with `stale_screen`. */
  seenStatus?: TradeStatus
  /** A command moves a trade once, even after its stored answer was purged. */
  commandKey: string
  /** Of a move into a dispute; the system's has its own. */
  disputeReason?: DisputeReason
  /** Of a decision to split: how much of the USDT is released, in micro USDT. */
  releasedMicro?: bigint
  /** Stores what the move rests on, once the move is allowed; `seq` is the number that its event gets. Throws to refuse it. */
  alongside?: (
    seq: number,
    trade: Pick<LockedTrade, 'status' | 'sellerId' | 'paymentMethod' | 'isProofMissing' | 'isPayeeRefused'>,
  ) => Promise<void>
}

type LockedTrade = {
  id: string
  buyerId: string
  sellerId: string
  status: TradeStatus
  version: number
  paymentMethod: PaymentMethod
  now: Date
  /** The same time, in the database's own precision. */
  at: string
  /** The clock of the deadlines, which stands still in an outage. */
  clock: string
  isLate: boolean
  /** The buyer has been shown the payment details. */
  detailsShown: boolean
  /** The seller has conceded in a dispute. */
  isConceded: boolean
  /** Of a payment mark: its buyer must show a proof of payment, and has not. */
  isProofMissing: boolean
  /** Of a payment mark: the buyer's bank knows the payee by another name. */
  isPayeeRefused: boolean
  /** Whole minutes until a dispute can be opened, counted from the last move. */
  minutesToDispute: number
  /** Of a dispute about a payment that has not arrived: by when it arrives. */
  arrivesBy: Date | null
  /** Of a payment mark that the buyer withdraws: the time for it is over. */
  isMarkFinal: boolean
  usedOnce: TradeAction[]
  /** This command has already moved the trade, and its stored answer was purged. */
  isRepeated: boolean
}

/**
 * Makes the move or throws why not: `not_found` for a stranger, `not_your_move` for the counterparty, otherwise a named
 * conflict with the present status. The loser of a race gets the conflict; nothing happens twice.
 */
export async function moveTrade(tx: Tx, move: Move): Promise<void> {
  const trade = await lockTrade(tx, move.tradeId, move)
  const role = trade && roleOf(trade, move.actor)
  if (!trade || !role) throw new DomainError('not_found')
  const { deadline } = TRADE_STATES[trade.status]
  const lateAction = deadline && lateActionOf(trade, deadline)
  const action = actionFor(trade, move.action, role)
  if (deadline && lateAction && trade.isLate && action !== lateAction) {
    const status = await apply(tx, trade, systemMade(lateAction))
    // The screen shows the status by the clock, before the system's move: from there the move may be allowed.
    if (status === move.seenStatus && !moveRefusal({ ...trade, status }, action, role)) return moveTrade(tx, move)
    throw refused(deadline.refusal, { ...trade, status, version: trade.version + 1 }, true)
  }
  const refusal = moveRefusal(trade, action, role)
  if (refusal) throw refused(refusal, trade)
  if (lateAction === action && !trade.isLate) throw refused('stale_screen', trade)
  if (move.seenStatus !== undefined && move.seenStatus !== trade.status) throw refused('stale_screen', trade)
  if (trade.isRepeated) throw new DomainError('idempotency_key_reused')
  if (action === 'open_dispute' && trade.minutesToDispute > 0) {
    throw refused('dispute_too_early', trade, false, { minutes: trade.minutesToDispute })
  }
  if (trade.arrivesBy !== null && trade.arrivesBy > trade.now) throw notDue(trade, trade.arrivesBy)
  if (trade.isMarkFinal) throw refused('payment_mark_stands', trade, false, { minutes: WITHDRAWAL_MINUTES_MAX })
  await move.alongside?.(trade.version + 1, trade)
  await apply(tx, trade, { ...move, action, role, actorId: move.actor === 'system' ? null : move.actor.userId })
}

/** Makes the system's move of a trade whose deadline has passed. Errors: `stale_screen` where none is due. */
export async function moveLateTrade(tx: Tx, tradeId: string): Promise<void> {
  const trade = await lockTrade(tx, tradeId, null)
  const deadline = trade && TRADE_STATES[trade.status].deadline
  if (!trade || !deadline || !trade.isLate) throw new DomainError('stale_screen')
  await apply(tx, trade, systemMade(lateActionOf(trade, deadline)))
}

function lateActionOf(trade: LockedTrade, deadline: Deadline): TradeAction {
  return (trade.detailsShown && deadline.actionAfterDetails) || deadline.action
}

/** The seller's cancellation holds the refund once the buyer has seen the payment details. */
function actionFor(trade: LockedTrade, action: TradeAction, role: ActorRole): TradeAction {
  const isHeld = trade.detailsShown && trade.status === 'awaiting_payment' && role === 'seller'
  return isHeld && action === 'cancel' ? 'cancel_after_details' : action
}

/** A trade sees each of the system's late moves once, so the move's name is its key. */
function systemMade(action: TradeAction): Made {
  return { action, role: 'system', actorId: null, commandKey: action }
}

async function lockTrade(tx: Tx, tradeId: string, move: Move | null): Promise<LockedTrade | null> {
  await sql`${SENT_WITH_NEXT} select from trades where id = ${tradeId} for no key update`.execute(tx)
  // A second statement: the clock must be read after the lock was granted.
  const { rows } = await sql<LockedTrade>`
    select t.id, t.buyer_id, t.seller_id, t.status, t.version, t.payment_method, state.moment as now, state.moment::text as at, state.clock::text as clock, state.is_late,
      exists (select from payment_detail_reads where trade_id = t.id) as details_shown,
      exists (select from trade_events where trade_id = t.id and action = 'concede') as is_conceded,
      ${move?.action === 'mark_paid' ? sql`exists (select from trades_without_proof where trade_id = t.id)` : sql`false`} as is_proof_missing,
      ${move?.action === 'mark_paid' ? refusedPayee : sql`false`} as is_payee_refused,
      ceil(extract(epoch from t.moved_at + make_interval(mins => ${sql.lit(DISPUTE_AFTER_MINUTES)}) - state.moment) / 60)::int
        as minutes_to_dispute,
      ${move?.disputeReason === 'not_received' ? lastArrival : sql`null::timestamptz`} as arrives_by,
      ${move?.action === 'withdraw_payment_mark' ? sql`coalesce(state.clock > (select final_at from payment_marks where trade_id = t.id), false)` : sql`false`}
        as is_mark_final,
      array(select action from trade_events where trade_id = t.id and once_only) as used_once,
      exists (select from trade_events where trade_id = t.id and command_key = ${move?.commandKey ?? null}) as is_repeated
    from trades t join trade_states state on state.trade_id = t.id
    where t.id = ${tradeId}`.execute(tx)
  return rows[0] ?? null
}

const lastArrival = sql`(select arrives_by from trade_events where trade_id = t.id and arrives_by is not null order by seq desc limit 1)`

/** The same as the constraint trade_events_payee_matches. */
const refusedPayee = sql`coalesce((select answer = 'no_match' from payee_answers where trade_id = t.id order by number desc limit 1), false)`

function roleOf(trade: LockedTrade, actor: Actor): ActorRole | null {
  if (actor === 'system') return 'system'
  if (actor.userId === trade.buyerId) return 'buyer'
  return actor.userId === trade.sellerId ? 'seller' : null
}

/** A move that was found to be allowed. */
type Made = Pick<Move, 'action' | 'commandKey' | 'disputeReason' | 'releasedMicro'> & {
  role: ActorRole
  actorId: string | null
}

async function apply(tx: Tx, trade: LockedTrade, move: Made): Promise<TradeStatus> {
  const { action, role, actorId, commandKey, releasedMicro } = move
  const to = statusAfter(trade.status, action, role)
  if (!to) throw refused('stale_screen', trade)
  const reason = action === 'escalate' ? 'silence' : (move.disputeReason ?? null)
  const arrival = action === 'mark_paid' || action === 'object' ? arrivesBy(trade.paymentMethod, trade.now) : null
  const split = action === 'split_decided' ? (releasedMicro ?? null) : null
  await sql`${SENT_WITH_NEXT}
    with event as (
      insert into trade_events (trade_id, seq, from_status, to_status, action, actor_role, once_only, actor_id,
        pay_deadline, prev_pay_deadline, deadline, prev_deadline, prev_at, payment_window_minutes, opened_at,
        dispute_reason, arrives_by, at, command_key)
      select t.id, t.version + 1, t.status, rule.to_status, rule.action, rule.actor_role, rule.once_only, ${actorId},
        pay.deadline, t.pay_deadline, due.deadline,
        t.deadline, t.moved_at, t.payment_window_minutes, t.created_at, ${reason}, ${arrival && sql`least(${arrival}::timestamptz, due.deadline + (now.moment - now.clock))`}, now.moment, ${commandKey}
      from trades t
        join trade_rules rule on rule.from_status = t.status and rule.action = ${action} and rule.actor_role = ${role},
        lateral (select ${trade.at}::timestamptz as moment, ${trade.clock}::timestamptz as clock) now,
        -- what outages that have ended have returned to this trade
        lateral (select coalesce(sum(outage_length), '0') as time from trade_events where trade_id = t.id) returned,
        lateral (select pay_deadline - clock_at as left from trade_events
          where trade_id = t.id and action = 'mark_paid' union all select '0' limit 1) paid,
        lateral (select case rule.action
          when 'extend_payment_window' then t.pay_deadline + make_interval(mins => t.payment_window_minutes)
          when 'withdraw_payment_mark' then now.clock + greatest(
            paid.left, make_interval(mins => ${sql.lit(WITHDRAWAL_MINUTES_MIN)}))
          else t.pay_deadline
        end as deadline) pay,
        lateral (select case rule.to_status
          when 'awaiting_payment' then pay.deadline
          when 'refund_held' then now.clock + make_interval(mins => ${sql.lit(REFUND_HOLD_MINUTES)})
          when 'payment_sent' then greatest(
            t.created_at + make_interval(hours => t.escalation_hours) + returned.time,
            now.clock + make_interval(mins => ${sql.lit(CONFIRMATION_MINUTES_MIN)}))
          else 'infinity'
        end as deadline) due
      where t.id = ${trade.id}
      returning trade_id, seq, to_status, pay_deadline, deadline, at
    )
    update trades set status = event.to_status, version = event.seq, pay_deadline = event.pay_deadline,
      deadline = event.deadline, moved_at = event.at, split_released_micro = ${split}
    from event where trades.id = event.trade_id`.execute(tx)
  if (action === 'split_decided') await escrow.split(tx, trade.id)
  else if (TRADE_STATES[to].escrow === 'released') await escrow.release(tx, trade.id)
  else if (TRADE_STATES[to].escrow === 'refunded') await escrow.refund(tx, trade.id)
  await notifyParties(
    tx,
    { ...trade, status: to, version: trade.version + 1 },
    systemCodeOf(action, role, trade.isConceded),
  )
  return to
}

/** The details say from when the dispute is possible. */
function notDue({ status, version, now }: LockedTrade, from: Date): DomainError {
  const hours = Math.ceil((from.getTime() - now.getTime()) / HOUR_MS)
  const details = { status, version, possibleAt: from.toISOString() }
  return new DomainError('payment_not_due', { details, values: { hours } })
}

function refused(
  code: ErrorCode,
  { status, version }: LockedTrade,
  keepsWork = false,
  values: Record<string, number> = {},
): DomainError {
  return new DomainError(code, { details: { status, version }, keepsWork, values })
}
