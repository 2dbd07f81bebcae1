import type { Transparency } from '../../../domain/api/staff/transparency.ts'
import { openStatuses } from '../../db/open-statuses.ts'
import type { Db, DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { STATISTICS_DAYS, TRANSPARENCY_WEEKS } from '../../../domain/staff/transparency.ts'

/** The figures as they were published last: one row, whatever the number of trades. */
export async function findTransparency(db: DbOrTx): Promise<Transparency | null> {
  const { rows } = await sql<{ snapshot: Transparency | null }>`select snapshot from transparency`.execute(db)
  return rows[0]?.snapshot ?? null
}

/** Whether all days that are over are in the published figures. */
export async function isPublished(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isPublished: boolean }>`
    select counted_to > last_public_day() and as_of is not null as is_published from transparency`.execute(db)
  return rows[0]?.isPublished ?? false
}

export type FigureRow = { figure: string; part: string; last30: bigint; last90: bigint; ever: bigint }

/** What was released in each period that ends with the last counted day; waiting groups are in none. */
export async function listFigures(db: DbOrTx): Promise<FigureRow[]> {
  const { rows } = await sql<FigureRow>`
    select figure, part,
      coalesce(sum(total) filter (where released_on >= counted_to - 30), 0)::bigint as last30,
      coalesce(sum(total) filter (where released_on >= counted_to - 90), 0)::bigint as last90,
      sum(total)::bigint as ever
    from public_figures, transparency
    where released_on is not null
    group by figure, part`.execute(db)
  return rows
}

/** The completed trades that were released in each seven days, oldest first. */
export async function listWeeks(db: DbOrTx): Promise<{ from: string; completed: number }[]> {
  const { rows } = await sql<{ from: string; completed: number }>`
    select (counted_to - 7 * back - 7)::text as from, coalesce(sum(total), 0)::int as completed
    from transparency cross join generate_series(0, ${sql.lit(TRANSPARENCY_WEEKS - 1)}) as back
      left join public_figures on figure = 'completed'
        and released_on >= counted_to - 7 * back - 7 and released_on < counted_to - 7 * back
    group by counted_to, back order by back desc`.execute(db)
  return rows
}

/** How many different users were a party of a trade that was opened in the days of the statistics. */
export async function countActiveTraders(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recent as (
      select buyer_id, seller_id from trades, transparency
      where created_at >= (counted_to - ${sql.lit(STATISTICS_DAYS)})::timestamp at time zone 'UTC'
        and created_at < counted_to::timestamp at time zone 'UTC')
    select count(*)::int as count from (select buyer_id from recent union select seller_id from recent) users`.execute(
    db,
  )
  return rows[0]!.count
}

/** Whether the database is a demonstration, whose invented traders the figures count. */
export async function includesDemoTraders(db: DbOrTx): Promise<boolean> {
  return (await sql`select from demonstration`.execute(db)).rows.length > 0
}

export type EscrowRow = {
  openTrades: number
  ledgerMicro: bigint
  tradesMicro: bigint
  /** How many different trades entered or left the escrow after `since`. */
  movedTrades: number
  asOf: Date
  countedTo: string
}

/**
 * What the escrow holds, once by the transfers of the ledger and once by the open trades, in one snapshot of the database.
 * `since`: the moment of the sums that are public now; null: none are.
 */
export async function readEscrow(db: DbOrTx, since: string | null): Promise<EscrowRow> {
  const { rows } = await sql<EscrowRow>`
    select clock_timestamp() as as_of, counted_to::text as counted_to,
      ((select coalesce(sum(case figure when 'locked' then total else -total end), 0) from public_figures
         where figure in ('locked', 'left_escrow'))
       + (select coalesce(sum(case when leg in ('lock', 'bond') then amount_micro else -amount_micro end), 0) from transfers
         where at >= counted_to::timestamp at time zone 'UTC'))::bigint as ledger_micro,
      (select count(*)::int from trades where status in (${openStatuses})) as open_trades,
      (select coalesce(sum(seller_locks_micro + bond_micro), 0)::bigint from trades where status in (${openStatuses})) as trades_micro,
      (select count(distinct trade_id)::int from transfers where at > ${since}::timestamptz) as moved_trades
    from transparency`.execute(db)
  return rows[0]!
}
