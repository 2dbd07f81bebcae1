import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api.ts'
import type { NewKey } from '../../domain/api-keys.ts'
import type { Context } from '../context.ts'
import { command, mount, read, requireViewer } from '../http/route.ts'
import { createKey } from './create-key.ts'
import { listKeys } from './queries.ts'
import { removeKey } from './remove-key.ts'

export function apiKeyRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  read(app, api.listApiKeys, async (_, viewer) => ({ keys: await listKeys(db, viewer.id) }))

  // Not a `command`, which would remember its answer and with it the key.
  mount(app, api.createApiKey, async (request, reply) => {
    const viewer = requireViewer(request)
    const key = await createKey(db, viewer, request.body as NewKey)
    reply.code(201)
    return { key, keys: await listKeys(db, viewer.id) }
  })

  command(app, context, api.removeApiKey, async (tx, { params }, viewer) => {
    await removeKey(tx, viewer.id, params.keyId)
    return { keys: await listKeys(tx, viewer.id) }
  })
}
