import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError } from '../../../domain/errors.ts'
import { findKeyViewer } from '../api-keys/find-key-viewer.ts'
import { asSystem } from '../../db/scope.ts'
import { bearerOf } from '../../http/bearer.ts'
import { sessionCookie } from '../../http/cookies.ts'
import { isApiCall } from '../../http/is-api-call.ts'
import { findViewer } from '../sessions/find-viewer.ts'
import { resign } from '../sessions/session-token.ts'
import type { CookieServices } from '../sessions/start-session.ts'

/**
 * Fills in `request.viewer` from the API key or the session cookie, before any route reads it; `security` has parsed the
 * cookies by then. An unknown key is refused with `signed_out` on public endpoints too, so that its owner learns of it.
 */
export function authenticateRequests(app: FastifyInstance, services: CookieServices): void {
  app.decorateRequest('viewer', null)
  app.addHook('onRequest', async (request, reply) => {
    if (isApiCall(request)) await asSystem('authentication', () => authenticate(request, reply))
  })

  async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const key = bearerOf(request)
    if (key === null) {
      const cookieValue = sessionCookie.read(request, services.config.publicUrl)
      if (!cookieValue) return
      request.viewer = await findViewer(services, cookieValue)
      const resigned = request.viewer && resign(cookieValue, services.secrets)
      if (resigned) sessionCookie.set(reply, services.config.publicUrl, resigned)
    } else {
      request.viewer = await findKeyViewer(services.db, key)
      if (!request.viewer) throw new DomainError('signed_out')
    }
    if (request.viewer) await services.networks.note(services.db, request.viewer.id, request.ip)
  }
}
