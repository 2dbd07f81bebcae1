import type { FastifyInstance } from 'fastify'
import { sendPart } from '../../../domain/api/uploads.ts'
import { DomainError } from '../../../domain/errors.ts'
import { PARTS_PER_MINUTE } from '../../../domain/uploads/upload-parts.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/pool.ts'
import { endpointsOn } from '../endpoints.ts'
import { consumeRequest, limitPerUser } from '../limit-requests.ts'
import { storePart } from './store-part.ts'

const BYTES = 'application/octet-stream'
/** A page sends one part of a file after another. */
export const PARTS_AT_A_TIME = 4

/** In a scope of their own, so that the type of their bodies and their limit apply to them only. */
export function uploadRoutes(app: FastifyInstance, context: Context): void {
  const { db, keyring, config, limits } = context
  void app.register(async (sending) => {
    acceptBytes(sending)
    if (config.requestsPerMinute > 0) limitParts(sending)
    endpointsOn(sending, context).mount(sendPart, async ({ params, body: bytes, viewer, request }) => {
      if (!bytes?.length) throw new DomainError('file_empty')
      const storing = { limits, userId: viewer.id, ipAddress: request.ip }
      await inTransaction(db, (tx) => storePart(tx, keyring, { ...params, userId: viewer.id, bytes, storing }))
      return {}
    })
  })
}

/** Accepts raw bytes and nothing else; the endpoint says how many. */
function acceptBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(BYTES, { parseAs: 'buffer' }, (_, bytes, done) => done(null, bytes))
  app.addContentTypeParser('*', (_request, _payload, done) =>
    done(new DomainError('unsupported_type', { values: { type: BYTES } })),
  )
}

/** Limits the parts of a user in a minute and at a time, before the server reads them: slow senders fill its memory. */
function limitParts(app: FastifyInstance): void {
  const limit = limitPerUser(app, PARTS_PER_MINUTE)
  const arriving = new Map<string, number>()
  const change = (userId: string, by: number) => {
    const count = (arriving.get(userId) ?? 0) + by
    if (count > 0) arriving.set(userId, count)
    else arriving.delete(userId)
    return count
  }
  app.addHook('preParsing', async (request, reply) => {
    await consumeRequest(limit, request, reply)
    // Of a connection that has closed meanwhile no end would be heard, and the user's place would never be free again.
    if (reply.raw.destroyed) return
    const { id } = request.viewer!
    const count = change(id, 1)
    reply.raw.once('close', () => change(id, -1))
    if (count > PARTS_AT_A_TIME) throw new DomainError('busy')
  })
}
