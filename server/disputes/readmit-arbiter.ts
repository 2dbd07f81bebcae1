import { parsePosition, writePosition } from '../../domain/cursors.ts'
import { ARBITERS_LISTED } from '../../domain/disputes/disputes.ts'
import type { DisputeStatus } from '../../domain/disputes/disputes.ts'
import type { WaitingCase } from '../../domain/api/staff/administration.ts'
import { DomainError } from '../../domain/errors.ts'
import { formatUsdt } from '../../domain/money.ts'
import { STAFF_PAGE_SIZE } from '../../domain/staff/staff.ts'
import { paymentReference } from '../../domain/trades/trades.ts'
import { pageOf, timeAt } from '../db/page-of.ts'
import type { Db, DbOrTx, Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Viewer } from '../http/viewer.ts'
import { assertImpartial } from '../staff/assert-impartial.ts'
import { recordAction } from '../staff/record-action.ts'
import { tradedWithParty } from './case-queries.ts'
import { lockDispute } from './move-dispute.ts'

/**
 * Lets an arbiter who had a case take it once more, where no other arbiter can take it: the decision stays an arbiter's.
 * Refuses with `arbiters_left` while another one can, with `arbiter_partial` for one who is a party, traded or was in
 * one team with a party, has not had the case, is the admin, or decided it before while another former arbiter did not; with
 * `already_done` for a case that is taken or closed, or while an arbiter who is readmitted already can take it. The trigger
 * `readmission_is_last_resort` refuses the same.
 */
export async function readmitArbiter(
  tx: Tx,
  viewer: Viewer,
  tradeId: string,
  { arbiterId, reason }: { arbiterId: string; reason: string },
): Promise<void> {
  const dispute = await lockDispute(tx, tradeId, '')
  if (!dispute) throw new DomainError('not_found')
  if (dispute.status === 'closed' || dispute.status === 'decided' || (dispute.arbiterId !== null && !dispute.isLate))
    throw new DomainError('already_done')
  for (const partyId of [dispute.buyerId, dispute.sellerId]) await assertImpartial(tx, viewer.id, partyId)
  const arbiters = (await readArbiters(tx, [tradeId])).filter(({ isPartial }) => !isPartial)
  const former = arbiters.filter(({ hasHad }) => hasHad)
  const chosen = former.find(({ id }) => id === arbiterId)
  if (former.some(({ isReadmitted }) => isReadmitted)) throw new DomainError('already_done')
  if (former.length < arbiters.length) throw new DomainError('arbiters_left')
  const isSecondChoice = chosen?.hasDecided && former.some(({ hasDecided }) => !hasDecided)
  if (!chosen || isSecondChoice || arbiterId === viewer.id) throw new DomainError('arbiter_partial')
  const auditId = await recordAction(tx, viewer, { action: 'readmit_arbiter', subject: tradeId, reason })
  await sql`
    insert into dispute_readmissions (audit_id, trade_id, arbiter_id)
    values (${auditId}, ${tradeId}, ${arbiterId})`.execute(tx)
}

type WaitingRow = {
  tradeId: string
  status: DisputeStatus
  round: number
  openedAt: Date
  lateDecisions: number
  usdtMicro: bigint
  micros: bigint
}

/** Open cases that no arbiter has, those first that were reassigned most often and opened earliest. */
export async function listWaitingCases(
  db: Db,
  cursor: string | undefined,
): Promise<{ cases: WaitingCase[]; nextCursor: string | null }> {
  const position = cursor === undefined ? null : parsePosition(cursor, 2)
  const [late, micros] = position?.numbers ?? []
  const { rows } = await sql<WaitingRow>`
    select d.trade_id, d.status, d.round, d.opened_at, d.late_decisions, t.usdt_micro,
      (extract(epoch from d.opened_at) * 1000000)::bigint as micros
    from disputes d join trades t on t.id = d.trade_id
    where d.arbiter_id is null and d.status in ('statements', 'deciding')
      and ${
        position === null
          ? sql`true`
          : sql`(-d.late_decisions, d.opened_at, d.trade_id) > (-(${late}::bigint), ${timeAt(micros)}, ${position.id}::uuid)`
      }
    order by -d.late_decisions, d.opened_at, d.trade_id limit ${sql.lit(STAFF_PAGE_SIZE + 1)}`.execute(db)
  const { page, nextCursor } = pageOf(rows, STAFF_PAGE_SIZE, (last) =>
    writePosition([last.lateDecisions, last.micros], last.tradeId),
  )
  const arbiters = await readArbiters(
    db,
    page.map((row) => row.tradeId),
  )
  return { cases: page.map((row) => toWaiting(row, arbiters)), nextCursor }
}

function toWaiting(row: WaitingRow, all: ArbiterRow[]): WaitingCase {
  const arbiters = all.filter(({ tradeId, isPartial }) => tradeId === row.tradeId && !isPartial)
  const former = arbiters.filter(({ hasHad }) => hasHad)
  const isLastResort = arbiters.length === former.length
  return {
    tradeId: row.tradeId,
    reference: paymentReference(row.tradeId),
    status: row.status,
    round: row.round,
    openedAt: row.openedAt.toISOString(),
    lateDecisions: row.lateDecisions,
    amountUsdt: formatUsdt(row.usdtMicro),
    arbitersLeft: arbiters.length - former.length + former.filter(({ isReadmitted }) => isReadmitted).length,
    candidates:
      isLastResort && !former.some(({ isReadmitted }) => isReadmitted)
        ? former
            .filter(({ hasDecided }) => !hasDecided || former.every((each) => each.hasDecided))
            .slice(0, ARBITERS_LISTED)
            .map(({ id, username }) => ({ id, username }))
        : [],
  }
}

type ArbiterRow = {
  tradeId: string
  id: string
  username: string
  isPartial: boolean
  hasHad: boolean
  hasDecided: boolean
  isReadmitted: boolean
}

/** Every arbiter with what decides whether they can take each of these cases. */
async function readArbiters(db: DbOrTx, tradeIds: string[]): Promise<ArbiterRow[]> {
  const { rows } = await sql<ArbiterRow>`
    select d.trade_id, u.id, u.username,
      u.id in (d.buyer_id, d.seller_id) or ${tradedWithParty(sql`u.id`)}
        or teamed_lately(u.id, d.buyer_id, d.seller_id) as is_partial,
      exists (select from dispute_assignments where trade_id = d.trade_id and arbiter_id = u.id) as has_had,
      exists (select from dispute_decisions where trade_id = d.trade_id and arbiter_id = u.id) as has_decided,
      exists (select from dispute_readmissions
        where trade_id = d.trade_id and arbiter_id = u.id and event_seq is null) as is_readmitted
    from disputes d, staff_members m join users u on u.id = m.user_id
    where d.trade_id = any(${tradeIds}::uuid[]) and m.role = 'arbiter'
    order by u.username`.execute(db)
  return rows
}
