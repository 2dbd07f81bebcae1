/**
 * The one way a trade moves. Lock the trade, then read the clock, apply a deadline that has passed, judge the
 * move by the table, append the event, move the money, tell both sides (design: one lock, one rule).
 */
import { systemCodeOf } from '../../domain/chat.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { DomainError } from '../../domain/errors.ts'
import { TAKE_BACK_MINUTES_MIN, moveRefusal, statusAfter } from '../../domain/trades.ts'
import type { ActorRole, TradeAction, TradeStatus } from '../../domain/trades.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { refundEscrow, releaseEscrow } from '../escrow/ledger.ts'
import { announce } from './announce.ts'

/** A person, known by the session, or the product itself. */
export type Actor = { userId: string } | 'system'

export type Move = {
  tradeId: string
  actor: Actor
  action: TradeAction
  /** The status on the person's screen; a screen that is behind gets `stale_screen`. */
  seenStatus?: TradeStatus
  /** One command acts once on a trade, also after its stored answer is gone. */
  commandKey: string
}

type LockedTrade = {
  id: string
  buyerId: string
  sellerId: string
  status: TradeStatus
  version: number
  /** The moment the move is judged by, in the database's own precision. */
  at: string
  isLate: boolean
  usedOnce: TradeAction[]
  /** This very command has acted here before, and its stored answer is gone. */
  isRepeated: boolean
}

/**
 * Makes the move or throws why not: `not_found` for a stranger, `not_your_move` for the other side, a named
 * conflict with the present status otherwise. Who loses a race gets the conflict; nothing happens twice.
 */
export async function moveTrade(tx: Tx, move: Move): Promise<void> {
  const trade = await lockTrade(tx, move.tradeId, move.commandKey)
  const role = trade && roleOf(trade, move.actor)
  if (!trade || !role) throw new DomainError('not_found')
  if (trade.isLate && move.action !== 'expire') {
    await apply(tx, trade, 'expire', 'system', null, 'expire')
    throw refused('payment_window_passed', { ...trade, status: 'cancelled', version: trade.version + 1 }, true)
  }
  const refusal = moveRefusal(trade, move.action, role)
  if (refusal) throw refused(refusal, trade)
  if (move.action === 'expire' && !trade.isLate) throw refused('stale_screen', trade)
  if (move.seenStatus !== undefined && move.seenStatus !== trade.status) throw refused('stale_screen', trade)
  if (trade.isRepeated) throw new DomainError('idempotency_key_reused')
  await apply(tx, trade, move.action, role, move.actor === 'system' ? null : move.actor.userId, move.commandKey)
}

async function lockTrade(tx: Tx, tradeId: string, commandKey: string): Promise<LockedTrade | null> {
  const locked = await sql`select from trades where id = ${tradeId} for no key update`.execute(tx)
  if (locked.rows.length === 0) return null
  // A second statement: the clock must be read after the lock was granted.
  const { rows } = await sql<LockedTrade>`
    select t.id, t.buyer_id, t.seller_id, t.status, t.version, moment::text as at,
      t.status = 'awaiting_payment' and moment > t.pay_deadline as is_late,
      array(select action from trade_events where trade_id = t.id and action in ('give_time', 'take_back_paid')) as used_once,
      exists (select from trade_events where trade_id = t.id and command_key = ${commandKey}) as is_repeated
    from trades t, clock_timestamp() as moment
    where t.id = ${tradeId}`.execute(tx)
  return rows[0] ?? null
}

function roleOf(trade: LockedTrade, actor: Actor): ActorRole | null {
  if (actor === 'system') return 'system'
  if (actor.userId === trade.buyerId) return 'buyer'
  return actor.userId === trade.sellerId ? 'seller' : null
}

async function apply(
  tx: Tx,
  trade: LockedTrade,
  action: TradeAction,
  role: ActorRole,
  actorId: string | null,
  commandKey: string,
): Promise<void> {
  const to = statusAfter(trade.status, action, role)
  if (!to) throw refused('stale_screen', trade)
  await sql`
    with event as (
      insert into trade_events (trade_id, seq, from_status, to_status, action, actor_role, actor_id,
        pay_deadline, prev_pay_deadline, payment_window_minutes, at, command_key)
      select t.id, t.version + 1, t.status, ${to}, ${action}, ${role}, ${actorId},
        case ${action}::text
          when 'give_time' then t.pay_deadline + make_interval(mins => t.payment_window_minutes)
          when 'take_back_paid' then ${trade.at}::timestamptz + greatest(
            t.pay_deadline - last.at, make_interval(mins => ${sql.lit(TAKE_BACK_MINUTES_MIN)}))
          else t.pay_deadline
        end,
        t.pay_deadline, t.payment_window_minutes, ${trade.at}::timestamptz, ${commandKey}
      from trades t join trade_events last on last.trade_id = t.id and last.seq = t.version
      where t.id = ${trade.id}
      returning trade_id, seq, to_status, pay_deadline
    )
    update trades set status = event.to_status, version = event.seq, pay_deadline = event.pay_deadline
    from event where trades.id = event.trade_id`.execute(tx)
  if (to === 'completed') await releaseEscrow(tx, trade.id)
  if (to === 'cancelled') await refundEscrow(tx, trade.id)
  await announce(tx, { ...trade, status: to, version: trade.version + 1 }, systemCodeOf(action, role))
}

function refused(code: ErrorCode, { status, version }: LockedTrade, keepsWork = false): DomainError {
  return new DomainError(code, { details: { status, version }, keepsWork })
}
