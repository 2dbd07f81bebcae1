import type { FastifyInstance, FastifyRequest } from 'fastify'
import { markMessagesRead, sendImage, sendMessage, sendTyping } from '../../domain/api/chat/chat.ts'
import {
  IMAGES_PER_MINUTE,
  MESSAGES_PER_MINUTE,
  READ_MARKS_PER_MINUTE,
  TYPING_PER_MINUTE,
} from '../../domain/chat/chat.ts'
import { consumeRequest, limitPerUser } from '../http/limit-requests.ts'

/** Limits how much one user sends in a minute, before a picture is read. */
export function limitSending(app: FastifyInstance): void {
  const limits = new Map<string | undefined, ReturnType<typeof limitPerUser>>([
    [sendMessage.path, limitPerUser(app, MESSAGES_PER_MINUTE)],
    [sendImage.path, limitPerUser(app, IMAGES_PER_MINUTE)],
    [markMessagesRead.path, limitPerUser(app, READ_MARKS_PER_MINUTE)],
    [sendTyping.path, limitPerUser(app, TYPING_PER_MINUTE)],
  ])

  app.addHook('preParsing', async (request: FastifyRequest, reply) => {
    const allow = request.method === 'POST' && limits.get(request.routeOptions.url)
    if (allow) await consumeRequest(allow, request, reply)
  })
}
