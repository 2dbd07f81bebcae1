import type { Message } from '../../domain/api/chat/chat.ts'
import { isBlank } from '../../domain/reading/characters.ts'
import { InvalidInput } from '../../domain/errors.ts'
import { METHODS } from '../../domain/payments/methods.ts'
import { FIELD_TEXTS } from '../../domain/texts.ts'
import type { Tx } from '../db/pool.ts'
import { assertNoMeetingCode } from '../trades/meeting-codes.ts'
import { enterChat } from './enter-chat.ts'
import type { Chat } from './enter-chat.ts'
import { post } from './post.ts'

/**
 * Sends a message in a trade's chat (spec-coverage 5). Refuses with `not_found` for users other than the two parties,
 * `chat_closed`, `invalid_input` on `text`, or `code_in_message`. A second message under the same `clientId` is the first one again.
 */
export async function sendMessage(
  tx: Tx,
  tradeId: string,
  senderId: string,
  { text, clientId }: { text: string; clientId: string },
): Promise<Message> {
  const { chat, sent } = await enterChat(tx, tradeId, senderId, clientId)
  if (sent) return sent
  await assertSendable(tx, chat, text)
  return post(tx, chat, { kind: 'text', text: messageText(text), clientId })
}

/** The text to store, or the refusal of a blank one. `whenBlank` replaces a blank text. */
export function messageText(text: string, whenBlank?: string): string {
  if (isBlank(text)) {
    if (whenBlank !== undefined) return whenBlank
    throw new InvalidInput({ text: FIELD_TEXTS.messageEmpty })
  }
  return text
}

/** Refuses with `code_in_message` the code of a meeting that the sender is to show there. */
export async function assertSendable(tx: Tx, { tradeId, sender, paymentMethod }: Chat, text: string): Promise<void> {
  if (METHODS[paymentMethod].isInPerson) await assertNoMeetingCode(tx, tradeId, sender.id, text)
}
