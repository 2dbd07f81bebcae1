import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/trades/rehearsals.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { moveRehearsal } from './move-rehearsal.ts'
import { listRehearsals } from './queries.ts'
import { startRehearsal } from './start-rehearsal.ts'

export function rehearsalRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const { mount, command } = endpointsOn(app, context)

  mount(api.listRehearsals, ({ viewer }) => listRehearsals(db, viewer.id))
  command(api.startRehearsal, (tx, { body, viewer }) => startRehearsal(tx, viewer.id, body.scenario))
  command(api.moveRehearsal, (tx, { params, body, viewer }) =>
    moveRehearsal(tx, viewer.id, { rehearsalId: params.rehearsalId, ...body }),
  )
}
