import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/notifications/push.ts'
import type { Push } from '../../../domain/api/notifications/push.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/pool.ts'
import { asSystem } from '../../db/scope.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { findEndpoint, subscribe, unsubscribe } from './subscriptions.ts'
import { vapidKeys } from './vapid-keys.ts'

export function pushRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const { mount } = endpointsOn(app, context)
  // Created at the start, because a GET must not write.
  app.addHook('onReady', async () => {
    // Without a usable pair only push notifications fail, not the start of the server.
    await asSystem('push keys', () => vapidKeys(context)).catch((error: unknown) => {
      context.log.error({ err: error }, 'the key pair of push notifications cannot be used')
    })
  })
  const answer = async (endpoint: string | null): Promise<Push> => ({
    publicKey: (await vapidKeys(context)).publicKey,
    endpoint,
  })

  mount(api.getPush, async ({ viewer }) => answer(await findEndpoint(db, viewer)))
  mount(api.subscribeToPush, async ({ body, viewer }) => {
    const { publicKey } = await vapidKeys(context)
    await inTransaction(db, (tx) => subscribe(tx, viewer, body, publicKey))
    return answer(body.endpoint)
  })
  mount(api.unsubscribeFromPush, async ({ viewer }) => {
    await inTransaction(db, (tx) => unsubscribe(tx, viewer))
    return answer(null)
  })
}
