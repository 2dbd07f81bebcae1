import type { Outage } from '../../../domain/api/staff/outages.ts'
import { OUTAGES_LISTED } from '../../../domain/outages.ts'
import { openStatuses } from '../../db/open-statuses.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** The outage that is open, or null. */
export async function findOutage(db: DbOrTx): Promise<{ id: string; startedAt: Date } | null> {
  const { rows } = await sql<{ id: string; startedAt: Date }>`
    select id, started_at from outages where ended_at is null`.execute(db)
  return rows[0] ?? null
}

type OutageRow = {
  id: string
  startedAt: Date
  startedBy: string
  startReason: string
  endedAt: Date | null
  endedBy: string | null
  endReason: string | null
}

/** The latest outages, newest first, with the number of open trades. */
export async function listOutages(db: DbOrTx): Promise<{ outages: Outage[]; openTrades: number }> {
  const { rows } = await sql<OutageRow>`
    select o.id, o.started_at, starter.username as started_by, s.reason as start_reason,
      o.ended_at, ender.username as ended_by, e.reason as end_reason
    from outages o join audit_log s on s.id = o.start_id join users starter on starter.id = s.actor_id
      left join audit_log e on e.id = o.end_id left join users ender on ender.id = e.actor_id
    order by o.start_id desc limit ${sql.lit(OUTAGES_LISTED)}`.execute(db)
  const open = await sql<{ count: number }>`
    select count(*)::int as count from trades
    where status in (${openStatuses})`.execute(db)
  return {
    outages: rows.map(({ id, startedAt, startedBy, startReason, endedAt, endedBy, endReason }) => ({
      id,
      started: { at: startedAt.toISOString(), by: startedBy, reason: startReason },
      ended: endedAt && { at: endedAt.toISOString(), by: endedBy ?? '', reason: endReason ?? '' },
    })),
    openTrades: open.rows[0]!.count,
  }
}
