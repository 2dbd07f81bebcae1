import type { FastifyInstance } from 'fastify'
import { ENDPOINTS } from '../../../domain/endpoints.ts'
import type { ErrorCode } from '../../../domain/errors.ts'
import { codesOf } from '../../http/openapi/refusals.ts'

/** Collects each refusal that the OpenAPI document lacks for its endpoint. The returned function empties the collection. */
export function collectUndocumented(app: FastifyInstance): () => string[] {
  const found = new Set<string>()
  app.addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string') return
    const called = ENDPOINTS.find(({ endpoint }) => endpoint.path === routeOptions.url && endpoint.method === method)
    if (!called) return
    const { code } = JSON.parse(payload) as { code: ErrorCode }
    if (!codesOf(called.endpoint).includes(code)) found.add(`${called.name} answered "${code}"`)
  })
  return () => {
    const undocumented = [...found]
    found.clear()
    return undocumented
  }
}

/** Throws when an answer since the last call had a code that its endpoint does not list. */
export function assertDocumented(takeUndocumented: () => string[]): void {
  const undocumented = takeUndocumented()
  if (undocumented.length === 0) return
  throw new Error(
    `Add these codes to \`errors\` of their endpoints in domain/api, so that the OpenAPI document has them: ${undocumented.join(', ')}`,
  )
}
