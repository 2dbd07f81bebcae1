import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics, StatusClass } from './metrics.ts'

const EVENT_STREAM = 'text/event-stream'

/** Call it on the root instance before any route is registered. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRequest', async (request, reply) => {
    let isAnswered = false
    reply.raw.once('finish', () => {
      isAnswered = true
      count(request, reply, classOf(reply))
    })
    reply.raw.once('close', () => {
      // An event stream has no end of its own: it is answered once it is open.
      if (!isAnswered) count(request, reply, isStream(reply) ? classOf(reply) : 'aborted')
    })
  })

  function count(request: FastifyRequest, reply: FastifyReply, status: StatusClass): void {
    const seconds = status === 'aborted' || isStream(reply) ? null : reply.elapsedTime / 1000
    metrics.countRequest({ method: request.method, route: routeOf(request), status, seconds })
  }
}

function classOf({ raw }: FastifyReply): StatusClass {
  return `${Math.floor(raw.statusCode / 100)}xx` as StatusClass
}

function isStream({ raw }: FastifyReply): boolean {
  return raw.headersSent && String(raw.getHeader('content-type')).startsWith(EVENT_STREAM)
}

/** Each built file has a route of its own, whose name changes with its contents. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'unknown'
  return url.startsWith('/assets/') ? '/assets/*' : url
}
