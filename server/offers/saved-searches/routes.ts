import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/offers/saved-searches.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { listSavedSearches } from './queries.ts'
import { deleteSearch, editSearch, saveSearch } from './save-search.ts'

export function savedSearchRoutes(app: FastifyInstance, context: Context): void {
  const { mount, command } = endpointsOn(app, context)

  mount(api.listSavedSearches, async ({ viewer }) => ({ searches: await listSavedSearches(context.db, viewer.id) }))
  command(api.createSavedSearch, (tx, { body, viewer }) => saveSearch(tx, viewer.id, body))
  command(api.editSavedSearch, (tx, { params, body, viewer }) => editSearch(tx, viewer.id, params.searchId, body))
  command(api.deleteSavedSearch, async (tx, { params, viewer }) => {
    await deleteSearch(tx, viewer.id, params.searchId)
    return { deleted: true as const }
  })
}
