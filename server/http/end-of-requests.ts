import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const EVENT_STREAM = 'text/event-stream'

/** `stream`: an event stream, which lasts as long as its page is open. `aborted`: the client hung up before the end of its answer. */
export type Outcome = 'answered' | 'stream' | 'aborted'

/** Calls `onEnd` once for each request, at its end. Call it on the root instance before any route is registered. */
export function atEndOfRequests(
  app: FastifyInstance,
  onEnd: (request: FastifyRequest, reply: FastifyReply, outcome: Outcome) => void,
): void {
  app.addHook('onRequest', async (request, reply) => {
    let isAnswered = false
    reply.raw.once('finish', () => {
      isAnswered = true
      onEnd(request, reply, isStream(reply) ? 'stream' : 'answered')
    })
    reply.raw.once('close', () => {
      // An event stream has no end of its own: it is answered once it is open.
      if (!isAnswered) onEnd(request, reply, isStream(reply) ? 'stream' : 'aborted')
    })
  })
}

function isStream({ raw }: FastifyReply): boolean {
  return raw.headersSent && String(raw.getHeader('content-type')).startsWith(EVENT_STREAM)
}

/** The pattern of the route, as /api/trades/:id, never an address. Each built file has a route of its own, whose name changes with its contents. */
export function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'unknown'
  return url.startsWith('/assets/') ? '/assets/*' : url
}
