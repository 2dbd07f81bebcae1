import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api.ts'
import { listReceivedMessages } from '../contact/queries.ts'
import type { Context } from '../context.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { markAnswered } from './mark-answered.ts'
import { findUsers, listAuditLog } from './queries.ts'
import { requireStaff } from './require-staff.ts'

/** Reads leave no audit record; every action does. */
export function staffRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const { mount, command } = endpointsOn(app, context, { all: 'staff' })

  mount(api.listReceivedMessages, async ({ query, viewer }) => {
    await requireStaff(db, viewer, 'admin')
    return listReceivedMessages(db, query.show ?? 'unanswered', query.cursor)
  })

  mount(api.findUsers, async ({ query, viewer }) => {
    await requireStaff(db, viewer, 'admin')
    return { users: await findUsers(db, query.username ?? '') }
  })

  mount(api.listAuditLog, async ({ query, viewer }) => {
    await requireStaff(db, viewer, 'admin')
    return listAuditLog(db, query.cursor)
  })

  command(api.markAnswered, async (tx, { params, body, viewer }) => {
    await requireStaff(tx, viewer, 'admin')
    await markAnswered(tx, viewer, params.messageId, body.note)
    return { done: true as const }
  })

  command(api.endSessionsOf, async (tx, { params, body, viewer }) => {
    await requireStaff(tx, viewer, 'admin')
    return { ended: await endSessionsOf(tx, viewer, params.userId, body.reason) }
  })
}
