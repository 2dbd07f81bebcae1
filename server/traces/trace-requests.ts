import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { currentSpan, inSpan } from '../db/current-span.ts'
import type { Span, SpanAttributes } from '../db/current-span.ts'
import { isProbeOrFile } from '../http/access-log.ts'
import { atEndOfRequests, routeOf } from '../http/end-of-requests.ts'
import type { Outcome } from '../http/end-of-requests.ts'
import { proxyTest } from '../http/request-ids.ts'
import type { Traces } from './open-telemetry.ts'

/**
 * A span for each request, with the pattern of its route and the id in its answer, and nothing of its caller. The calls by which the
 * server renders a page are parts of the page's. Call it on the root instance, before what reads the database.
 */
export function traceRequests(app: FastifyInstance, traces: Traces, { trustProxy }: Pick<Config, 'trustProxy'>): void {
  const isProxy = proxyTest(trustProxy)
  const spans = new WeakMap<FastifyRequest, Span>()

  function startSpan(request: FastifyRequest): Span {
    const [method, route] = [request.method, routeOf(request)]
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.header.x-request-id': [request.id],
    }
    const { headers, socket } = request.raw
    return (
      currentSpan()?.startChild(`${method} ${route}`, 'server', attributes) ??
      traces.startRequest(`${method} ${route}`, attributes, isProxy(socket.remoteAddress) ? headers : null)
    )
  }

  app.addHook('onRequest', (request, _reply, done) => {
    if (isProbeOrFile(request)) return done()
    const span = startSpan(request)
    spans.set(request, span)
    inSpan(span, done)
  })
  atEndOfRequests(app, (request, reply, outcome) => spans.get(request)?.end(attributesOf(reply, outcome)))
}

function attributesOf({ raw: { statusCode } }: FastifyReply, outcome: Outcome): SpanAttributes {
  if (outcome === 'aborted') return { 'error.type': 'aborted' }
  return {
    'http.response.status_code': statusCode,
    ...(statusCode >= 500 && { 'error.type': String(statusCode) }),
  }
}
