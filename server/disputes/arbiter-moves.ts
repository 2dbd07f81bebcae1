/** The moves of arbiters. Each is recorded in the audit log. */
import type { Message } from '../../domain/api/chat/chat.ts'
import { isBlank } from '../../domain/reading/characters.ts'
import { ARBITER_CONFLICT_DAYS } from '../../domain/disputes/disputes.ts'
import type { DecisionOutcome } from '../../domain/disputes/disputes.ts'
import { BOND_TEXTS } from '../../domain/trades/bonds.ts'
import type { BondOutcome } from '../../domain/trades/bonds.ts'
import { DomainError, InvalidInput } from '../../domain/errors.ts'
import { formatUsdt, parseUsdt } from '../../domain/money.ts'
import { FIELD_TEXTS } from '../../domain/texts.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { notifyOfMessage } from '../chat/notify-of-message.ts'
import { emit } from '../notifications/live/emit.ts'
import type { Viewer } from '../http/viewer.ts'
import { recordAction } from '../staff/record-action.ts'
import { appendMessage } from '../trades/append-message.ts'
import { assertCaseOf, conflictOf } from './case-queries.ts'
import { lockDispute, moveDispute } from './move-dispute.ts'

/** `key` is the Idempotency-Key. */
type CaseCall = { tradeId: string; key: string }

/**
 * Takes a case. Refuses with `not_found`, `case_taken`, or `case_conflict` to an arbiter who is a party, traded with a party
 * in the last 90 days, or has had the case before, unless an admin readmitted them.
 */
export async function takeCase(tx: Tx, viewer: Viewer, { tradeId, key }: CaseCall): Promise<void> {
  await moveDispute(tx, {
    tradeId,
    actor: { arbiter: viewer },
    action: 'take',
    commandKey: `${viewer.id}:${key}`,
    assert: () => assertImpartial(tx, viewer, tradeId),
    async record({ seq }) {
      const { rows } = await sql`
        update dispute_readmissions set event_seq = ${seq}
        where trade_id = ${tradeId} and arbiter_id = ${viewer.id} and event_seq is null returning audit_id`.execute(tx)
      if (rows.length > 0) return
      await sql`
        insert into dispute_assignments (trade_id, arbiter_id, event_seq)
        values (${tradeId}, ${viewer.id}, ${seq})`.execute(tx)
    },
  })
}

export type Decision = {
  outcome: DecisionOutcome
  releasedUsdt?: string | undefined
  /** Of a refund, where the buyer locked a bond: what becomes of it. */
  bond?: BondOutcome | undefined
  reason: string
}

/**
 * Decides a case that the viewer has taken. A split of nothing or of everything is `split_amount_wrong`; `invalid_input` on `bond` where
 * a refund does not say what becomes of the buyer's bond, or another decision or one without a bond does; an arbiter who has traded with a party since taking the case gets
 * `case_conflict`.
 */
export async function decideCase(tx: Tx, viewer: Viewer, { tradeId, key }: CaseCall, decision: Decision) {
  await assertCaseOf(tx, viewer.id, tradeId)
  const { releasedMicro, bondOutcome } = await readDecision(tx, tradeId, decision)
  await moveDispute(tx, {
    tradeId,
    actor: { arbiter: viewer },
    action: 'decide',
    commandKey: `${viewer.id}:${key}`,
    assert: () => assertImpartial(tx, viewer, tradeId),
    async record({ seq, round }) {
      await sql`
        insert into dispute_decisions (trade_id, round, arbiter_id, event_seq, outcome, usdt_micro, released_micro, bond_outcome, reason)
        select id, ${round}, ${viewer.id}, ${seq}, ${decision.outcome}, usdt_micro, ${releasedMicro}, ${bondOutcome}, ${decision.reason}
        from trades where id = ${tradeId}`.execute(tx)
    },
  })
}

async function assertImpartial(tx: Tx, { id }: Viewer, tradeId: string): Promise<void> {
  const conflict = await conflictOf(tx, id, tradeId)
  if (conflict)
    throw new DomainError('case_conflict', { details: { conflict }, values: { days: ARBITER_CONFLICT_DAYS } })
}

/** The decision in micro USDT, and what becomes of the buyer's bond. */
async function readDecision(tx: Tx, tradeId: string, decision: Decision) {
  const { rows } = await sql<{ usdtMicro: bigint; bondMicro: bigint }>`
    select usdt_micro, bond_micro from trades where id = ${tradeId}`.execute(tx)
  const { usdtMicro, bondMicro } = rows[0]!
  const { bond = null } = decision
  const isAsked = decision.outcome === 'refund' && bondMicro > 0n
  if (isAsked !== (bond !== null)) throw new InvalidInput({ bond: isAsked ? BOND_TEXTS.missing : FIELD_TEXTS.wrong })
  return { releasedMicro: releasedBy(decision, usdtMicro), bondOutcome: bond }
}

function releasedBy({ outcome, releasedUsdt }: Decision, usdtMicro: bigint): bigint {
  if (outcome === 'release') return usdtMicro
  if (outcome === 'refund') return 0n
  const released = parseUsdt(releasedUsdt ?? '')
  if (released === null || released <= 0n || released >= usdtMicro) {
    throw new DomainError('split_amount_wrong', {
      field: 'releasedUsdt',
      values: { amountUsdt: formatUsdt(usdtMicro) },
    })
  }
  return released
}

/** Writes in the chat of the viewer's open case. */
export async function sendCaseMessage(tx: Tx, viewer: Viewer, tradeId: string, text: string): Promise<Message> {
  if (isBlank(text)) throw new InvalidInput({ text: FIELD_TEXTS.messageEmpty })
  const dispute = await lockDispute(tx, tradeId, '')
  if (!dispute) throw new DomainError('not_found')
  const isOver = dispute.status === 'closed' || (dispute.status === 'decided' && dispute.isLate)
  if (isOver) throw new DomainError('dispute_closed')
  await assertCaseOf(tx, viewer.id, tradeId)
  await recordAction(tx, viewer, { action: 'write_in_dispute', subject: tradeId, reason: null })
  const sender = { id: viewer.id, role: 'arbiter' as const }
  const message = await appendMessage(tx, { tradeId, kind: 'text', sender, text })
  const parties = [dispute.buyerId, dispute.sellerId]
  const notices = await notifyOfMessage(tx, parties, message)
  await emit(tx, parties, { kind: 'message', data: { tradeId, messages: [message] }, notices })
  return message
}
