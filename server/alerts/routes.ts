import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api.ts'
import type { Context } from '../context.ts'
import { command, read } from '../http/route.ts'
import { markRead } from './mark-read.ts'
import { countUnread, listAlerts } from './queries.ts'

export function alertRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  read(app, api.listAlerts, async (_, viewer) => ({ alerts: await listAlerts(db, viewer.id) }))
  read(app, api.countAlerts, async (_, viewer) => ({ unread: await countUnread(db, viewer.id) }))

  command(app, context, api.markAlertsRead, async (tx, { body }, viewer) => {
    await markRead(tx, viewer.id, body.seq)
    return { unread: await countUnread(tx, viewer.id) }
  })
}
