import type { FastifyRequest } from 'fastify'

/**
 * The key a program shows in `Authorization: Bearer …`; null where none is shown. Browsers never add it by themselves, and
 * no other site may: what bears one is nobody's borrowed session.
 */
export function bearerOf({ headers }: FastifyRequest): string | null {
  return /^bearer +(\S*)/i.exec(headers.authorization ?? '')?.[1] ?? null
}
