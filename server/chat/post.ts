import type { Message } from '../../domain/api.ts'
import type { Tx } from '../db/pool.ts'
import { emit } from '../live/emit.ts'
import type { Notice } from '../live/emit.ts'
import { writeNotification } from '../notifications/notify.ts'
import { appendMessage } from '../trades/append-message.ts'
import type { NewMessage } from '../trades/append-message.ts'
import type { Chat } from './enter-chat.ts'

/** Adds a user's message to the chat and to both streams, and notifies the other party. */
export async function post(
  tx: Tx,
  { tradeId, sender, users }: Chat,
  message: Omit<NewMessage, 'tradeId' | 'sender' | 'systemCode'>,
): Promise<Message> {
  const posted = await appendMessage(tx, { ...message, tradeId, sender })
  const notices: Notice[] = []
  for (const userId of users.filter((user) => user !== sender.id)) {
    const notice = await writeNotification(tx, {
      userId,
      event: 'message_received',
      tradeId,
      values: { seq: posted.seq },
    })
    if (notice) notices.push(notice)
  }
  await emit(tx, users, 'message', { tradeId, messages: [posted] }, notices)
  return posted
}
