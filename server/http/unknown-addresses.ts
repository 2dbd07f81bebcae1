/** What is told at an address of the API that no route answers. */
import type { FastifyInstance } from 'fastify'
import { ENDPOINTS } from '../../domain/endpoints.ts'
import { DomainError } from '../../domain/errors.ts'

/** An address that takes other methods says which (405); any other is `not_found`. Register it after all routes. */
export function unknownAddresses(app: FastifyInstance): void {
  app.all('/api/*', async (request, reply) => {
    const methods = methodsOf(request.url.split('?')[0] ?? '')
    // The method itself among them: a parameter so long that the router gave up.
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
