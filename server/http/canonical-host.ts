import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { isApiCall } from './is-api-call.ts'

/**
 * Redirects a page that was asked for with `www.` before the public host, or without the one it has, to the public host: the
 * session and what a browser keeps belong to one host. Other hosts (an address, a name inside a network) are served as they are.
 */
export function redirectToCanonicalHost(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const { host } = new URL(publicUrl)
  const twin = host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`
  app.addHook('onRequest', async (request, reply) => {
    if (request.host.toLowerCase() !== twin || isApiCall(request)) return
    if (request.method === 'GET' || request.method === 'HEAD') return reply.redirect(publicUrl + request.url, 308)
  })
}
