/** The moves of arbiters. Each is recorded in the audit log. */
import type { Message } from '../../domain/api.ts'
import { isBlank } from '../../domain/clean-text.ts'
import type { DecisionOutcome } from '../../domain/disputes.ts'
import { DomainError, InvalidInput } from '../../domain/errors.ts'
import { formatUsdt, parseUsdt } from '../../domain/money.ts'
import { FIELD_TEXTS } from '../../domain/texts.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { emit } from '../live/emit.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { recordAction } from '../staff/record-action.ts'
import { appendMessage } from '../trades/append-message.ts'
import { assertCaseOf, conflictOf } from './case-queries.ts'
import { lockDispute, moveDispute } from './move-dispute.ts'

/**
 * Takes a case. Refuses with `not_found`, `case_taken`, or `case_conflict` to an arbiter who is a party, traded with a party
 * in the last 90 days, or has had the case before.
 */
export async function takeCase(tx: Tx, viewer: Viewer, tradeId: string, key: string): Promise<void> {
  if (!(await lockDispute(tx, tradeId, ''))) throw new DomainError('not_found')
  const conflict = await conflictOf(tx, viewer.id, tradeId)
  if (conflict) throw new DomainError('case_conflict', { details: { conflict } })
  const auditId = await recordAction(tx, viewer, { action: 'take_dispute', subject: tradeId, reason: null })
  await moveDispute(tx, {
    tradeId,
    actor: { arbiterId: viewer.id, auditId },
    action: 'take',
    commandKey: `${viewer.id}:${key}`,
    async record({ seq }) {
      await sql`
        insert into dispute_assignments (trade_id, arbiter_id, event_seq)
        values (${tradeId}, ${viewer.id}, ${seq})`.execute(tx)
    },
  })
}

export type Decision = { outcome: DecisionOutcome; releasedUsdt?: string | undefined; reason: string }

/** Decides a case that the viewer has taken. A split of nothing or of everything is `split_amount_wrong`. */
export async function decideCase(tx: Tx, viewer: Viewer, tradeId: string, decision: Decision, key: string) {
  await assertCaseOf(tx, viewer.id, tradeId)
  const released = await releasedBy(tx, tradeId, decision)
  const auditId = await recordAction(tx, viewer, { action: 'decide_dispute', subject: tradeId, reason: null })
  await moveDispute(tx, {
    tradeId,
    actor: { arbiterId: viewer.id, auditId },
    action: 'decide',
    commandKey: `${viewer.id}:${key}`,
    async record({ seq, round }) {
      await sql`
        insert into dispute_decisions (trade_id, round, arbiter_id, event_seq, outcome, usdt_micro, released_micro, reason)
        select id, ${round}, ${viewer.id}, ${seq}, ${decision.outcome}, usdt_micro, ${released}, ${decision.reason}
        from trades where id = ${tradeId}`.execute(tx)
    },
  })
}

async function releasedBy(tx: Tx, tradeId: string, { outcome, releasedUsdt }: Decision): Promise<bigint> {
  const { rows } = await sql<{ usdtMicro: bigint }>`select usdt_micro from trades where id = ${tradeId}`.execute(tx)
  const { usdtMicro } = rows[0]!
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
  if (dispute.status === 'closed') throw new DomainError('dispute_closed')
  if (dispute.arbiterId !== viewer.id) throw new DomainError('case_not_yours')
  await recordAction(tx, viewer, { action: 'write_in_dispute', subject: tradeId, reason: null })
  const sender = { id: viewer.id, role: 'arbiter' as const }
  const message = await appendMessage(tx, { tradeId, kind: 'text', sender, text })
  await emit(tx, [dispute.buyerId, dispute.sellerId], 'message', { tradeId, messages: [message] })
  return message
}
