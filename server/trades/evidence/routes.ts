import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/trades/evidence.ts'
import { UPLOADS_PER_MINUTE } from '../../../domain/trades/evidence.ts'
import type { Context } from '../../context.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { consumeRequest, limitPerUser } from '../../http/limit-requests.ts'
import { readUploadForm } from '../../http/uploads/read-upload-form.ts'
import { pictureClaim } from '../../http/pictures/picture-claim.ts'
import { inPictureTurn } from '../../http/pictures/picture-turn.ts'
import { addFile } from './add-file.ts'
import { prepareFile } from './prepare-file.ts'
import { isOpenTradeOf, listFiles } from './queries.ts'
import { headersOfFile, readFile } from './read-file.ts'

export function evidenceRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context
  const { mount } = endpointsOn(app, context)

  mount(api.listFiles, async ({ params, viewer }) => ({ files: await listFiles(db, params.tradeId, viewer.id) }))
  mount(api.getFile, async ({ params: { tradeId, fileId }, viewer, reply }) => {
    const file = await readFile(context, { tradeId, fileId, readerId: viewer.id })
    reply.headers(headersOfFile(file))
    return file.bytes
  })
  // In a scope of its own, so that the limit applies to this route only.
  void app.register(async (uploading) => {
    if (config.requestsPerMinute > 0) limitUploads(uploading)
    addFileRoute(uploading, context)
  })
}

function addFileRoute(app: FastifyInstance, context: Context): void {
  const { db, keyring, limits } = context
  endpointsOn(app, context).command(api.addFile, {
    // The form is read and the picture redrawn before the transaction, which must not wait for a slow connection.
    async prepare({ params, viewer, request }) {
      const isOpen = await isOpenTradeOf(db, params.tradeId, viewer.id)
      const claim = await pictureClaim(db, { viewer, request }, isOpen)
      return inPictureTurn(claim, async () => {
        const { file, fields } = await readUploadForm(context, request, api.addFile)
        const prepared = await prepareFile(claim, file)
        return { prepared, fields, input: { ...fields, file: prepared.sha256.toString('hex') } }
      })
    },
    work(tx, { params: { tradeId }, viewer, request }, { prepared, fields: { purpose } }) {
      const storing = { limits, userId: viewer.id, ipAddress: request.ip }
      return addFile(tx, keyring, { tradeId, userId: viewer.id, purpose, storing }, prepared)
    },
  })
}

/** Limits the uploads of a user in a minute, before the server reads them. */
function limitUploads(app: FastifyInstance): void {
  const limit = limitPerUser(app, UPLOADS_PER_MINUTE)
  app.addHook('preParsing', (request, reply) => consumeRequest(limit, request, reply))
}
