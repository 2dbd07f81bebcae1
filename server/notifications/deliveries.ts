/**
 * The outbox of the channels. A sender claims due deliveries, which sets their next attempt, and reports the outcome; if it dies in
 * between, the delivery becomes due again: each is delivered at least once.
 */
import type {
  NotificationChannel,
  NotificationEvent,
  NotificationValues,
} from '../../domain/notifications/notifications.ts'
import type { Db, DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { endOfRetries, timeOfNextAttempt } from '../db/retries.ts'

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
    update notification_deliveries d set attempts = d.attempts + 1, due_at = ${timeOfNextAttempt('d.attempts')}
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

/** Records a failed attempt. The delivery has failed when its next attempt would be too late; `reason` is a code, never contents. */
export async function failed(db: DbOrTx, { notificationId, channel }: Delivery, reason: string): Promise<void> {
  await sql`
    update notification_deliveries set last_error = left(${reason}, 200),
      outcome = case when gives_up then 'failed' end, ended_at = case when gives_up then clock_timestamp() end
    from (select due_at > ${endOfRetries('created_at')} as gives_up
      from notification_deliveries where notification_id = ${notificationId} and channel = ${channel}) age
    where notification_id = ${notificationId} and channel = ${channel} and outcome is null`.execute(db)
}

/** Puts the delivery off as its receiver asked: that was no attempt. It has failed where that would be too late. */
export async function postponed(db: DbOrTx, { notificationId, channel }: Delivery, seconds: number): Promise<void> {
  await sql`
    update notification_deliveries set last_error = 'asked to wait', due_at = later, attempts = greatest(attempts - 1, 0),
      outcome = case when later > gives_up_at then 'failed' end,
      ended_at = case when later > gives_up_at then clock_timestamp() end
    from (select ${endOfRetries('created_at')} as gives_up_at, clock_timestamp() + make_interval(secs => ${seconds}) as later
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
