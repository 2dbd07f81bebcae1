import { DISPUTE_REASONS, openingReasons } from '../../domain/disputes/disputes.ts'
import type { DisputeReason } from '../../domain/disputes/disputes.ts'
import { DomainError, InvalidInput } from '../../domain/errors.ts'
import { LIMITS } from '../../domain/limits.ts'
import { shortId } from '../../domain/trades/trades.ts'
import type { TradeStatus } from '../../domain/trades/trades.ts'
import { FIELD_TEXTS } from '../../domain/texts.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { submitProof } from '../trades/evidence/add-file.ts'
import { moveTrade } from '../trades/move-trade.ts'
import { announceAfter } from '../trades/notify-parties.ts'
import type { PartyCall } from '../trades/moves.ts'
import { partyOf } from '../trades/queries.ts'
import { submitStatement } from './party-moves.ts'

type Opening = { seenStatus: TradeStatus; statement: string }

/**
 * Opens a dispute about a paid trade, with the opener's statement. A reason of the other party is `invalid_input` on
 * `reason`; a user who has opened too many today gets `disputes_limit`; one without a completed trade whose last dispute is
 * open gets `dispute_waits`, with that trade; otherwise as in `moveTrade`.
 */
export async function openDispute(
  tx: Tx,
  call: PartyCall,
  { reason, ...opening }: Opening & { reason: DisputeReason },
): Promise<void> {
  const { role } = await partyOf(tx, call.tradeId, call.userId)
  if (!openingReasons(role).includes(reason)) throw new InvalidInput({ reason: FIELD_TEXTS.wrong })
  await open(tx, call, reason, opening)
}

/** Buyer: the held refund of a trade that was already paid becomes a dispute. Refuses with `proof_unknown` as `submitProof` does. */
export async function objectToRefund(
  tx: Tx,
  call: PartyCall,
  { proofId, ...opening }: Opening & { proofId: string },
): Promise<void> {
  await open(tx, call, 'paid_before_cancellation', opening)
  await submitProof(tx, { tradeId: call.tradeId, userId: call.userId, fileId: proofId })
}

async function open(
  tx: Tx,
  { tradeId, userId, key }: PartyCall,
  reason: DisputeReason,
  { seenStatus, statement }: Opening,
): Promise<void> {
  const commandKey = `${userId}:${key}`
  const action = DISPUTE_REASONS[reason].move
  await assertWithinLimit(tx, userId)
  const alongside = action === 'open_dispute' ? () => assertNoneBefore(tx, userId) : undefined
  const actor = { userId }
  await announceAfter(tx, async () => {
    await moveTrade(tx, { tradeId, actor, action, seenStatus, commandKey, disputeReason: reason, alongside })
    await submitStatement(tx, { tradeId, userId, key: `${key}:statement` }, statement)
  })
}

/** The constraint disputes_of_opener_within_limit refuses the same. A statement after the lock sees what earlier calls have committed. */
async function assertWithinLimit(tx: Tx, userId: string): Promise<void> {
  await sql`select from count_alone('disputes', ${userId})`.execute(tx)
  const { rows } = await sql<{ opened: number }>`
    select count(*)::int as opened from disputes
    where opener_id = ${userId} and opened_at > clock_timestamp() - interval '1 day'`.execute(tx)
  const limit = LIMITS.disputes_per_day
  if ((rows[0]?.opened ?? 0) >= limit) throw new DomainError('disputes_limit', { values: { limit } })
}

/** The constraint disputes_of_new_opener_one_at_a_time refuses the same. The lock of `assertWithinLimit` is held. */
async function assertNoneBefore(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql<{ tradeId: string | null }>`select dispute_before(${userId}) as trade_id`.execute(tx)
  const tradeId = rows[0]?.tradeId
  if (!tradeId) return
  const values = { trade: shortId(tradeId) }
  throw new DomainError('dispute_waits', { values, details: { tradeId } })
}
