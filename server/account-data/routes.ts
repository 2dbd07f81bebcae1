import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api/accounts/account-data.ts'
import { DomainError } from '../../domain/errors.ts'
import { productInFileNames } from '../../domain/operator/product.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { DEMO_TRADERS } from '../demo/demo-traders.ts'
import { DEMO_USERS } from '../demo/demo-users.ts'
import { sessionCookie } from '../http/cookies.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { requireRecentAuthentication } from '../accounts/sessions/recent-authentication.ts'
import { sessionOf } from '../accounts/sessions/start-session.ts'
import type { Viewer } from '../http/viewer.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'

export function accountDataRoutes(app: FastifyInstance, context: Context): void {
  const { config, db, limits } = context
  const { mount } = endpointsOn(app, context)

  // With recent authentication and a daily limit: an attacker with a stolen session must not export all data.
  mount(api.exportAccount, async ({ viewer, reply }) => {
    await requireRecentAuthentication(viewer, db)
    await limits.consume(db, 'exports_per_account', viewer.id)
    reply.header('content-disposition', `attachment; filename="${productInFileNames()}-${viewer.username}.json"`)
    return exportAccount(db, context, viewer.id)
  })

  // Not a command: its record would be deleted with the account, and a repeated call comes from no user.
  mount(api.deleteAccount, async ({ body, viewer, reply }) => {
    if (isDemoUser(config, viewer)) throw new DomainError('demo_account_protected')
    await deleteAccount(context, viewer, body)
    sessionCookie.clear(reply, config.publicUrl)
    reply.header('clear-site-data', '"storage"')
    return sessionOf(null)
  })
}

/** Every visitor can sign in as a demo user, with the printed password or by the captured emails, so they stay for the next one. */
function isDemoUser({ demo }: Config, { username, email }: Viewer): boolean {
  return demo && [...DEMO_USERS, ...DEMO_TRADERS].some((user) => user.username === username || user.email === email)
}
