import type { Tx } from '../db/pool.ts'
import type { Notice } from '../notifications/live/emit.ts'
import { writeNotification } from '../notifications/notify.ts'

/** Notifies users of a message in its transaction, and returns what the message's stream event carries. */
export async function notifyOfMessage(
  tx: Tx,
  userIds: readonly string[],
  { tradeId, seq }: { tradeId: string; seq: number },
): Promise<Notice[]> {
  const notices: Notice[] = []
  for (const userId of userIds) {
    const notice = await writeNotification(tx, { userId, event: 'message_received', tradeId, values: { seq } })
    if (notice) notices.push(notice)
  }
  return notices
}
