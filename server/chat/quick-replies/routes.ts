import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/chat/quick-replies.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { listQuickReplies } from './queries.ts'
import { createQuickReply, deleteQuickReply, editQuickReply } from './save-quick-reply.ts'

export function quickReplyRoutes(app: FastifyInstance, context: Context): void {
  const { mount, command } = endpointsOn(app, context)

  mount(api.listQuickReplies, async ({ viewer }) => ({ replies: await listQuickReplies(context.db, viewer.id) }))
  command(api.createQuickReply, (tx, { body, viewer }) => createQuickReply(tx, viewer.id, body))
  command(api.editQuickReply, (tx, { params, body, viewer }) => editQuickReply(tx, viewer.id, params.replyId, body))
  command(api.deleteQuickReply, async (tx, { params, viewer }) => {
    await deleteQuickReply(tx, viewer.id, params.replyId)
    return { deleted: true as const }
  })
}
