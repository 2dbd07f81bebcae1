import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api/profiles/profiles.ts'
import type { Context } from '../context.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { readDashboard } from './queries.ts'

export function dashboardRoutes(app: FastifyInstance, context: Context): void {
  const { mount } = endpointsOn(app, context)
  mount(api.getDashboard, ({ viewer }) => readDashboard(context.db, viewer.id))
}
