import type { Message } from '../../domain/api/chat/chat.ts'
import { IMAGE_CAPTION, IMAGES_PER_TRADE } from '../../domain/chat/chat.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Picture } from '../http/pictures/draw-picture.ts'
import { consumeStorage } from '../http/uploads/consume-storage.ts'
import type { Storing } from '../http/uploads/consume-storage.ts'
import { enterChat } from './enter-chat.ts'
import { post } from './post.ts'
import { countImages } from './queries.ts'
import { assertSendable, messageText } from './send-message.ts'

type NewImage = { picture: Picture; text: string; clientId: string | undefined; storing: Storing }

/**
 * Sends a picture, with or without text. Refuses like `sendMessage`, and with `image_quota` where the chat already holds
 * `IMAGES_PER_TRADE`, or as `consumeStorage`: writers queue, so that two never share the last place.
 */
export async function sendImage(
  tx: Tx,
  tradeId: string,
  senderId: string,
  { picture, text, clientId, storing }: NewImage,
): Promise<Message> {
  const { chat, sent } = await enterChat(tx, tradeId, senderId, clientId)
  if (sent) return sent
  await assertSendable(tx, chat, text)
  const caption = messageText(text, IMAGE_CAPTION)
  if ((await countImages(tx, tradeId)) >= IMAGES_PER_TRADE) throw new DomainError('image_quota')
  await consumeStorage(tx, storing, { bytes: picture.bytes.length, purpose: 'other' })
  const image = await storeImage(tx, tradeId, picture)
  return post(tx, chat, { kind: 'image', text: caption, image, ...(clientId === undefined ? {} : { clientId }) })
}

async function storeImage(tx: Tx, tradeId: string, { bytes, width, height }: Picture) {
  const { rows } = await sql<{ id: string }>`
    insert into trade_images (trade_id, width, height, bytes)
    values (${tradeId}, ${width}, ${height}, ${bytes}) returning id`.execute(tx)
  if (!rows[0]) throw new Error('a picture was not stored')
  return { id: rows[0].id, width, height }
}
