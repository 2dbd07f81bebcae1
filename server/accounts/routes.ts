import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RegistrationInput, SignInInput } from '../../domain/accounts.ts'
import * as api from '../../domain/api.ts'
import type { Session } from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Context, Viewer } from '../context.ts'
import { idempotencyKey } from '../http/command.ts'
import { mount, read } from '../http/route.ts'
import { clearSessionCookie, sessionTokenOf, setSessionCookie } from '../http/session.ts'
import type { Client, SignedIn } from './accounts.ts'
import { limitWrongPasswords } from './limit-wrong-passwords.ts'

const USER_AGENT_MAX = 300

export function accountRoutes(app: FastifyInstance, context: Context): void {
  const { accounts, config } = context
  const wrongPasswords = limitWrongPasswords(app)

  read(app, api.getSession, async (_input, viewer) => sessionOf(viewer))

  mount(app, api.register, async (request, reply) => {
    const input = request.body as RegistrationInput
    const registered = await accounts.register(input, idempotencyKey(request), clientOf(request))
    if (registered.isReplay) reply.header('idempotent-replay', 'true')
    return welcome(request, reply.code(201), registered)
  })

  mount(app, api.signIn, async (request, reply) => {
    await wrongPasswords.check(request, reply)
    try {
      const signedIn = await accounts.signIn(request.body as SignInInput, clientOf(request))
      return await welcome(request, reply, signedIn)
    } catch (error) {
      if (error instanceof DomainError && error.code === 'credentials_wrong') await wrongPasswords.count(request)
      throw error
    }
  })

  mount(app, api.signOut, async (request, reply) => {
    const token = sessionTokenOf(request, config.publicUrl)
    if (token) await accounts.signOut(token)
    clearSessionCookie(reply, config.publicUrl)
    reply.header('clear-site-data', '"storage"')
    return sessionOf(null)
  })

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
  const { id, username, email, memberSince } = viewer
  return { user: { id, username, email, memberSince: memberSince.toISOString() } }
}

function clientOf(request: FastifyRequest): Client {
  return { ipAddress: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX) }
}
