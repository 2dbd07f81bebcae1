import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/profiles/relations.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { listRelations } from './queries.ts'
import { removeRelation, setRelation } from './set-relation.ts'

export function relationRoutes(app: FastifyInstance, context: Context): void {
  const { mount, command } = endpointsOn(app, context)

  mount(api.listRelations, async ({ viewer }) => ({ relations: await listRelations(context.db, viewer.id) }))
  command(api.setRelation, (tx, { params, body, viewer }) => setRelation(tx, viewer.id, params.username, body.kind))
  command(api.removeRelation, async (tx, { params, viewer }) => ({
    removed: await removeRelation(tx, viewer.id, params.username),
  }))
}
