/** Answers of the API at addresses that no route matches. */
import type { FastifyInstance } from 'fastify'
import { ENDPOINTS } from '../../domain/endpoints.ts'
import { DomainError } from '../../domain/errors.ts'

/** 405 with the allowed methods at an address that takes other methods, else `not_found`. Register it after all routes. */
export function unknownAddresses(app: FastifyInstance): void {
  app.all('/api/*', async (request, reply) => {
    const methods = methodsOf(request.url.split('?')[0] ?? '')
    // The request's own method is in the list where the router gave up on an overlong parameter.
    if (methods.length === 0 || methods.includes(request.method)) throw new DomainError('not_found')
    reply.header('allow', methods.join(', '))
    throw new DomainError('method_not_allowed')
  })
}

const ADDRESSES = ENDPOINTS.map(({ endpoint: { method, path } }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
}))

function methodsOf(path: string): string[] {
  return ADDRESSES.filter(({ pattern }) => pattern.test(path)).map(({ method }): string => method)
}
