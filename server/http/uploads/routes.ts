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

/** In a scope of their own, so that the type of their bodies and their limit apply to them only. */
export function uploadRoutes(app: FastifyInstance, context: Context): void {
  const { db, keyring, config } = context
  void app.register(async (sending) => {
    acceptBytes(sending)
    if (config.requestsPerMinute > 0) limitParts(sending)
    endpointsOn(sending, context).mount(sendPart, async ({ params, body: bytes, viewer }) => {
      if (!bytes?.length) throw new DomainError('file_empty')
      await inTransaction(db, (tx) => storePart(tx, keyring, { ...params, userId: viewer.id, bytes }))
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

/** Limits the parts of a user in a minute, before the server reads them. */
function limitParts(app: FastifyInstance): void {
  const limit = limitPerUser(app, PARTS_PER_MINUTE)
  app.addHook('preParsing', (request, reply) => consumeRequest(limit, request, reply))
}
