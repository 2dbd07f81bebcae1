/** The session cookie or the API key, and the person it belongs to, on every request to the API. */
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../../domain/errors.ts'
import { findKeyViewer } from '../api-keys/find-key-viewer.ts'
import type { Context } from '../context.ts'
import { bearerOf } from './bearer.ts'
import { isApiCall } from './is-api-call.ts'

/** As long as a session can live at all; the server ends it earlier when nobody uses it. */
const THIRTY_DAYS_SECONDS = 30 * 24 * 60 * 60

type Parts = Pick<Context, 'accounts' | 'config' | 'db'>

/**
 * Fills in `request.viewer` before any route looks at it. `security` has read the cookies by then. A key that opens nothing
 * is `signed_out` even where anybody may call, so that its owner learns of it.
 */
export function sessions(app: FastifyInstance, { accounts, config, db }: Parts): void {
  app.decorateRequest('viewer', null)
  app.addHook('onRequest', async (request) => {
    if (!isApiCall(request)) return
    const key = bearerOf(request)
    if (key !== null) {
      request.viewer = await findKeyViewer(db, key)
      if (!request.viewer) throw new DomainError('signed_out')
      return
    }
    const token = sessionTokenOf(request, config.publicUrl)
    if (token) request.viewer = await accounts.findViewer(token)
  })
}

/** Over https the name itself makes browsers retryUntilAcknowledged on Secure, this host only and the whole site. */
export function sessionCookie(publicUrl: string): { name: string; secure: boolean } {
  const secure = publicUrl.startsWith('https:')
  return { name: secure ? '__Host-sid' : 'sid', secure }
}

/** The cookie's value, whether or not a session belongs to it. */
export function sessionTokenOf(request: FastifyRequest, publicUrl: string): string | null {
  return request.cookies[sessionCookie(publicUrl).name] || null
}

export function setSessionCookie(reply: FastifyReply, publicUrl: string, token: string): void {
  reply.setCookie(sessionCookie(publicUrl).name, token, { ...flags(publicUrl), maxAge: THIRTY_DAYS_SECONDS })
}

export function clearSessionCookie(reply: FastifyReply, publicUrl: string): void {
  reply.setCookie(sessionCookie(publicUrl).name, '', { ...flags(publicUrl), maxAge: 0 })
}

function flags(publicUrl: string): CookieSerializeOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: sessionCookie(publicUrl).secure }
}
