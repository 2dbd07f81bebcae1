/**
 * Urgent notifications in bounded numbers: the first of an hour are sent one by one, the others together in a summary at a bounded
 * pace, by each channel that users read. A decision is part of the delivery's row, so that a retry sends the same again.
 */
import { isUrgent } from '../../domain/notifications/notifications.ts'
import type { UrgentEvent } from '../../domain/notifications/notifications.ts'
import { SUMMARY_MINUTES, URGENT_ALONE_PER_HOUR } from '../../domain/notifications/summaries.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { dropped } from './deliveries.ts'
import type { Delivery } from './deliveries.ts'
import { findRelevance } from './relevance.ts'

/** A delivery of an urgent event about a trade. */
export type UrgentDelivery = Delivery & { event: UrgentEvent; tradeId: string }

/**
 * `held`: it waits for the next summary. `ended`: it is part of a summary that another delivery sends, or was dropped. A summary has
 * the latest delivery of each trade, oldest first; `count` is their number.
 */
export type Sending = { as: 'alone' | 'held' | 'ended' } | { as: 'summary'; of: UrgentDelivery[] }

type Row = { isEnded: boolean; isDecided: boolean; isSummary: boolean }

/**
 * Decides how a claimed delivery is sent; the user's urgent ones by this channel are decided one after another. One that its trade has
 * moved past is dropped.
 */
export async function decideSending(tx: Tx, delivery: Delivery): Promise<Sending> {
  if (!isUrgent(delivery.event)) return { as: (await dropPast(tx, delivery)) ? 'ended' : 'alone' }
  await sql`select count_alone(${`urgent ${delivery.channel}`}, ${delivery.userId})`.execute(tx)
  const { isEnded, isDecided, isSummary } = await readRow(tx, delivery)
  if (isEnded) return { as: 'ended' }
  if (isSummary) return { as: 'summary', of: await listSummarised(tx, delivery) }
  if (await dropPast(tx, delivery)) return { as: 'ended' }
  if (isDecided) return { as: 'alone' }
  const { alone, heldUntil } = await readLately(tx, delivery)
  if (alone < URGENT_ALONE_PER_HOUR) {
    await decide(tx, delivery, [delivery.notificationId], null)
    return { as: 'alone' }
  }
  if (heldUntil) {
    await hold(tx, delivery, heldUntil)
    return { as: 'held' }
  }
  const of: string[] = []
  for (const waiting of await listUndecided(tx, delivery))
    if (!(await dropPast(tx, waiting))) of.push(waiting.notificationId)
  await decide(tx, delivery, of, delivery.notificationId)
  return { as: 'summary', of: await listSummarised(tx, delivery) }
}

async function readRow(tx: Tx, { notificationId, channel }: Delivery): Promise<Row> {
  const { rows } = await sql<Row>`
    select outcome is not null as is_ended, decided_at is not null as is_decided, summary_id is not null as is_summary
    from notification_deliveries where notification_id = ${notificationId} and channel = ${channel}`.execute(tx)
  return rows[0] ?? { isEnded: true, isDecided: false, isSummary: false }
}

async function dropPast(tx: Tx, delivery: Delivery): Promise<boolean> {
  if (!(await findRelevance(tx, delivery))?.isPast) return false
  await dropped(tx, delivery)
  return true
}

/** `heldUntil`: null where the next summary is due. */
type Lately = { alone: number; heldUntil: Date | null }

async function readLately(tx: Tx, { userId, channel }: Delivery): Promise<Lately> {
  const { rows } = await sql<Lately>`
    select count(*) filter (where summary_id is null)::int as alone,
      max(decided_at + make_interval(mins => ${sql.lit(SUMMARY_MINUTES)})) filter (where summary_id = notification_id
        and decided_at > clock_timestamp() - make_interval(mins => ${sql.lit(SUMMARY_MINUTES)})) as held_until
    from notification_deliveries
    where user_id = ${userId} and channel = ${channel}
      and decided_at > (select clock_timestamp() - interval '1 hour')`.execute(tx)
  return rows[0]!
}

/** The claim was no attempt. */
async function hold(tx: Tx, { notificationId, channel }: Delivery, until: Date): Promise<void> {
  await sql`
    update notification_deliveries set due_at = ${until}, attempts = greatest(attempts - 1, 0)
    where notification_id = ${notificationId} and channel = ${channel} and outcome is null`.execute(tx)
}

/** Ends those that are part of the summary; the delivery that sends it stays open until it is sent. */
async function decide(
  tx: Tx,
  { channel }: Delivery,
  notificationIds: readonly string[],
  summaryId: string | null,
): Promise<void> {
  await sql`
    update notification_deliveries set decided_at = clock_timestamp(), summary_id = ${summaryId}::uuid,
      outcome = case when notification_id <> ${summaryId}::uuid then 'summarised' end,
      ended_at = case when notification_id <> ${summaryId}::uuid then clock_timestamp() end
    where notification_id = any(${notificationIds}) and channel = ${channel} and outcome is null`.execute(tx)
}

const COLUMNS = sql`d.notification_id, d.channel, d.user_id, d.attempts, n.event, n.trade_id, n.values, n.at`

/** Whatever their time: those that are held, and those that another worker has claimed and not decided. */
async function listUndecided(tx: Tx, { userId, channel }: Delivery): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select ${COLUMNS}
    from notification_deliveries d join notifications n on n.id = d.notification_id
      join notification_events e on e.event = n.event
    where d.user_id = ${userId} and d.channel = ${channel} and d.outcome is null and d.decided_at is null and e.is_urgent
    order by n.at, n.id`.execute(tx)
  return rows
}

async function listSummarised(tx: Tx, { notificationId, channel }: Delivery): Promise<UrgentDelivery[]> {
  const { rows } = await sql<UrgentDelivery>`
    select * from (
      select distinct on (n.trade_id) ${COLUMNS}
      from notification_deliveries d join notifications n on n.id = d.notification_id
      where d.summary_id = ${notificationId} and d.channel = ${channel}
      order by n.trade_id, n.at desc) latest
    order by at, notification_id`.execute(tx)
  return rows
}
