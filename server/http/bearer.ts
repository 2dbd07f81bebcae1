import type { FastifyRequest } from 'fastify'

/**
 * The API key in `Authorization: Bearer …`, or null. A browser never adds this header for another site, so such a request
 * needs no CSRF protection.
 */
export function bearerOf({ headers }: FastifyRequest): string | null {
  return /^bearer +(\S*)/i.exec(headers.authorization ?? '')?.[1] ?? null
}
