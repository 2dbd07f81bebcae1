import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api.ts'
import type { Context } from '../context.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { markRead } from './mark-read.ts'
import { countUnread, listAlerts } from './queries.ts'

export function alertRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const { mount, command } = endpointsOn(app, context)

  mount(api.listAlerts, async ({ viewer }) => ({ alerts: await listAlerts(db, viewer.id) }))
  mount(api.countAlerts, async ({ viewer }) => ({ unread: await countUnread(db, viewer.id) }))

  command(api.markAlertsRead, async (tx, { body, viewer }) => {
    await markRead(tx, viewer.id, body.seq)
    return { unread: await countUnread(tx, viewer.id) }
  })
}
