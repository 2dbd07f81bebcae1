import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api/chat/chat.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/pool.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { readUploadForm } from '../http/uploads/read-upload-form.ts'
import { pictureClaim } from '../http/pictures/picture-claim.ts'
import { inPictureTurn } from '../http/pictures/picture-turn.ts'
import { partyOf } from '../trades/queries.ts'
import { limitSending } from './limit-sending.ts'
import { markMessagesRead } from './mark-read.ts'
import { makePicture } from './picture.ts'
import { getImage, getReadMarks, listMessages } from './queries.ts'
import { sendImage } from './send-image.ts'
import { sendMessage } from './send-message.ts'
import { sendTyping } from './send-typing.ts'

/** The chat's routes have a Fastify scope of their own, so that its limit applies to them only. */
export function chatRoutes(app: FastifyInstance, context: Context): void {
  const { db, config, limits } = context
  void app.register(async (chat) => {
    if (config.requestsPerMinute > 0) limitSending(chat)
    const { mount, command } = endpointsOn(chat, context)

    mount(api.listMessages, async ({ params, query, viewer }) => {
      await partyOf(db, params.tradeId, viewer.id)
      const messages = await listMessages(db, params.tradeId, query.after ?? 0)
      return { messages, read: await getReadMarks(db, params.tradeId) }
    })
    mount(api.markMessagesRead, ({ params, body, viewer }) =>
      inTransaction(db, (tx) => markMessagesRead(tx, params.tradeId, viewer.id, body.seq)),
    )
    mount(api.sendTyping, async ({ params, viewer }) => {
      await sendTyping(context, { ...params, userId: viewer.id, memberId: viewer.member?.id ?? null })
      return {}
    })
    command(api.sendMessage, (tx, { params, body, viewer }) => sendMessage(tx, params.tradeId, viewer.id, body))

    mount(api.getImage, async ({ params, viewer, reply }) => {
      await partyOf(db, params.tradeId, viewer.id)
      const bytes = await getImage(context, params.tradeId, params.imageId)
      reply.headers({ 'cache-control': 'private, no-store', 'content-disposition': 'inline' })
      return bytes
    })
    command(api.sendImage, {
      // The form is read and the picture redrawn before the transaction, which must not wait for a slow connection.
      async prepare({ params, viewer, request }) {
        await partyOf(db, params.tradeId, viewer.id)
        const claim = await pictureClaim(db, { viewer, request }, false)
        return inPictureTurn(claim, async () => {
          const { file: image, fields } = await readUploadForm(context, request, api.sendImage)
          const picture = await makePicture(claim, image)
          return { picture, fields, input: { ...fields, image: createHash('sha256').update(image).digest('hex') } }
        })
      },
      work: (tx, { params, viewer, request }, { picture, fields: { text, clientId } }) => {
        const storing = { limits, userId: viewer.id, ipAddress: request.ip }
        return sendImage(tx, params.tradeId, viewer.id, { picture, text, clientId, storing })
      },
    })
  })
}
