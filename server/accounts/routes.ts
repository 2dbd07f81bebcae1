import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api/accounts/accounts.ts'
import type { Context } from '../context.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { clientOf } from './sessions/client-of.ts'
import { limitPasswordAttempts } from './sessions/limit-password-attempts.ts'
import { startSession } from './sessions/start-session.ts'
import { changePassword } from './change-password.ts'
import { emailTokenRoutes } from './email-token-routes.ts'

export function accountRoutes(app: FastifyInstance, context: Context): void {
  const { mount } = endpointsOn(app, context, { public: 'account recovery' })
  emailTokenRoutes(app, context)

  // Not a command, whose record would contain a hash of the passwords in the body.
  mount(api.changePassword, async ({ body, viewer, request, reply }) => {
    const client = clientOf(request, context.config.publicUrl)
    const token = await limitPasswordAttempts(context, viewer.email, client, () =>
      changePassword(context, viewer, body, client),
    )
    return startSession(context, { request, reply }, token)
  })
}
