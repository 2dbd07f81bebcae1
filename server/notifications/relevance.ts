/** Until when a notification about a trade matters. */
import { NOTIFICATION_EVENTS } from '../../domain/notifications/notifications.ts'
import type { MailValueName } from '../../domain/notifications/mail-values.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Delivery } from './deliveries.ts'

export type Relevance = {
  /** Others have changed the state since, or the deadline has passed: what is wanted is no longer possible. */
  isPast: boolean
  /** What is left of the deadline; null while it stands still. */
  secondsLeft: number | null
}

/**
 * Of an event that waits for one of the parties; null for any other. Nothing is past once the user has acted on the trade since,
 * whatever followed: these emails are how the owner of a stolen session learns of it.
 */
export async function findRelevance(
  db: DbOrTx,
  { event, tradeId, userId, notificationId }: Delivery,
): Promise<Relevance | null> {
  const names: readonly MailValueName[] = NOTIFICATION_EVENTS[event].mail ?? []
  if (tradeId === null || !names.includes('until')) return null
  const { rows } = await sql<Relevance>`
    with of_trade as (
      select case when d.status <> 'closed' then d.deadline else t.deadline end as deadline
      from trades t left join disputes d on d.trade_id = t.id where t.id = ${tradeId}
    ), since as (
      select e.* from notifications n, lateral (
        select at, actor_id, from_status, to_status from trade_events where trade_id = ${tradeId}
        union all
        select at, actor_id, from_status, to_status from dispute_events where trade_id = ${tradeId}
      ) e where n.id = ${notificationId} and e.at > n.at
    )
    select (coalesce(deadline <= deadline_clock(clock_timestamp()), false)
        or exists (select from since where from_status <> to_status))
        and not exists (select from since where actor_id = ${userId}) as is_past,
      case when isfinite(deadline) and not exists (select from outages where ended_at is null)
        then ceil(extract(epoch from deadline - clock_timestamp()))::int end as seconds_left
    from of_trade`.execute(db)
  return rows[0] ?? null
}
