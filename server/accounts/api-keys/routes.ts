import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/accounts/api-keys.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { createKey } from './create-key.ts'
import { listKeys } from './queries.ts'
import { removeKey } from './remove-key.ts'

export function apiKeyRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const { mount, command } = endpointsOn(app, context)

  mount(api.listApiKeys, async ({ viewer }) => ({ keys: await listKeys(db, viewer.id) }))

  // Not a command, whose record would contain the key.
  mount(api.createApiKey, async ({ body, viewer }) => {
    const key = await createKey(db, viewer, body)
    return { key, keys: await listKeys(db, viewer.id) }
  })

  command(api.removeApiKey, async (tx, { params, viewer }) => {
    await removeKey(tx, viewer.id, params.keyId)
    return { keys: await listKeys(tx, viewer.id) }
  })
}
