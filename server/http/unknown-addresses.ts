/** What is told at an address of the API that no route answers. */
import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api.ts'
import type { Endpoint } from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'

/** An address that takes other methods says which (405); any other is `not_found`. Register it after all routes. */
export function unknownAddresses(app: FastifyInstance): void {
  app.all('/api/*', { schema: { hide: true } }, async (request, reply) => {
    const methods = methodsOf(request.url.split('?')[0] ?? '')
    // The method itself among them: a parameter so long that the router gave up.
    if (methods.length === 0 || methods.includes(request.method)) throw new DomainError('not_found')
    reply.header('allow', methods.join(', '))
    throw new DomainError('method_not_allowed')
  })
}

const ADDRESSES = Object.values(api as Record<string, unknown>)
  .filter(isEndpoint)
  .map(({ method, path }) => ({ method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) }))

function methodsOf(path: string): string[] {
  return ADDRESSES.filter(({ pattern }) => pattern.test(path)).map(({ method }): string => method)
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value
}
