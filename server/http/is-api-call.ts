import type { FastifyRequest } from 'fastify'

/**
 * Whether a call of the API answers this request. The route says so, not the address as it was written: the router reads
 * "/%61pi/session" as /api/session.
 */
export function isApiCall({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/') ?? false
}
