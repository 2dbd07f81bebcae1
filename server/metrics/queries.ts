import type { RawBuilder } from 'kysely'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { UNASSIGNED_CASES, UNASSIGNED_SINCE } from '../staff/overview.ts'

export type DatabaseFigures = {
  notificationsSeconds: number
  emailsSeconds: number
  webhooksSeconds: number
  /** Since the oldest object was due to be deleted from the store of files. */
  objectsSeconds: number
  overdueTrades: number
  overdueTradesSeconds: number
  overdueDisputes: number
  overdueDisputesSeconds: number
  /** Trades that are confirmed and not settled. */
  overdueSettlements: number
  overdueSettlementsSeconds: number
  /** By status; a status without one is missing. */
  unassigned: Record<string, number>
  unassignedSeconds: number
  /** By rule, as the worker found them (server/jobs/check-violations.ts). */
  violations: Record<string, number>
  /** Null: some rule was never checked. */
  checkedSeconds: number | null
  /** By currency that is not switched off: how long the sources have given no reference rate; 0 where they give one. */
  ratesUnavailable: Record<string, number>
  /** By the same currencies: how long ago the sources gave the rate that lists show. */
  ratesAge: Record<string, number>
  /** Of the sessions of the server's login in this database, those of every process. */
  lockWaits: number
  oldestTransactionSeconds: number
  /** 0 without a bot. */
  telegramSilentSeconds: number
}

const NOW = sql`(select moment from clock)`
const DEADLINE_CLOCK = sql`(select deadlines from clock)`

const OVERDUE_TRADES = sql`from trades where deadline < 'infinity' and deadline < ${DEADLINE_CLOCK}`
// The request that confirmed the trade settles it within a second, else the worker does.
const OVERDUE_SETTLEMENTS = sql`from trades t join trade_events last on last.trade_id = t.id and last.seq = t.version
  where t.status = 'payment_confirmed' and last.at < ${NOW} - interval '1 second'`
// Postgres hides what the sessions of other logins do. The reading itself does not count.
const SESSIONS = sql`from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`
const RATES = sql`from reference_rates join currencies on code = fiat_currency where switched_off_at is null`
const OVERDUE_DISPUTES = sql`from disputes where status <> 'closed' and deadline < ${DEADLINE_CLOCK}`

/** All figures of the database in one statement, at one moment; each part reads an index of what is open. */
export async function readDatabaseFigures(db: Db): Promise<DatabaseFigures> {
  const { rows } = await sql<DatabaseFigures>`
    with clock as materialized (
      select clock_timestamp() as moment, deadline_clock(clock_timestamp()) as deadlines
    )
    select
      ${secondsTo(
        NOW,
        sql`select min(first.due_at) from notification_channels c cross join lateral (
        select due_at from notification_deliveries d where d.channel = c.channel and outcome is null order by due_at limit 1
      ) first`,
      )} as notifications_seconds,
      ${secondsTo(NOW, sql`select min(created_at) from mails where sent_at is null and failed_at is null`)} as emails_seconds,
      ${secondsTo(
        NOW,
        // A receiver that fails is its user's matter, and says nothing about this server.
        sql`select min(d.due_at) from webhooks w join webhook_deliveries d on d.key_id = w.key_id
          where d.outcome is null and w.failing_since is null`,
      )} as webhooks_seconds,
      ${secondsTo(NOW, sql`select min(delete_at) from stored_objects where delete_at is not null`)} as objects_seconds,
      (select count(*)::int ${OVERDUE_TRADES}) as overdue_trades,
      ${secondsTo(DEADLINE_CLOCK, sql`select min(deadline) ${OVERDUE_TRADES}`)} as overdue_trades_seconds,
      (select count(*)::int ${OVERDUE_DISPUTES}) as overdue_disputes,
      ${secondsTo(DEADLINE_CLOCK, sql`select min(deadline) ${OVERDUE_DISPUTES}`)} as overdue_disputes_seconds,
      (select count(*)::int ${OVERDUE_SETTLEMENTS}) as overdue_settlements,
      ${secondsTo(NOW, sql`select min(last.at) ${OVERDUE_SETTLEMENTS}`)} as overdue_settlements_seconds,
      (select coalesce(jsonb_object_agg(status, count), '{}') from (
        select status, count(*)::int as count ${UNASSIGNED_CASES} group by status) by_status) as unassigned,
      ${secondsTo(NOW, sql`select min(${UNASSIGNED_SINCE}) ${UNASSIGNED_CASES}`)} as unassigned_seconds,
      (select coalesce(jsonb_object_agg(rule, found), '{}') from violation_checks) as violations,
      (select case when bool_and(checked_at is not null)
        then extract(epoch from ${NOW} - min(checked_at))::float8 end from violation_checks) as checked_seconds,
      (select coalesce(jsonb_object_agg(fiat_currency, coalesce(extract(epoch from ${NOW} - unavailable_since), 0)::float8), '{}')
        ${RATES}) as rates_unavailable,
      (select coalesce(jsonb_object_agg(fiat_currency, extract(epoch from ${NOW} - as_of)::float8), '{}') ${RATES}) as rates_age,
      (select count(*)::int ${SESSIONS} and wait_event_type = 'Lock') as lock_waits,
      ${secondsTo(NOW, sql`select min(xact_start) ${SESSIONS}`)} as oldest_transaction_seconds,
      ${secondsTo(NOW, sql`select heard_at from telegram_bots where bot_id is not null`)} as telegram_silent_seconds`.execute(
    db,
  )
  return rows[0]!
}

/** Seconds from the moment that `since` finds; 0 where it finds none, or one that is still to come. */
function secondsTo(moment: RawBuilder<unknown>, since: RawBuilder<unknown>): RawBuilder<number> {
  return sql`greatest(0, extract(epoch from ${moment} - (${since})))::float8`
}
