import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as api from '../../../domain/api/notifications/stream.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { findStart, listEventsSince, BEFORE_ALL_EVENTS } from './queries.ts'
import { openStreams } from './streams.ts'

export function liveRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const streams = openStreams(context)
  const { mount } = endpointsOn(app, context)
  app.addHook('preClose', async () => streams.endAll())

  mount(api.listEvents, ({ query, viewer }) => listEventsSince(db, viewer.id, query.after ?? null))

  mount(api.streamEvents, async ({ query, viewer, request, reply }) => {
    reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
    if (request.method === 'HEAD') return ''
    streams.makeRoom(viewer.id)
    const start = await findStart(db, viewer.id, lastSeen(request) ?? query.after ?? null)
    const out = hijack(reply)
    if (out) streams.open(out, viewer, start)
    return undefined
  })
}

/** The Last-Event-ID that a reconnecting browser sends; a malformed one resets the stream. */
function lastSeen(request: FastifyRequest): number | null {
  const id = request.headers['last-event-id']
  if (id === undefined || id === '') return null
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : BEFORE_ALL_EVENTS
}

/** The raw response with the headers set so far, for a stream; null if the client has disconnected. */
function hijack(reply: FastifyReply): ServerResponse | null {
  reply.hijack()
  const out = reply.raw
  if (out.destroyed || out.closed) return null
  // A stream is the last answer on its connection.
  out.shouldKeepAlive = false
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) out.setHeader(name, value)
  out.writeHead(200)
  return out
}
