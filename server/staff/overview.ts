import type { Overview, WaitingCounts } from '../../domain/api/staff/administration.ts'
import { UNREAD_CAP } from '../../domain/limits.ts'
import { formatUsdt } from '../../domain/money.ts'
import { VIOLATIONS_LISTED } from '../../domain/staff/staff.ts'
import { TRADE_STATUSES } from '../../domain/trades/trades.ts'
import type { TradeStatus } from '../../domain/trades/trades.ts'
import { openStatuses } from '../db/open-statuses.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { asSystem } from '../db/scope.ts'
import { cached } from '../http/cached.ts'

const FRESH_MS = 30_000

const UNANSWERED_MESSAGES = sql`from contact_messages where answer_id is null`
const OPEN_REPORTS = sql`from reports where closing_id is null`
/** Cases that wait for an arbiter. */
export const UNASSIGNED_CASES = sql`from disputes where status in ('statements', 'deciding') and arbiter_id is null`

/** Since when such a case has had no arbiter: its opening, or the first event after the last arbiter's taking that took it away. */
export const UNASSIGNED_SINCE = sql`(
  select min(e.at) from dispute_events e where e.trade_id = disputes.trade_id and e.action in ('open', 'reassign', 'appeal')
    and e.seq > coalesce((select max(seq) from dispute_events where trade_id = disputes.trade_id and action = 'take'), 0))`

/** The admins' overview, computed at most twice a minute for all admins together. */
export function cachedOverview(db: Db): () => Promise<Overview> {
  return cached(FRESH_MS, () => asSystem('staff', () => readOverview(db)))
}

export async function readOverview(db: Db): Promise<Overview> {
  const [users, trades, escrow, waiting, checks, head] = await Promise.all([
    readUsers(db),
    readTrades(db),
    readEscrow(db),
    readWaiting(db),
    readChecks(db),
    readHead(db),
  ])
  return { ...head, users, trades, escrow: { ...escrow, ...checks }, ...waiting }
}

async function readUsers(db: Db): Promise<Overview['users']> {
  const { rows } = await sql<Overview['users']>`
    select (count(*) filter (where deleted_at is null))::int as total,
      (count(*) filter (where deleted_at is null and created_at > clock_timestamp() - interval '1 day'))::int as new_today,
      (select count(*)::int from suspensions where restored_id is null) as suspended
    from users`.execute(db)
  return rows[0]!
}

async function readTrades(db: Db): Promise<Overview['trades']> {
  const { rows } = await sql<{ status: TradeStatus; count: number; totalMicro: bigint; dayMicro: bigint }>`
    select status, count(*)::int as count, sum(coalesce(split_released_micro, usdt_micro))::bigint as total_micro,
      coalesce(sum(coalesce(split_released_micro, usdt_micro)) filter (
        where moved_at > statement_timestamp() - interval '1 day'), 0)::bigint as day_micro
    from trades group by status`.execute(db)
  const completed = rows.find(({ status }) => status === 'completed')
  return {
    byStatus: TRADE_STATUSES.map((status) => ({
      status,
      count: rows.find((row) => row.status === status)?.count ?? 0,
    })),
    volumeUsdt: formatUsdt(completed?.totalMicro ?? 0n),
    volumeTodayUsdt: formatUsdt(completed?.dayMicro ?? 0n),
  }
}

/** What the ledger's escrow accounts hold, and what the open trades say they must hold; in one statement, at one moment. */
async function readEscrow(db: Db): Promise<Pick<Overview['escrow'], 'heldUsdt' | 'ofOpenTradesUsdt' | 'isEqual'>> {
  const { rows } = await sql<{ heldMicro: bigint; openMicro: bigint }>`
    select (select coalesce(sum(balance_micro), 0)::bigint from ledger_accounts where kind = 'escrow') as held_micro,
      (select coalesce(sum(seller_locks_micro + bond_micro), 0)::bigint from trades where status in (${openStatuses})) as open_micro`.execute(
    db,
  )
  const { heldMicro, openMicro } = rows[0]!
  return {
    heldUsdt: formatUsdt(heldMicro),
    ofOpenTradesUsdt: formatUsdt(openMicro),
    isEqual: heldMicro === openMicro,
  }
}

type Waiting = { count: number; oldest: Date | null }

async function readWaiting(
  db: Db,
): Promise<Pick<Overview, 'disputes' | 'unassignedCases' | 'reports' | 'messages' | 'mails'>> {
  const [disputes, unassigned, reports, messages, mails] = await Promise.all([
    sql<Waiting>`select count(*)::int as count, min(opened_at) as oldest from disputes where status <> 'closed'`.execute(
      db,
    ),
    sql<Waiting>`select count(*)::int as count, min(${UNASSIGNED_SINCE}) as oldest ${UNASSIGNED_CASES}`.execute(db),
    sql<Waiting>`select count(*)::int as count, min(at) as oldest ${OPEN_REPORTS}`.execute(db),
    sql<Waiting>`select count(*)::int as count, min(created_at) as oldest ${UNANSWERED_MESSAGES}`.execute(db),
    sql<{ waiting: number; retried: number; failed: number }>`
      select (count(*) filter (where sent_at is null and failed_at is null))::int as waiting,
        (count(*) filter (where sent_at is null and failed_at is null and attempts > 0))::int as retried,
        (count(*) filter (where failed_at is not null))::int as failed
      from mails where created_at > clock_timestamp() - interval '7 days'`.execute(db),
  ])
  return {
    disputes: queueOf(disputes.rows),
    unassignedCases: queueOf(unassigned.rows),
    reports: queueOf(reports.rows),
    messages: queueOf(messages.rows),
    mails: mails.rows[0]!,
  }
}

/** Never cached: an admin's own act must be gone from the counts that follow it. */
export async function countWaiting(db: Db): Promise<WaitingCounts> {
  const countOf = (waiting: typeof OPEN_REPORTS) =>
    sql`(select count(*)::int from (select ${waiting} limit ${sql.lit(UNREAD_CAP + 1)}) shown)`
  const { rows } = await sql<WaitingCounts>`
    select ${countOf(UNANSWERED_MESSAGES)} as messages, ${countOf(OPEN_REPORTS)} as reports,
      ${countOf(UNASSIGNED_CASES)} as unassigned_cases`.execute(db)
  return rows[0]!
}

function queueOf(rows: Waiting[]): { count: number; oldestAt: string | null } {
  const { count, oldest } = rows[0]!
  return { count, oldestAt: oldest?.toISOString() ?? null }
}

async function readChecks(db: Db): Promise<Pick<Overview['escrow'], 'violations' | 'checkedSince'>> {
  const { rows } = await sql<{ rule: string; found: number; checkedAt: Date | null }>`
    select rule, found, checked_at from violation_checks order by found desc, rule limit ${sql.lit(VIOLATIONS_LISTED)}`.execute(
    db,
  )
  const times = rows.map(({ checkedAt }) => checkedAt)
  const isComplete = times.every((time) => time !== null)
  return {
    violations: rows.filter(({ found }) => found > 0).map(({ rule, found }) => ({ rule, found })),
    checkedSince: isComplete ? new Date(Math.min(...times.map(Number))).toISOString() : null,
  }
}

async function readHead(db: Db): Promise<Pick<Overview, 'audit' | 'at'>> {
  const { rows } = await sql<{ at: Date; records: number; hash: string }>`
    select clock_timestamp() as at, last_id::int as records, encode(last_hash, 'hex') as hash from audit_log_head`.execute(
    db,
  )
  const { at, records, hash } = rows[0]!
  return { at: at.toISOString(), audit: { records, hash } }
}
