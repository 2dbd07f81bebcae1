/** The webhook channel: divides each due delivery of the outbox into one for each webhook of its user. */
import { WEBHOOK_DELIVERIES_PER_DAY } from '../../../domain/notifications/webhooks.ts'
import type { Db } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

const NOTIFICATIONS_PER_STATEMENT = 500

/** In one statement, so that a webhook gets each notification as one delivery. What exceeds a user's day is dropped. */
export async function queueWebhookDeliveries(db: Db): Promise<void> {
  for (let queued = NOTIFICATIONS_PER_STATEMENT; queued === NOTIFICATIONS_PER_STATEMENT;) {
    const { rows } = await sql<{ queued: number }>`
      with due as (
        select notification_id, user_id, due_at from notification_deliveries
        where channel = 'webhook' and outcome is null and due_at <= (select clock_timestamp())
        order by due_at limit ${sql.lit(NOTIFICATIONS_PER_STATEMENT)}
        for no key update skip locked
      ), of_day as (
        select user_id, (
          select count(*) from (
            select from webhook_deliveries d
            where d.user_id = u.user_id and d.created_at > (select clock_timestamp()) - interval '1 day'
            limit ${sql.lit(WEBHOOK_DELIVERIES_PER_DAY)}) counted) as deliveries
        from (select distinct user_id from due) u
      ), wanted as (
        select w.key_id, w.user_id, due.notification_id, row_number() over (partition by w.user_id order by due.due_at) as nth
        from due join webhooks w on w.user_id = due.user_id join api_keys k on k.id = w.key_id
        where w.paused_at is null and is_key_valid(k.expires_at)
      ), written as (
        insert into webhook_deliveries (key_id, user_id, notification_id)
        select key_id, user_id, notification_id from wanted join of_day using (user_id)
        where deliveries + nth <= ${sql.lit(WEBHOOK_DELIVERIES_PER_DAY)}
        on conflict (key_id, notification_id) do nothing
        returning notification_id
      ), ended as (
        update notification_deliveries d set attempts = d.attempts + 1, ended_at = clock_timestamp(),
          outcome = case when due.notification_id in (select notification_id from written) then 'delivered' else 'dropped' end
        from due where d.notification_id = due.notification_id and d.channel = 'webhook'
        returning 1
      )
      select count(*)::int as queued from ended`.execute(db)
    queued = rows[0]!.queued
  }
}

/** Ends what waits for a webhook that is paused, or whose key has expired. */
export async function dropUndeliverable(db: Db): Promise<void> {
  await sql`
    update webhook_deliveries d set outcome = 'dropped', ended_at = clock_timestamp()
    from webhooks w join api_keys k on k.id = w.key_id
    where d.key_id = w.key_id and d.outcome is null and (w.paused_at is not null or not is_key_valid(k.expires_at))`.execute(
    db,
  )
}
