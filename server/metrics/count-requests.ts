import type { FastifyInstance, FastifyReply } from 'fastify'
import { atEndOfRequests, routeOf } from '../http/end-of-requests.ts'
import type { Metrics, StatusClass } from './metrics.ts'

/** Call it on the root instance before any route is registered. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  atEndOfRequests(app, (request, reply, outcome) => {
    const status = outcome === 'aborted' ? 'aborted' : classOf(reply)
    const seconds = outcome === 'answered' ? reply.elapsedTime / 1000 : null
    metrics.countRequest({ method: request.method, route: routeOf(request), status, seconds })
  })
}

function classOf({ raw }: FastifyReply): StatusClass {
  return `${Math.floor(raw.statusCode / 100)}xx` as StatusClass
}
