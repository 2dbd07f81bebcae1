import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api.ts'
import type { Context } from '../context.ts'
import { idempotencyKey, runCommand } from '../http/command.ts'
import { command, mount, read, requireViewer, sendAnswer } from '../http/route.ts'
import { partyOf } from '../trades/queries.ts'
import { readImageForm } from './image-form.ts'
import { limitSending } from './limit-sending.ts'
import { makePicture } from './picture.ts'
import { getImage, listMessages } from './queries.ts'
import { sendImage } from './send-image.ts'
import { sendMessage } from './send-message.ts'

/** The chat's routes live in a scope of their own: its limits are nobody else's. */
export function chatRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context
  void app.register(async (chat) => {
    if (config.requestsPerMinute > 0) limitSending(chat)

    read(chat, api.listMessages, async ({ params, query }, viewer) => {
      await partyOf(db, params.tradeId, viewer.id)
      return { messages: await listMessages(db, params.tradeId, query.after ?? 0) }
    })
    command(
      chat,
      context,
      api.sendMessage,
      (tx, { params, body }, viewer) => sendMessage(tx, params.tradeId, viewer.id, body),
      { status: 201 },
    )
    read(chat, api.getImage, async ({ params }, viewer, _, reply) => {
      await partyOf(db, params.tradeId, viewer.id)
      const bytes = await getImage(db, params.tradeId, params.imageId)
      reply.headers({ 'cache-control': 'private, no-store', 'content-disposition': 'inline' }).type('image/webp')
      return bytes
    })
    sendImageRoute(chat, context)
  })
}

/** A form instead of JSON: read and redrawn before the transaction, so that nothing waits for a slow line. */
function sendImageRoute(app: FastifyInstance, { db }: Context): void {
  mount(app, api.sendImage, async (request, reply) => {
    const viewer = requireViewer(request)
    const { tradeId } = request.params as { tradeId: string }
    const key = idempotencyKey(request)
    await partyOf(db, tradeId, viewer.id)
    const { image, text, clientId } = await readImageForm(request)
    const picture = await makePicture(image)
    const call = {
      actorId: viewer.id,
      key,
      route: `${request.method} ${request.url.split('?')[0]}`,
      input: { text, clientId, image: createHash('sha256').update(image).digest('hex') },
      requestId: request.id,
    }
    const answer = await runCommand(db, call, 201, (tx) =>
      sendImage(tx, tradeId, viewer.id, { picture, text, clientId }),
    )
    return sendAnswer(reply, answer)
  })
}
