import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/staff/transparency.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { findTransparency } from './queries.ts'

export function transparencyRoutes(app: FastifyInstance, context: Context): void {
  const { mount } = endpointsOn(app, context)
  mount(api.getTransparency, async () => ({ figures: await findTransparency(context.publicReads) }))
}
