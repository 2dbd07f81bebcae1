import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api.ts'
import type { Context } from '../context.ts'
import { read } from '../http/route.ts'
import { readDashboard } from './queries.ts'

export function dashboardRoutes(app: FastifyInstance, { db }: Context): void {
  read(app, api.getDashboard, (_, viewer) => readDashboard(db, viewer.id))
}
