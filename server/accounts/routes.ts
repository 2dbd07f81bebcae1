import type { FastifyInstance } from 'fastify'
import type { PasswordChangeInput, RegistrationInput, SignInInput } from '../../domain/accounts.ts'
import * as api from '../../domain/api.ts'
import type { Context } from '../context.ts'
import { idempotencyKey } from '../http/command.ts'
import { command, mount, read, requireViewer } from '../http/route.ts'
import { clearSessionCookie, sessionTokenOf } from '../http/session.ts'
import { endOtherSessions, endSession } from './end-sessions.ts'
import { guardPasswords } from './limit-wrong-passwords.ts'
import { requireFreshProof } from './factors/fresh-proof.ts'
import { listSessions, listSignIns } from './queries.ts'
import { arrive, clientOf, sessionOf, welcome } from './welcome.ts'

export function accountRoutes(app: FastifyInstance, context: Context): void {
  const { accounts, config, db } = context
  const guarded = guardPasswords(context)

  read(app, api.getSession, async (_input, viewer) => sessionOf(viewer))

  mount(app, api.register, async (request, reply) => {
    const input = request.body as RegistrationInput
    const registered = await accounts.register(input, idempotencyKey(request), clientOf(request))
    if (registered.isReplay) reply.header('idempotent-replay', 'true')
    return arrive(context, request, reply.code(201), registered.arrival)
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
    await requireFreshProof(viewer, tx)
    return { ended: await endSession(tx, viewer.id, params.sessionId) }
  })
  command(app, context, api.endOtherSessions, async (tx, _, viewer) => {
    await requireFreshProof(viewer, tx)
    return { ended: await endOtherSessions(tx, viewer.id, viewer.sessionId) }
  })

  mount(app, api.signOut, async (request, reply) => {
    const token = sessionTokenOf(request, config.publicUrl)
    if (token) await accounts.signOut(token)
    clearSessionCookie(reply, config.publicUrl)
    reply.header('clear-site-data', '"storage"')
    return sessionOf(null)
  })
}
