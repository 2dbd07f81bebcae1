import type { FastifyRequest } from 'fastify'

/**
 * Whether the matched route is one of the API. The route decides, not the address as written: the router reads
 * "/%61pi/session" as /api/session.
 */
export function isApiCall({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/') ?? false
}
