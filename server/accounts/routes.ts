import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PasswordChangeInput, RegistrationInput, SignInInput } from '../../domain/accounts.ts'
import * as api from '../../domain/api.ts'
import type { Context } from '../context.ts'
import { command, mount, read, requireViewer } from '../http/route.ts'
import { registrationCookie } from '../http/registration-cookie.ts'
import { clearSessionCookie, sessionTokenOf } from '../http/session.ts'
import { endOtherSessions, endSession } from '../sessions/end-sessions.ts'
import { limitPasswordAttempts } from '../sessions/limit-password-attempts.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import { listSessions, listSignIns } from './queries.ts'
import { findRegisteredEmail } from '../registration/register.ts'
import { arrive, clientOf, sessionOf, wait, welcome } from '../sessions/start-session.ts'

export function accountRoutes(app: FastifyInstance, context: Context): void {
  const { accounts, config, db } = context
  const guarded = limitPasswordAttempts(context)

  read(app, api.getSession, async (_input, viewer) => sessionOf(viewer))

  // No `command`s, for the same reason as below; a registration that is sent twice is one more mail.
  mount(app, api.register, async (request, reply) => {
    const waiting = await accounts.register(request.body as RegistrationInput, clientOf(request))
    return wait(context, reply, waiting)
  })
  read(app, api.getRegistration, async (_input, _viewer, request) => ({
    email: await findRegisteredEmail(db, registrationOf(request)),
  }))
  mount(app, api.resendRegistrationCode, async (request) => {
    await accounts.resendRegistrationCode(registrationOf(request), clientOf(request))
    return { done: true } as const
  })
  mount(app, api.confirmRegistration, async (request, reply) => {
    const { code } = request.body as { code: string }
    const arrival = await accounts.confirmRegistration(registrationOf(request), code, clientOf(request))
    return arrive(context, request, reply.code(201), arrival)
  })

  mount(app, api.signIn, async (request, reply) => {
    const arrival = await guarded(request, () => accounts.signIn(request.body as SignInInput, clientOf(request)))
    return arrive(context, request, reply, arrival)
  })

  // Not a `command`: what that remembers of a body, a hash without salt, must not be made from passwords.
  mount(app, api.changePassword, async (request, reply) => {
    const viewer = requireViewer(request)
    const input = request.body as PasswordChangeInput
    const signedIn = await guarded(request, () => accounts.changePassword(viewer, input, clientOf(request)))
    return welcome(context, request, reply, signedIn)
  })

  read(app, api.listSessions, async (_, viewer) => ({ sessions: await listSessions(db, viewer) }))
  read(app, api.listSignIns, async (_, viewer) => ({ signIns: await listSignIns(db, viewer.id) }))
  // With a fresh proof: a thief with a stolen session must not throw its owner out.
  command(app, context, api.endSession, async (tx, { params }, viewer) => {
    await requireRecentAuthentication(viewer, tx)
    return { ended: await endSession(tx, viewer.id, params.sessionId) }
  })
  command(app, context, api.endOtherSessions, async (tx, _, viewer) => {
    await requireRecentAuthentication(viewer, tx)
    return { ended: await endOtherSessions(tx, viewer.id, viewer.sessionId) }
  })

  mount(app, api.signOut, async (request, reply) => {
    const token = sessionTokenOf(request, config.publicUrl)
    if (token) await accounts.signOut(token)
    clearSessionCookie(reply, config.publicUrl)
    reply.header('clear-site-data', '"storage"')
    return sessionOf(null)
  })

  function registrationOf(request: FastifyRequest): string | null {
    return registrationCookie.tokenOf(request, config.publicUrl)
  }
}
