import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PasswordChangeInput, RegistrationInput, SignInInput } from '../../domain/accounts.ts'
import * as api from '../../domain/api.ts'
import type { Session } from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Context, Viewer } from '../context.ts'
import { idempotencyKey } from '../http/command.ts'
import { command, mount, read, requireViewer } from '../http/route.ts'
import { clearSessionCookie, sessionTokenOf, setSessionCookie } from '../http/session.ts'
import type { Client, SignedIn } from './accounts.ts'
import { endOtherSessions, endSession } from './end-sessions.ts'
import { limitWrongPasswords } from './limit-wrong-passwords.ts'
import { listSessions } from './queries.ts'

const USER_AGENT_MAX = 300
const WRONG: ReadonlySet<string> = new Set(['credentials_wrong', 'password_wrong'])

export function accountRoutes(app: FastifyInstance, context: Context): void {
  const { accounts, config, db } = context
  const wrongPasswords = limitWrongPasswords(app)

  read(app, api.getSession, async (_input, viewer) => sessionOf(viewer))

  mount(app, api.register, async (request, reply) => {
    const input = request.body as RegistrationInput
    const registered = await accounts.register(input, idempotencyKey(request), clientOf(request))
    if (registered.isReplay) reply.header('idempotent-replay', 'true')
    return welcome(request, reply.code(201), registered)
  })

  mount(app, api.signIn, async (request, reply) => {
    const signedIn = await guarded(request, reply, () =>
      accounts.signIn(request.body as SignInInput, clientOf(request)),
    )
    return welcome(request, reply, signedIn)
  })

  // Not a `command`: what that remembers of a body, a hash without salt, must not be made from passwords.
  mount(app, api.changePassword, async (request, reply) => {
    const viewer = requireViewer(request)
    const input = request.body as PasswordChangeInput
    const signedIn = await guarded(request, reply, () => accounts.changePassword(viewer.id, input, clientOf(request)))
    return welcome(request, reply, signedIn)
  })

  read(app, api.listSessions, async (_, viewer) => ({ sessions: await listSessions(db, viewer) }))
  command(app, context, api.endSession, async (tx, { params }, viewer) => ({
    ended: await endSession(tx, viewer.id, params.sessionId),
  }))
  command(app, context, api.endOtherSessions, async (tx, _, viewer) => ({
    ended: await endOtherSessions(tx, viewer.id, viewer.sessionId),
  }))

  mount(app, api.signOut, async (request, reply) => {
    const token = sessionTokenOf(request, config.publicUrl)
    if (token) await accounts.signOut(token)
    clearSessionCookie(reply, config.publicUrl)
    reply.header('clear-site-data', '"storage"')
    return sessionOf(null)
  })

  /** Counts wrong passwords, and refuses with `rate_limited` once there were too many. */
  async function guarded<T>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>): Promise<T> {
    await wrongPasswords.check(request, reply)
    try {
      return await work()
    } catch (error) {
      if (error instanceof DomainError && WRONG.has(error.code)) await wrongPasswords.count(request)
      throw error
    }
  }

  /** A browser never keeps the session it had: whoever planted it would share the new one. */
  async function welcome(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn): Promise<Session> {
    const before = sessionTokenOf(request, config.publicUrl)
    if (before) await accounts.signOut(before)
    setSessionCookie(reply, config.publicUrl, signedIn.token)
    return sessionOf(signedIn.viewer)
  }
}

function sessionOf(viewer: Viewer | null): Session {
  if (!viewer) return { user: null }
  const { id, username, email, language, memberSince } = viewer
  return { user: { id, username, email, language, memberSince: memberSince.toISOString() } }
}

function clientOf(request: FastifyRequest): Client {
  return { ipAddress: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX) }
}
