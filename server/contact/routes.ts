import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api.ts'
import { contactReference } from '../../domain/contact.ts'
import type { ContactInput } from '../../domain/contact.ts'
import type { Context } from '../context.ts'
import { idempotencyKey } from '../http/command.ts'
import { mount } from '../http/route.ts'
import { limitMessages } from './limit-messages.ts'
import { findSent, sendContactMessage } from './send-message.ts'

export function contactRoutes(app: FastifyInstance, { db, config }: Context): void {
  const limit = limitMessages(app, config)

  mount(app, api.sendContactMessage, async (request, reply) => {
    const input = request.body as ContactInput
    const sender = { key: idempotencyKey(request), userId: request.viewer?.id ?? null }
    const earlier = await findSent(db, input, sender)
    // What was kept already is found again however many came from here since.
    if (!earlier) await limit(request, reply)
    const { id, isReplay } = earlier ?? (await sendContactMessage(db, input, sender))
    if (isReplay) reply.header('idempotent-replay', 'true')
    return reply.code(201).send({ reference: contactReference(id) })
  })
}
