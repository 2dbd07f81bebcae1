import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/notifications/webhooks.ts'
import { listKeys } from '../../accounts/api-keys/queries.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { listDeliveries } from './queries.ts'
import { resend, sendTest } from './send-by-hand.ts'
import { changeWebhook, createWebhook, removeWebhook, resumeWebhook } from './set-webhook.ts'

export function webhookRoutes(app: FastifyInstance, context: Context): void {
  const { db, limits } = context
  const { mount, command } = endpointsOn(app, context)

  // Not a command, whose record would contain the secret.
  mount(api.createWebhook, async ({ params, body, viewer }) => {
    const secret = await createWebhook(context, db, viewer, { ...params, ...body })
    return { secret, keys: await listKeys(db, viewer.id) }
  })
  command(api.changeWebhook, async (tx, { params, body, viewer }) => {
    await changeWebhook(tx, limits, viewer, { ...params, ...body })
    return { keys: await listKeys(tx, viewer.id) }
  })
  command(api.resumeWebhook, async (tx, { params, viewer }) => {
    await resumeWebhook(tx, viewer.id, params.keyId)
    return { keys: await listKeys(tx, viewer.id) }
  })
  command(api.removeWebhook, async (tx, { params, viewer }) => {
    await removeWebhook(tx, viewer.id, params.keyId)
    return { keys: await listKeys(tx, viewer.id) }
  })

  mount(api.listWebhookDeliveries, ({ params, query, viewer }) =>
    listDeliveries(db, viewer.id, params.keyId, query.before ?? null),
  )
  command(api.testWebhook, (tx, { params, viewer }) => sendTest(tx, limits, viewer.id, params.keyId))
  command(api.resendWebhookDelivery, (tx, { params, viewer }) => resend(tx, limits, viewer.id, params))
}
