import type { Message } from '../../domain/api/chat/chat.ts'
import type { Tx } from '../db/pool.ts'
import { emit } from '../notifications/live/emit.ts'
import { appendMessage } from '../trades/append-message.ts'
import type { NewMessage } from '../trades/append-message.ts'
import type { Chat } from './enter-chat.ts'
import { notifyOfMessage } from './notify-of-message.ts'

/** Adds a user's message to the chat and to both streams, and notifies the other party. */
export async function post(
  tx: Tx,
  { tradeId, sender, users }: Chat,
  message: Omit<NewMessage, 'tradeId' | 'sender' | 'systemCode'>,
): Promise<Message> {
  const posted = await appendMessage(tx, { ...message, tradeId, sender })
  const notices = await notifyOfMessage(
    tx,
    users.filter((user) => user !== sender.id),
    posted,
  )
  await emit(tx, users, { kind: 'message', data: { tradeId, messages: [posted] }, notices })
  return posted
}
