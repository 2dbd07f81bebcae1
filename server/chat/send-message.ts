import type { Message } from '../../domain/api.ts'
import { MESSAGE_MAX } from '../../domain/chat.ts'
import { cleanText, isBlank } from '../../domain/clean-text.ts'
import { InvalidInput } from '../../domain/errors.ts'
import { FIELD_TEXTS } from '../../domain/texts.ts'
import type { Tx } from '../db/pool.ts'
import { enterChat } from './enter-chat.ts'
import { post } from './post.ts'

/**
 * Sends a message in a trade's chat (spec-coverage 5). Refuses with `not_found` for users other than the two parties,
 * `chat_closed`, or `invalid_input` on `text`. A second message under the same `clientId` is the first one again.
 */
export async function sendMessage(
  tx: Tx,
  tradeId: string,
  senderId: string,
  { text, clientId }: { text: string; clientId: string },
): Promise<Message> {
  const { chat, sent } = await enterChat(tx, tradeId, senderId, clientId)
  return sent ?? post(tx, chat, { kind: 'text', text: messageText(text), clientId })
}

/** The text to store, or the refusal of a blank or long one. `whenBlank` replaces a blank text. */
export function messageText(typed: string, whenBlank?: string): string {
  const text = cleanText(typed)
  if (isBlank(text)) {
    if (whenBlank !== undefined) return whenBlank
    throw new InvalidInput({ text: FIELD_TEXTS.messageEmpty })
  }
  if (text.length > MESSAGE_MAX) throw new InvalidInput({ text: FIELD_TEXTS.messageTooLong })
  return text
}
