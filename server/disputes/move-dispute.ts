/**
 * The only function that moves a dispute, as `moveTrade` moves a trade: lock the trade, then read the clock, apply the
 * deadlines that have passed, check the move against the table, append the event, notify the parties, carry out what is due.
 */
import { disputeCodeOf } from '../../domain/chat/chat.ts'
import {
  OUTCOME_MOVES,
  DISPUTE_LATE_ACTIONS,
  DISPUTE_STATUS_HOURS,
  DISPUTE_ROUNDS,
  disputeRefusal,
  disputeStatusAfter,
  isDueEarly,
} from '../../domain/disputes/disputes.ts'
import type { DisputeAction, DisputeProgress, DisputeOutcome, DisputeRole } from '../../domain/disputes/disputes.ts'
import type { ErrorCode } from '../../domain/errors.ts'
import { DomainError } from '../../domain/errors.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import type { StaffAction } from '../../domain/staff/staff.ts'
import type { TradeStatus } from '../../domain/trades/trades.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Viewer } from '../http/viewer.ts'
import { recordAction } from '../staff/record-action.ts'
import { moveTrade } from '../trades/move-trade.ts'
import { announceAfter, notifyParties } from '../trades/notify-parties.ts'

/** A party or an arbiter, known by the session, or the system. */
export type DisputeActor = { userId: string } | { arbiter: Viewer } | 'system'

export type DisputeMove = {
  tradeId: string
  actor: DisputeActor
  action: DisputeAction
  /** A command moves a dispute once, even after its stored answer was purged. */
  commandKey: string
  /** Refuses what the table of moves cannot know, after everything else. */
  assert?: (dispute: LockedDispute) => Promise<void>
  /** Writes what belongs to the move (a statement, a decision, an assignment) under the number of its event. */
  record?: (event: { seq: number; round: number; role: DisputeRole }) => Promise<void>
}

export type LockedDispute = DisputeProgress & {
  tradeId: string
  tradeStatus: TradeStatus
  tradeVersion: number
  paymentMethod: PaymentMethod
  buyerId: string
  sellerId: string
  version: number
  arbiterId: string | null
  releasedMicro: bigint | null
  at: string
  /** The clock of the deadlines, which stands still in an outage. */
  clock: string
  isLate: boolean
  isRepeated: boolean
}

/**
 * Makes the move or throws why not: `not_found` for a stranger and for a trade without a dispute, otherwise a named conflict. The
 * loser of a race gets the conflict; nothing happens twice.
 */
export function moveDispute(tx: Tx, move: DisputeMove): Promise<void> {
  return announceAfter(tx, () => moveInTurn(tx, move))
}

async function moveInTurn(tx: Tx, move: DisputeMove): Promise<void> {
  const dispute = await lockDispute(tx, move.tradeId, move.commandKey)
  const role = dispute && roleOf(dispute, move.actor)
  if (!dispute || !role) throw new DomainError('not_found')
  const lateAction = DISPUTE_LATE_ACTIONS[dispute.status]
  if (dispute.isLate && lateAction && lateAction !== move.action) {
    await apply(tx, dispute, {
      action: lateAction,
      role: 'system',
      actor: 'system',
      commandKey: keyOf(dispute, lateAction),
    })
    // The deadline's move may have made this one impossible, or left it as it was.
    return moveDisputeLate(tx, move)
  }
  const refusal = dispute.isRepeated ? 'idempotency_key_reused' : disputeRefusal(dispute, move.action, role)
  if (refusal) throw refused(refusal, dispute)
  if (role === 'arbiter' && move.action === 'decide' && !isAssigned(dispute, move.actor)) {
    throw refused('case_not_yours', dispute)
  }
  await move.assert?.(dispute)
  await apply(tx, dispute, { ...move, role })
}

/** Makes the system's move of a dispute whose deadline has passed. Errors: a conflict where none is due. */
export async function moveLateDispute(tx: Tx, tradeId: string): Promise<void> {
  const dispute = await lockDispute(tx, tradeId, '')
  const action = dispute && dispute.isLate && DISPUTE_LATE_ACTIONS[dispute.status]
  if (!dispute || !action) throw new DomainError('stale_screen')
  await announceAfter(tx, () =>
    apply(tx, dispute, { action, role: 'system', actor: 'system', commandKey: keyOf(dispute, action) }),
  )
}

/** The move after the system's: if it is refused now, what the system did is kept. */
async function moveDisputeLate(tx: Tx, move: DisputeMove): Promise<void> {
  try {
    await moveInTurn(tx, move)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { code, field, values, details } = error
    throw new DomainError(code, {
      keepsWork: true,
      ...(field !== undefined && { field }),
      ...(values && { values }),
      ...(details && { details }),
    })
  }
}

export async function lockDispute(tx: Tx, tradeId: string, commandKey: string): Promise<LockedDispute | null> {
  await sql`select from trades where id = ${tradeId} for no key update`.execute(tx)
  // A second statement: the clock must be read after the lock was granted.
  const { rows } = await sql<LockedDispute>`
    select d.trade_id, t.status as trade_status, t.version as trade_version, t.payment_method, d.buyer_id, d.seller_id, d.version,
      d.status, d.round, d.arbiter_id, d.arbiter_id is not null as is_taken, statement_timestamp()::text as at,
      clock.moment::text as clock, clock.moment > d.deadline as is_late, decision.outcome as decision, decision.released_micro,
      array(select party_role from dispute_statements where trade_id = d.trade_id and round = d.round) as stated,
      array(select actor_role from dispute_events where trade_id = d.trade_id and round = d.round and action = 'accept')
        as accepted,
      exists (select from dispute_events where trade_id = d.trade_id and command_key = ${commandKey}) as is_repeated
    from disputes d join trades t on t.id = d.trade_id
      cross join deadline_clock(statement_timestamp()) as clock(moment)
      left join dispute_decisions decision on decision.trade_id = d.trade_id and decision.round = d.round
    where d.trade_id = ${tradeId}`.execute(tx)
  return rows[0] ?? null
}

function roleOf(dispute: LockedDispute, actor: DisputeActor): DisputeRole | null {
  if (actor === 'system') return 'system'
  if ('arbiter' in actor) return 'arbiter'
  if (actor.userId === dispute.buyerId) return 'buyer'
  return actor.userId === dispute.sellerId ? 'seller' : null
}

function isAssigned({ arbiterId }: LockedDispute, actor: DisputeActor): boolean {
  return actor !== 'system' && 'arbiter' in actor && actor.arbiter.id === arbiterId
}

type Made = Pick<DisputeMove, 'action' | 'actor' | 'commandKey' | 'record'> & { role: DisputeRole }

async function apply(tx: Tx, dispute: LockedDispute, move: Made): Promise<void> {
  const { action, role, actor, commandKey, record } = move
  const to = disputeStatusAfter(dispute.status, action, role)
  if (!to) throw refused('stale_screen', dispute)
  const round = action === 'appeal' ? dispute.round + 1 : dispute.round
  const outcome = outcomeOf(dispute, action, role)
  const deadline = deadlineAfter(dispute, action, to, round)
  const actorId = actor === 'system' ? null : 'arbiter' in actor ? actor.arbiter.id : actor.userId
  const auditId = await recordArbiterMove(tx, dispute.tradeId, move)
  const arbiterId =
    action === 'take' ? actorId : action === 'reassign' || action === 'appeal' ? null : dispute.arbiterId
  const seq = dispute.version + 1
  await sql`
    with event as (
      insert into dispute_events (trade_id, seq, from_status, to_status, action, actor_role, actor_id, round, prev_round,
        deadline, prev_deadline, audit_id, at, command_key)
      select d.trade_id, ${seq}, d.status, ${to}, ${action}, ${role}, ${actorId}, ${round}, d.round,
        ${deadline}, d.deadline, ${auditId}, ${dispute.at}::timestamptz, ${commandKey}
      from disputes d where d.trade_id = ${dispute.tradeId}
      returning trade_id, deadline
    )
    update disputes d set status = ${to}, version = ${seq}, round = ${round}, arbiter_id = ${arbiterId},
      deadline = event.deadline, outcome = ${outcome},
      late_decisions = d.late_decisions + ${sql.lit(action === 'reassign' ? 1 : 0)}
    from event where d.trade_id = event.trade_id`.execute(tx)
  await record?.({ seq, round, role })
  const code = disputeCodeOf(action, role, round)
  const { tradeId: id, buyerId, sellerId, tradeStatus: status, tradeVersion: version } = dispute
  if (code) await notifyParties(tx, { id, buyerId, sellerId, status, version }, code)
  if (outcome) await endTrade(tx, dispute, outcome, move)
  else await carryOnWhereDue(tx, dispute.tradeId)
}

const AUDIT_ACTIONS: Partial<Record<DisputeAction, StaffAction>> = { take: 'take_dispute', decide: 'decide_dispute' }

/** An arbiter's move that is refused leaves no record. */
async function recordArbiterMove(tx: Tx, tradeId: string, { action, actor }: Made): Promise<bigint | null> {
  const recorded = AUDIT_ACTIONS[action]
  if (actor === 'system' || !('arbiter' in actor) || !recorded) return null
  return recordAction(tx, actor.arbiter, { action: recorded, subject: tradeId, reason: null })
}

function outcomeOf(dispute: LockedDispute, action: DisputeAction, role: DisputeRole): DisputeOutcome | null {
  if (action === 'confirm_receipt') return 'seller_confirmed'
  if (action === 'concede') return role === 'seller' ? 'seller_conceded' : 'buyer_conceded'
  return action === 'execute' ? dispute.decision : null
}

/** Opening, closing the statements, a decision and an appeal begin a new deadline; a final decision is carried out without waiting. */
function deadlineAfter(dispute: LockedDispute, action: DisputeAction, to: DisputeProgress['status'], round: number) {
  const hours = DISPUTE_STATUS_HOURS[to]
  if (hours === null) return sql`'infinity'::timestamptz`
  if (action === 'state' || action === 'take' || action === 'accept') return sql`d.deadline`
  const lasting = action === 'decide' && round === DISPUTE_ROUNDS ? 0 : hours
  return sql`${dispute.clock}::timestamptz + make_interval(hours => ${sql.lit(lasting)})`
}

async function endTrade(tx: Tx, dispute: LockedDispute, outcome: DisputeOutcome, { actor, commandKey }: Made) {
  const { tradeId, releasedMicro } = dispute
  const action = OUTCOME_MOVES[outcome]
  if (action === 'concede' || action === 'confirm_receipt') {
    if (actor === 'system' || 'arbiter' in actor) throw new Error('a party concedes or confirms')
    await moveTrade(tx, { tradeId, actor, action, commandKey })
  } else {
    await moveTrade(tx, {
      tradeId,
      actor: 'system',
      action,
      commandKey: action,
      ...(releasedMicro !== null && { releasedMicro }),
    })
  }
}

/** Where both statements are in, or the decision is final or accepted, the system's move does not wait for the deadline. */
async function carryOnWhereDue(tx: Tx, tradeId: string): Promise<void> {
  const dispute = await lockDispute(tx, tradeId, '')
  const action = dispute && isDueEarly(dispute) && DISPUTE_LATE_ACTIONS[dispute.status]
  if (!dispute || !action) return
  await apply(tx, dispute, { action, role: 'system', actor: 'system', commandKey: keyOf(dispute, action) })
}

/** The system makes a move once in each version of the case. */
function keyOf(dispute: LockedDispute, action: DisputeAction): string {
  return `${action}:${dispute.version}`
}

function refused(code: ErrorCode, { status, version }: LockedDispute): DomainError {
  return new DomainError(code, { details: { disputeStatus: status, disputeVersion: version } })
}
