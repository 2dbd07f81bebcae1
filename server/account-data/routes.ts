import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'
import type { AccountDeletionInput } from '../../domain/account-data.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import { sessionOf } from '../sessions/start-session.ts'
import type { Config } from '../config.ts'
import type { Context, Viewer } from '../context.ts'
import { DEMO_USERS } from '../demo/demo-users.ts'
import { mount, requireViewer } from '../http/route.ts'
import { clearSessionCookie } from '../http/session.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'

export function accountDataRoutes(app: FastifyInstance, { config, db, limits, rates }: Context): void {
  // A thief with a stolen session must not carry everything away: with a fresh proof, and a few times a day.
  mount(app, api.exportAccount, async (request, reply) => {
    const viewer = requireViewer(request)
    await requireRecentAuthentication(viewer, db)
    await limits.consume(db, 'exports_per_account', viewer.id)
    reply.header('content-disposition', `attachment; filename="sarraf-${viewer.username}.json"`)
    reply.type('application/json; charset=utf-8')
    return reply.send(Readable.from(exportAccount(db, rates, viewer.id)))
  })

  // Not a `command`: what remembers answers goes with the account, and who calls again is nobody any more.
  mount(app, api.deleteAccount, async (request, reply) => {
    const viewer = requireViewer(request)
    if (isOfDemo(config, viewer)) throw new DomainError('demo_account_protected')
    await deleteAccount(db, viewer, request.body as AccountDeletionInput)
    clearSessionCookie(reply, config.publicUrl)
    reply.header('clear-site-data', '"storage"')
    return sessionOf(null)
  })
}

/** Everybody can sign in as them; they are there for whoever comes next. */
function isOfDemo({ demo }: Config, { username, email }: Viewer): boolean {
  return demo && DEMO_USERS.some((one) => one.username === username || one.email === email)
}
