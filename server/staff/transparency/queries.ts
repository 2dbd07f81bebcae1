import type { Transparency } from '../../../domain/api/staff/transparency.ts'
import { openStatuses } from '../../db/open-statuses.ts'
import type { Db, DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { TRANSPARENCY_WEEKS } from '../../../domain/staff/transparency.ts'

/** The figures as they were computed last: one row, whatever the number of trades. */
export async function findTransparency(db: Db): Promise<Transparency | null> {
  const { rows } = await sql<{ snapshot: Transparency | null }>`select snapshot from transparency`.execute(db)
  return rows[0]?.snapshot ?? null
}

export type FigureRow = { figure: string; part: string; last30: bigint; last90: bigint; ever: bigint }

/** The counts of each period. Durations are read for the last 90 days only, to limit the number of rows. */
export async function listFigures(db: DbOrTx): Promise<FigureRow[]> {
  const { rows } = await sql<FigureRow>`
    with moment as (select (clock_timestamp() at time zone 'UTC')::date as today)
    select figure, part,
      coalesce(sum(total) filter (where day > today - 30), 0)::bigint as last30,
      coalesce(sum(total) filter (where day > today - 90), 0)::bigint as last90,
      sum(total)::bigint as ever
    from public_figures, moment
    where figure in ('completed', 'disputes_opened', 'disputes_closed')
      or (figure in ('minutes_to_pay', 'minutes_to_release', 'minutes_to_decide') and day > today - 90)
    group by figure, part`.execute(db)
  return rows
}

/** The completed trades of each seven days, oldest first. */
export async function listWeeks(db: DbOrTx): Promise<{ from: string; completed: number }[]> {
  const { rows } = await sql<{ from: string; completed: number }>`
    with moment as (select (clock_timestamp() at time zone 'UTC')::date as today)
    select (today - 7 * back - 6)::text as from, coalesce(sum(total), 0)::int as completed
    from moment cross join generate_series(0, ${sql.lit(TRANSPARENCY_WEEKS - 1)}) as back
      left join public_figures on figure = 'completed' and day > today - 7 * back - 7 and day <= today - 7 * back
    group by today, back order by back desc`.execute(db)
  return rows
}

export type EscrowRow = { openTrades: number; ledgerMicro: bigint; tradesMicro: bigint; asOf: Date }

/** What the escrow holds, once by the transfers of the ledger and once by the open trades, in one snapshot of the database. */
export async function readEscrow(db: DbOrTx): Promise<EscrowRow> {
  const { rows } = await sql<EscrowRow>`
    select clock_timestamp() as as_of,
      ((select coalesce(sum(case figure when 'locked' then total else -total end), 0) from public_figures
         where figure in ('locked', 'left_escrow') and day < counted_to)
       + (select coalesce(sum(case leg when 'lock' then amount_micro else -amount_micro end), 0) from transfers
         where at >= counted_to::timestamp at time zone 'UTC'))::bigint as ledger_micro,
      (select count(*)::int from trades where status in (${openStatuses})) as open_trades,
      (select coalesce(sum(seller_locks_micro), 0)::bigint from trades where status in (${openStatuses})) as trades_micro
    from transparency`.execute(db)
  return rows[0]!
}
