import type { FastifyInstance } from 'fastify'
import * as sessionsApi from '../../../domain/api/accounts/sessions.ts'
import * as accountsApi from '../../../domain/api/accounts/accounts.ts'
import type { Context } from '../../context.ts'
import { sessionCookie } from '../../http/cookies.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { findOutage } from '../../http/outages/queries.ts'
import { endOtherSessions, endSession } from './end-sessions.ts'
import { signOut } from './find-viewer.ts'
import { listSessions, listSignIns } from './queries.ts'
import { requireRecentAuthentication } from './recent-authentication.ts'
import { sessionOf } from './start-session.ts'

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const { config, db } = context
  const { mount, command } = endpointsOn(app, context, { public: 'sign-in' })

  mount(sessionsApi.getSession, async ({ viewer }) => {
    const outage = await findOutage(db)
    return { ...sessionOf(viewer), ...(outage && { outage: { startedAt: outage.startedAt.toISOString() } }) }
  })
  mount(accountsApi.listSessions, async ({ viewer }) => ({ sessions: await listSessions(db, viewer) }))
  mount(accountsApi.listSignIns, async ({ viewer }) => ({ signIns: await listSignIns(db, viewer.id) }))

  // With recent authentication: a thief with a stolen session must not sign its owner out.
  command(accountsApi.endSession, async (tx, { params, viewer }) => {
    await requireRecentAuthentication(viewer, tx)
    return { ended: await endSession(tx, viewer.id, params.sessionId) }
  })
  command(accountsApi.endOtherSessions, async (tx, { viewer }) => {
    await requireRecentAuthentication(viewer, tx)
    return { ended: await endOtherSessions(tx, viewer.id, viewer.sessionId) }
  })

  mount(sessionsApi.signOut, async ({ request, reply }) => {
    const cookieValue = sessionCookie.read(request, config.publicUrl)
    if (cookieValue) await signOut(context, cookieValue)
    sessionCookie.clear(reply, config.publicUrl)
    reply.header('clear-site-data', '"storage"')
    return sessionOf(null)
  })
}
