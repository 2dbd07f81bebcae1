/**
 * The outbox of the channels. A sender claims due deliveries, which sets their next attempt, and reports the outcome; if it dies in
 * between, the delivery becomes due again: each is delivered at least once.
 */
import type { NotificationChannel, NotificationEvent, NotificationValues } from '../../domain/notifications.ts'
import type { Db, DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** The delays after the first attempts; the last one repeats. The first is longer than one delivery may take. */
const MINUTES_TO_NEXT_ATTEMPT = [1, 5, 30, 120, 240, 480]
const HOURS_TO_FAIL = 24

export type Delivery = {
  notificationId: string
  channel: NotificationChannel
  userId: string
  event: NotificationEvent
  tradeId: string | null
  values: NotificationValues
  /** When the notification was written. */
  at: Date
  /** The number of attempts, the present one included. */
  attempts: number
}

/** Claims due deliveries for this worker; another worker skips the locked rows. */
export async function claimDue(db: Db, channel: NotificationChannel, atMost: number): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    with due as (
      select notification_id, channel from notification_deliveries
      where channel = ${channel} and outcome is null and due_at <= (select clock_timestamp())
      order by due_at limit ${sql.lit(atMost)}
      for no key update skip locked
    )
    update notification_deliveries d set attempts = d.attempts + 1, due_at = clock_timestamp() + make_interval(
      mins => (${MINUTES_TO_NEXT_ATTEMPT}::int[])[least(d.attempts + 1, ${sql.lit(MINUTES_TO_NEXT_ATTEMPT.length)})])
    from due join notifications n on n.id = due.notification_id
    where d.notification_id = due.notification_id and d.channel = due.channel
    returning d.notification_id, d.channel, d.user_id, d.attempts, n.event, n.trade_id, n.values, n.at`.execute(db)
  return rows
}

/** Ends the delivery as delivered. False: another worker has delivered it, or it was dropped. */
export async function delivered(db: DbOrTx, { notificationId, channel }: Delivery): Promise<boolean> {
  return end(db, notificationId, channel, 'delivered')
}

/** Ends a delivery that is no longer possible, because the user no longer has the channel. */
export async function dropped(db: DbOrTx, { notificationId, channel }: Delivery): Promise<void> {
  await end(db, notificationId, channel, 'dropped')
}

/** Records a failed attempt. The delivery is attempted again until it is `HOURS_TO_FAIL` old; `reason` is a code, never contents. */
export async function failed(db: DbOrTx, { notificationId, channel }: Delivery, reason: string): Promise<void> {
  await sql`
    update notification_deliveries set last_error = left(${reason}, 200),
      outcome = case when gives_up then 'failed' end, ended_at = case when gives_up then clock_timestamp() end
    from (select created_at < clock_timestamp() - make_interval(hours => ${sql.lit(HOURS_TO_FAIL)}) as gives_up
      from notification_deliveries where notification_id = ${notificationId} and channel = ${channel}) age
    where notification_id = ${notificationId} and channel = ${channel} and outcome is null`.execute(db)
}

async function end(
  db: DbOrTx,
  notificationId: string,
  channel: NotificationChannel,
  outcome: 'delivered' | 'dropped',
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notification_deliveries set outcome = ${outcome}, ended_at = clock_timestamp()
    where notification_id = ${notificationId} and channel = ${channel} and outcome is null`.execute(db)
  return numAffectedRows === 1n
}
