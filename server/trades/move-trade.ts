/**
 * The only function that moves a trade. Lock the trade, then read the clock, apply a deadline that has passed, check the
 * move against the table, append the event, book the escrow, notify both parties.
 */
import { systemCodeOf } from '../../domain/chat.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { DomainError } from '../../domain/errors.ts'
import { TRADE_STATES, WITHDRAWAL_MINUTES_MIN, moveRefusal, statusAfter } from '../../domain/trades.ts'
import type { ActorRole, EscrowState, TradeAction, TradeStatus } from '../../domain/trades.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { refundEscrow, releaseEscrow } from '../escrow/ledger.ts'
import { notifyParties } from './notify-parties.ts'

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
}

type LockedTrade = {
  id: string
  buyerId: string
  sellerId: string
  status: TradeStatus
  version: number
  /** The time by which deadlines are checked, in the database's own precision. */
  at: string
  isLate: boolean
  usedOnce: TradeAction[]
  /** This command has already moved the trade, and its stored answer was purged. */
  isRepeated: boolean
}

/**
 * Makes the move or throws why not: `not_found` for a stranger, `not_your_move` for the counterparty, otherwise a named
 * conflict with the present status. The loser of a race gets the conflict; nothing happens twice.
 */
export async function moveTrade(tx: Tx, move: Move): Promise<void> {
  const trade = await lockTrade(tx, move.tradeId, move.commandKey)
  const role = trade && roleOf(trade, move.actor)
  if (!trade || !role) throw new DomainError('not_found')
  const { deadline } = TRADE_STATES[trade.status]
  if (deadline && trade.isLate && move.action !== deadline.action) {
    const status = await apply(tx, trade, deadline.action, 'system', null, deadline.action)
    throw refused(deadline.refusal, { ...trade, status, version: trade.version + 1 }, true)
  }
  const refusal = moveRefusal(trade, move.action, role)
  if (refusal) throw refused(refusal, trade)
  if (deadline?.action === move.action && !trade.isLate) throw refused('stale_screen', trade)
  if (move.seenStatus !== undefined && move.seenStatus !== trade.status) throw refused('stale_screen', trade)
  if (trade.isRepeated) throw new DomainError('idempotency_key_reused')
  await apply(tx, trade, move.action, role, move.actor === 'system' ? null : move.actor.userId, move.commandKey)
}

async function lockTrade(tx: Tx, tradeId: string, commandKey: string): Promise<LockedTrade | null> {
  const locked = await sql`select from trades where id = ${tradeId} for no key update`.execute(tx)
  if (locked.rows.length === 0) return null
  // A second statement: the clock must be read after the lock was granted.
  const { rows } = await sql<LockedTrade>`
    select t.id, t.buyer_id, t.seller_id, t.status, t.version, state.moment::text as at, state.is_late,
      array(select action from trade_events where trade_id = t.id and once_only) as used_once,
      exists (select from trade_events where trade_id = t.id and command_key = ${commandKey}) as is_repeated
    from trades t join trade_states state on state.trade_id = t.id
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
): Promise<TradeStatus> {
  const to = statusAfter(trade.status, action, role)
  if (!to) throw refused('stale_screen', trade)
  await sql`
    with event as (
      insert into trade_events (trade_id, seq, from_status, to_status, action, actor_role, once_only, actor_id,
        pay_deadline, prev_pay_deadline, payment_window_minutes, at, command_key)
      select t.id, t.version + 1, t.status, rule.to_status, rule.action, rule.actor_role, rule.once_only, ${actorId},
        case rule.action
          when 'extend_payment_window' then t.pay_deadline + make_interval(mins => t.payment_window_minutes)
          when 'withdraw_payment_mark' then ${trade.at}::timestamptz + greatest(
            t.pay_deadline - last.at, make_interval(mins => ${sql.lit(WITHDRAWAL_MINUTES_MIN)}))
          else t.pay_deadline
        end,
        t.pay_deadline, t.payment_window_minutes, ${trade.at}::timestamptz, ${commandKey}
      from trades t join trade_events last on last.trade_id = t.id and last.seq = t.version
        join trade_rules rule on rule.from_status = t.status and rule.action = ${action} and rule.actor_role = ${role}
      where t.id = ${trade.id}
      returning trade_id, seq, to_status, pay_deadline
    )
    update trades set status = event.to_status, version = event.seq, pay_deadline = event.pay_deadline
    from event where trades.id = event.trade_id`.execute(tx)
  await BOOKINGS[TRADE_STATES[to].escrow]?.(tx, trade.id)
  await notifyParties(tx, { ...trade, status: to, version: trade.version + 1 }, systemCodeOf(action, role))
  return to
}

/** The escrow transfer of a move into a status of this escrow state. */
const BOOKINGS: Readonly<Record<EscrowState, ((tx: Tx, tradeId: string) => Promise<void>) | null>> = {
  locked: null,
  released: releaseEscrow,
  refunded: refundEscrow,
}

function refused(code: ErrorCode, { status, version }: LockedTrade, keepsWork = false): DomainError {
  return new DomainError(code, { details: { status, version }, keepsWork })
}
