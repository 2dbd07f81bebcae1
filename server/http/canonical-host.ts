import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { isApiCall } from './is-api-call.ts'

/**
 * Redirects pages from the public host's other form (with or without `www.`) to the public host, because the session and browser
 * storage belong to one host.
 */
export function redirectToCanonicalHost(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const { host } = new URL(publicUrl)
  const alternateHost = host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`
  app.addHook('onRequest', async (request, reply) => {
    if (request.host.toLowerCase() !== alternateHost || isApiCall(request)) return
    // A target that is a whole address is for proxies.
    if (!request.url.startsWith('/') || (request.method !== 'GET' && request.method !== 'HEAD')) return
    // A cache in front may know the host by another header than this server.
    return reply.header('cache-control', 'no-store').redirect(publicUrl + request.url, 308)
  })
}
