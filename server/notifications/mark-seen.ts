import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Which of the user's notifications: those with these ids, those about a trade, or all up to and including one of them. */
type Marked = { ids?: readonly string[] | undefined; tradeId?: string | undefined; upTo?: string | undefined }

/** Marks notifications as shown on a visible page: they are no longer escalated, and their held deliveries are dropped. */
export async function markSeen(tx: Tx, userId: string, marked: Marked): Promise<void> {
  await sql`
    with seen as (
      update notifications n set seen_at = clock_timestamp(), escalate_at = null
      where n.user_id = ${userId} and n.seen_at is null and ${conditionOf(userId, marked)}
      returning n.id
    )
    update notification_deliveries d set outcome = 'dropped', ended_at = clock_timestamp()
    from seen where d.notification_id = seen.id and d.only_unseen and d.outcome is null`.execute(tx)
}

/** Marks notifications as read, and thereby as seen. One that is written between the two statements stays unread. */
export async function markRead(tx: Tx, userId: string, marked: Marked): Promise<void> {
  await markSeen(tx, userId, marked)
  await sql`
    update notifications n set read_at = clock_timestamp()
    where n.user_id = ${userId} and n.read_at is null and n.seen_at is not null and ${conditionOf(userId, marked)}`.execute(
    tx,
  )
}

/** A condition that is not given is left out, so that the index of the other one can be used. */
function conditionOf(userId: string, { ids, tradeId, upTo }: Marked) {
  const conditions = [
    ...(ids ? [sql`n.id = any(${[...ids]}::uuid[])`] : []),
    ...(tradeId ? [sql`n.trade_id = ${tradeId}`] : []),
    ...(upTo
      ? [sql`(n.at, n.id) <= (select at, id from notifications where id = ${upTo} and user_id = ${userId})`]
      : []),
  ]
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}
