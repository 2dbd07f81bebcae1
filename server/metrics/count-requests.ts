import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

const EVENT_STREAM = 'text/event-stream'

/** Call it on the root instance before any route is registered. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const isStream = String(reply.getHeader('content-type')).startsWith(EVENT_STREAM)
    metrics.countRequest({
      method: request.method,
      route: routeOf(request),
      statusCode: reply.statusCode,
      seconds: isStream ? null : reply.elapsedTime / 1000,
    })
  })
}

/** Each built file has a route of its own, whose name changes with its contents. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'unknown'
  return url.startsWith('/assets/') ? '/assets/*' : url
}
