/**
 * Moves the trades of a demonstration's history into the past. No function of the product writes a moment that is not the present,
 * and its tables refuse changes of what was written; the owner of the database suspends these rules for its own transaction,
 * which holds the tables against every other writer until they apply again.
 */
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** The triggers that refuse a change of what was written. Foreign keys, checks and every other trigger stay. */
const SUSPENDED = {
  quotes: ['append_only'],
  trades: ['trade_is_frozen'],
  trade_events: ['append_only'],
  trade_outcomes: ['append_only'],
  transfers: ['append_only'],
  messages: ['append_only'],
  payment_detail_reads: ['append_only'],
  payee_answers: ['append_only'],
  payer_checks: ['append_only'],
  meeting_code_attempts: ['append_only'],
  evidence_files: ['append_only'],
  disputes: ['dispute_is_frozen'],
  dispute_events: ['append_only'],
  ratings: ['append_only'],
  rating_replies: ['append_only'],
  notifications: ['append_only'],
  notification_deliveries: ['append_only'],
  // of the moment of the latest trade
  offers: ['counted_by_triggers'],
  payment_accounts: ['changed_now', 'payment_account_version_steps'],
} as const

/** Which rows belong to a trade, besides those of tables with a column `trade_id`. */
const ROWS_OF_TRADE: Readonly<Record<string, string>> = {
  trades: 'id = of_trade',
  quotes: 'id = (select quote_id from trades where id = of_trade)',
  rating_replies: 'rating_id in (select id from ratings where trade_id = of_trade)',
  notification_deliveries: 'notification_id in (select id from notifications where trade_id = of_trade)',
}
/** Columns that are not moved: the payment account, whose change the first one is, stays as it is; the second one is still null. */
const KEPT_COLUMNS = ['account_changed_at', 'erased_at']

/** `minutes` may have a fraction, down to a second. */
export type MoveBack = (tradeId: string, minutes: number) => Promise<void>

/**
 * Runs `work` with a function that makes a trade, and all that belongs to it, older. Every moment of the trade moves by the same
 * time, so that what its rules compare stays as it was. At the end all deferred constraints are checked.
 */
export async function withMoveBack(tx: Tx, work: (moveBack: MoveBack) => Promise<void>): Promise<void> {
  await alterTriggers(tx, 'disable')
  await createMoveBack(tx)
  await work(async (tradeId, minutes) => {
    await sql`select pg_temp.move_back(${tradeId}, make_interval(secs => ${Math.round(minutes * 60)}))`.execute(tx)
  })
  await sql`set constraints all immediate`.execute(tx)
  await alterTriggers(tx, 'enable')
}

async function alterTriggers(tx: Tx, verb: 'disable' | 'enable'): Promise<void> {
  for (const [table, triggers] of Object.entries(SUSPENDED)) {
    for (const trigger of triggers) {
      await sql`alter table ${sql.table(table)} ${sql.raw(verb)} trigger ${sql.ref(trigger)}`.execute(tx)
    }
  }
}

/**
 * One statement for all tables: foreign keys are checked at its end. A new table with a column `trade_id` is included. It stands in
 * a function because it runs hundreds of times, and takes two values instead of one for each column.
 */
async function createMoveBack(tx: Tx): Promise<void> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.table_name as table, array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'
      and c.is_generated = 'NEVER' and c.column_name <> all(${KEPT_COLUMNS})
      and (c.table_name = any(${Object.keys(ROWS_OF_TRADE)}) or exists (
        select from information_schema.columns k
        where k.table_schema = 'public' and k.table_name = c.table_name and k.column_name = 'trade_id'))
    group by c.table_name order by c.table_name`.execute(tx)
  const moves = rows.map(({ table, columns }) => {
    const moved = columns.map((column) => `${column} = ${column} - age`)
    return `moved_${table} as (
      update public.${table} set ${moved.join(', ')} where ${ROWS_OF_TRADE[table] ?? 'trade_id = of_trade'})`
  })
  await sql
    .raw(
      `create function pg_temp.move_back(of_trade uuid, age interval) returns void language plpgsql as $$
      begin with ${moves.join(', ')} select into age; end $$`,
    )
    .execute(tx)
}
