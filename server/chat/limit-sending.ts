import type { FastifyInstance, FastifyRequest } from 'fastify'
import { markMessagesRead, sendImage, sendMessage, sendTyping } from '../../domain/api.ts'
import {
  IMAGES_PER_MINUTE,
  MESSAGES_PER_MINUTE,
  READ_MARKS_PER_MINUTE,
  TYPING_PER_MINUTE,
} from '../../domain/chat/chat.ts'
import { consumeRequest } from '../http/limit-requests.ts'

const MINUTE_MS = 60_000

/** Limits how much one user sends in a minute, before a picture is read. Each process counts for itself. */
export function limitSending(app: FastifyInstance): void {
  const limit = (max: number) =>
    app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator: (request) => request.viewer?.id ?? request.ip })
  const limits = new Map<string | undefined, ReturnType<typeof limit>>([
    [sendMessage.path, limit(MESSAGES_PER_MINUTE)],
    [sendImage.path, limit(IMAGES_PER_MINUTE)],
    [markMessagesRead.path, limit(READ_MARKS_PER_MINUTE)],
    [sendTyping.path, limit(TYPING_PER_MINUTE)],
  ])

  app.addHook('onRequest', async (request: FastifyRequest, reply) => {
    const allow = request.method === 'POST' && request.viewer && limits.get(request.routeOptions.url)
    if (allow) await consumeRequest(allow, request, reply)
  })
}
