/** One line for each request at its end, where ACCESS_LOG is on (docs/operations.md, "Access log"). */
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { atEndOfRequests, routeOf } from './end-of-requests.ts'
import type { Outcome } from './end-of-requests.ts'
import { PROBES } from './own-host.ts'

/** In a second, of one process: a flood of requests must not fill the disk. How many were left out is a line too. */
export const LINES_PER_SECOND = 200
const SECOND_MS = 1000
/** A file at an address of its own, such as /sw.js. Those of the API have parameters. */
const BUILT_FILE = /^\/assets\/|^\/[\w.-]+\.\w+$/

/**
 * A line says nothing about the caller, and of the address only the pattern of its route: addresses hold names, and some of them
 * secrets. The log's own level does not matter: the setting alone decides.
 */
export function accessLog(app: FastifyInstance, log: Logger): void {
  const lines = log.child({}, { level: 'info' })
  const bytesBefore = new WeakMap<FastifyRequest, number>()
  let secondBegan = -Infinity
  let written = 0
  let leftOut = 0

  app.addHook('onRequest', async (request) => {
    bytesBefore.set(request, request.raw.socket.bytesWritten)
  })
  atEndOfRequests(app, (request, reply, outcome) => {
    if (isLogged(request) && isWithinBound()) lines.info(lineOf(request, reply, outcome), 'request')
  })
  app.addHook('onClose', async () => logLeftOut())

  function isWithinBound(): boolean {
    if (performance.now() - secondBegan >= SECOND_MS) {
      logLeftOut()
      secondBegan = performance.now()
      written = 0
    }
    if (written < LINES_PER_SECOND) {
      written++
      return true
    }
    leftOut++
    return false
  }

  function logLeftOut(): void {
    if (leftOut > 0) lines.info({ leftOut }, 'requests are not in the access log, which has a bound for each second')
    leftOut = 0
  }

  function lineOf(request: FastifyRequest, reply: FastifyReply, outcome: Outcome) {
    return {
      requestId: request.id,
      method: request.method,
      route: routeOf(request),
      status: reply.raw.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      // Those of a connection that is kept open are of several answers, one after the other.
      bytes: request.raw.socket.bytesWritten - (bytesBefore.get(request) ?? 0),
      ...(outcome === 'aborted' && { isAborted: true }),
    }
  }
}

/** The server's own calls, by which it renders a page, come by no connection. */
function isLogged(request: FastifyRequest): boolean {
  return !isProbeOrFile(request) && request.raw.socket instanceof Socket
}

/** Asked for often, and with nothing to find out. */
export function isProbeOrFile({ routeOptions: { url } }: FastifyRequest): boolean {
  return url !== undefined && (PROBES.has(url) || BUILT_FILE.test(url))
}
