import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/accounts/tiers.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { getLimits, listTiers } from './queries.ts'

export function tierRoutes(app: FastifyInstance, context: Context): void {
  const { db, publicReads } = context
  const { mount } = endpointsOn(app, context)

  mount(api.listTiers, () => listTiers(publicReads))
  mount(api.getLimits, ({ viewer }) => getLimits(db, viewer.id))
}
