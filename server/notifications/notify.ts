import type { NotificationEvent, NotificationValues } from '../../domain/notifications/notifications.ts'
import { NOTIFICATION_EVENTS } from '../../domain/notifications/notifications.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { emit } from './live/emit.ts'
import type { Notice } from './live/emit.ts'

export type NewNotification = {
  userId: string
  event: NotificationEvent
  /** The trade that the event is about; the user is a party to it. */
  tradeId?: string
  values?: NotificationValues
  /** Listed only, never sent or escalated: for events that one user could cause for another without limit. */
  inAppOnly?: boolean
}

/**
 * Notifies a user of an event, in the transaction of the act: writes the notification, one delivery for each channel that the
 * user's settings name, and an event in the user's stream. Call it after everything else, since it locks the user's stream.
 */
export async function notify(tx: Tx, notification: NewNotification): Promise<void> {
  const notice = await writeNotification(tx, notification)
  if (notice) await emit(tx, [notification.userId], { kind: 'notification', data: { messages: [] }, notices: [notice] })
}

/**
 * The same for an act that has a stream event of its own, which then carries the notice. Returns null if no notification was written:
 * all channels are off, an unread notification already covers the event, or the account was deleted.
 */
export async function writeNotification(
  tx: Tx,
  { userId, event, tradeId, values = {}, inAppOnly = false }: NewNotification,
): Promise<Notice | null> {
  const { rows } = await sql<{ id: string | null }>`
    select write_notification(${userId}, ${event}, ${tradeId ?? null}, ${JSON.stringify(values)}::jsonb, ${inAppOnly}) as id
    `.execute(tx)
  const id = rows[0]!.id
  return id === null ? null : { userId, notification: { id, event, isUrgent: NOTIFICATION_EVENTS[event].isUrgent } }
}
