import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api/profiles/avatars.ts'
import { AVATARS_PER_MINUTE } from '../../domain/profiles/profiles.ts'
import type { Context } from '../context.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { consumeRequest, limitPerUser } from '../http/limit-requests.ts'
import { readUploadForm } from '../http/uploads/read-upload-form.ts'
import { pictureClaim } from '../http/pictures/picture-claim.ts'
import { inPictureTurn } from '../http/pictures/picture-turn.ts'
import { changeAvatar, drawAvatar, removeAvatar } from './change-avatar.ts'
import { getAvatar, getProfile } from './queries.ts'

/** The avatar of an id never changes; caches keep it for one day only, so that a deleted account's avatar disappears. */
const FOR_A_DAY = 'public, max-age=86400, immutable'

export function avatarRoutes(app: FastifyInstance, context: Context): void {
  const { publicReads, config } = context

  const { mount, command } = endpointsOn(app, context)

  mount(api.getAvatar, async ({ params, reply }) => {
    const bytes = await getAvatar(publicReads, params.avatarId)
    reply.headers({ 'cache-control': FOR_A_DAY, 'content-disposition': 'inline' })
    return bytes
  })
  command(api.removeAvatar, async (tx, { viewer }) => {
    await removeAvatar(tx, viewer.id)
    return getProfile(tx, viewer.id)
  })
  // In a scope of its own, so that the limit applies to this route only.
  void app.register(async (sending) => {
    if (config.requestsPerMinute > 0) limitSending(sending)
    changeAvatarRoute(sending, context)
  })
}

function changeAvatarRoute(app: FastifyInstance, context: Context): void {
  endpointsOn(app, context).command(api.changeAvatar, {
    // Reads the form and re-encodes the image before the transaction, which must not wait for a slow connection.
    async prepare({ viewer, request }) {
      const claim = await pictureClaim(context.db, { viewer, request }, false)
      return inPictureTurn(claim, async () => {
        const { file: image } = await readUploadForm(context, request, api.changeAvatar)
        const picture = await drawAvatar(claim, image)
        return { picture, input: { image: createHash('sha256').update(image).digest('hex') } }
      })
    },
    async work(tx, { viewer, request }, { picture }) {
      await changeAvatar(tx, { limits: context.limits, userId: viewer.id, ipAddress: request.ip }, picture)
      return getProfile(tx, viewer.id)
    },
  })
}

/** Limits how many images a user uploads in a minute, before the server reads them. */
function limitSending(app: FastifyInstance): void {
  const limit = limitPerUser(app, AVATARS_PER_MINUTE)
  app.addHook('preParsing', (request, reply) => consumeRequest(limit, request, reply))
}
