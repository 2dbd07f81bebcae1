import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/staff/contact.ts'
import { contactReference } from '../../../domain/staff/contact.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { limitMessages } from './limit-messages.ts'
import { findSent, sendContactMessage } from './send-message.ts'

export function contactRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context
  const { mount } = endpointsOn(app, context, { public: 'contact form' })
  const limit = limitMessages(app, config)

  mount(api.sendContactMessage, async ({ body, viewer, key, request, reply }) => {
    const sender = { key, userId: viewer?.id ?? null, supportEmail: config.operator.supportEmail }
    const earlier = await findSent(db, body, sender)
    // A retry gets the stored message's answer and does not count against the limit.
    if (!earlier) await limit(request, reply)
    const { id, isReplay } = earlier ?? (await sendContactMessage(db, body, sender))
    if (isReplay) reply.header('idempotent-replay', 'true')
    return { reference: contactReference(id) }
  })
}
