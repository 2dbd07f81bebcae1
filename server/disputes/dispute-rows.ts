/** What the parties and the arbiter see of a case alike. */
import type { RawBuilder } from 'kysely'
import type { BondOutcome } from '../../domain/trades/bonds.ts'
import type { Dispute } from '../../domain/api/disputes/disputes.ts'
import {
  DISPUTE_EVENTS_LISTED,
  DISPUTE_LATE_ACTIONS,
  DISPUTE_STATUS_HOURS,
  disputeStatusAfter,
  disputeTurn,
  divideEscrow,
} from '../../domain/disputes/disputes.ts'
import type {
  DecisionOutcome,
  DisputeProgress,
  DisputeOutcome,
  DisputeReason,
  DisputeRole,
} from '../../domain/disputes/disputes.ts'
import type { DisputeAction } from '../../domain/disputes/disputes.ts'
import { formatUsdt } from '../../domain/money.ts'
import { takerRole } from '../../domain/offers/offers.ts'
import type { OfferType } from '../../domain/offers/offers.ts'
import type { PartyRole } from '../../domain/trades/trades.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

const HOUR_MS = 3_600_000

/** The columns of `selectCaseFields`. */
export type CaseRow = DisputeProgress & {
  tradeId: string
  version: number
  arbiterId: string | null
  reason: DisputeReason
  openedBy: PartyRole | 'system'
  openedAt: Date
  deadline: Date | null
  lateDecisions: number
  outcome: DisputeOutcome | null
  isLate: boolean
  now: Date
  /** The clock of the deadlines, which stands still in an outage. */
  clock: Date
}

export const selectCaseFields = sql`
  d.trade_id, d.version, d.status, d.round, d.arbiter_id, d.arbiter_id is not null as is_taken, d.reason, d.opened_by,
  d.opened_at, nullif(d.deadline, 'infinity') as deadline, d.late_decisions, d.outcome,
  (select deadline_clock(statement_timestamp())) > d.deadline as is_late, statement_timestamp() as now,
  (select deadline_clock(statement_timestamp())) as clock,
  (select x.outcome from dispute_decisions x where x.trade_id = d.trade_id and x.round = d.round) as decision,
  array(select s.party_role from dispute_statements s where s.trade_id = d.trade_id and s.round = d.round) as stated,
  array(select e.actor_role from dispute_events e
    where e.trade_id = d.trade_id and e.round = d.round and e.action = 'accept') as accepted`

/** The case by the clock: past its deadline it reads as the system's move leaves it, even before the worker makes that move. */
export function presentCase(row: CaseRow): CaseRow {
  const action = row.isLate ? DISPUTE_LATE_ACTIONS[row.status] : null
  const status = action && disputeStatusAfter(row.status, action, 'system')
  if (!status) return row
  const hours = DISPUTE_STATUS_HOURS[status]
  const reassigned = action === 'reassign'
  return {
    ...row,
    status,
    deadline: hours === null || !row.deadline ? null : new Date(row.deadline.getTime() + hours * HOUR_MS),
    outcome: status === 'closed' ? row.decision : row.outcome,
    lateDecisions: row.lateDecisions + Number(reassigned),
    ...(reassigned && { isTaken: false, arbiterId: null }),
  }
}

export function toCaseFields(row: CaseRow) {
  return {
    tradeId: row.tradeId,
    version: row.version,
    status: row.status,
    round: row.round,
    reason: row.reason,
    openedBy: row.openedBy,
    openedAt: row.openedAt.toISOString(),
    deadline: row.deadline?.toISOString() ?? null,
    turn: [...disputeTurn(row)],
    lateDecisions: row.lateDecisions,
    outcome: row.outcome,
    now: row.now.toISOString(),
    stoppedAt: stoppedAt(row),
  }
}

/** Since when an outage stops the deadlines; null while they run. */
export function stoppedAt({ now, clock }: { now: Date; clock: Date }): string | null {
  return clock < now ? clock.toISOString() : null
}

/** Statements, decisions and moves of a case, oldest first. */
export async function readHistory(
  db: DbOrTx,
  tradeId: string,
): Promise<Pick<Dispute, 'statements' | 'decisions' | 'events'>> {
  const statements = await sql<{ round: number; by: PartyRole; body: string; at: Date }>`
    select s.round, s.party_role as by, s.body, e.at
    from dispute_statements s join dispute_events e on e.trade_id = s.trade_id and e.seq = s.event_seq
    where s.trade_id = ${tradeId} order by e.seq`.execute(db)
  const decisions = await readDecisions(db, sql`x.trade_id = ${tradeId}`)
  const events = await sql<{ action: DisputeAction; by: DisputeRole; round: number; at: Date }>`
    select action, actor_role as by, round, at from dispute_events
    where trade_id = ${tradeId} order by seq limit ${sql.lit(DISPUTE_EVENTS_LISTED)}`.execute(db)
  return {
    statements: statements.rows.map(({ body: text, ...row }) => ({ ...withMoment(row), text })),
    decisions,
    events: events.rows.map(withMoment),
  }
}

/** The decisions `x` of which this is true, oldest first. */
export async function readDecisions(db: DbOrTx, which: RawBuilder<unknown>): Promise<Dispute['decisions']> {
  const { rows } = await sql<DecisionRow>`
    select x.round, x.outcome, x.released_micro, case when t.bond_micro > 0 then coalesce(x.bond_outcome, 'returned') end as bond, x.reason, e.at, t.usdt_micro, t.seller_locks_micro, t.offer_type
    from dispute_decisions x join trades t on t.id = x.trade_id
      join dispute_events e on e.trade_id = x.trade_id and e.seq = x.event_seq
    where ${which} order by x.round`.execute(db)
  return rows.map(toDecision)
}

type DecisionRow = {
  round: number
  outcome: DecisionOutcome
  releasedMicro: bigint
  bond: BondOutcome | null
  reason: string
  at: Date
  usdtMicro: bigint
  sellerLocksMicro: bigint
  offerType: OfferType
}

function toDecision(row: DecisionRow): Dispute['decisions'][number] {
  const { toBuyer, fee, toSeller } = divideEscrow(
    { usdtMicro: row.usdtMicro, lockedMicro: row.sellerLocksMicro, taker: takerRole(row.offerType) },
    row.releasedMicro,
  )
  return {
    round: row.round,
    outcome: row.outcome,
    released: formatUsdt(row.releasedMicro),
    toBuyer: formatUsdt(toBuyer),
    fee: formatUsdt(fee),
    toSeller: formatUsdt(toSeller),
    bond: row.bond,
    reason: row.reason,
    at: row.at.toISOString(),
  }
}

function withMoment<T extends { at: Date }>(row: T): Omit<T, 'at'> & { at: string } {
  return { ...row, at: row.at.toISOString() }
}
