import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'
import { AVATARS_PER_MINUTE } from '../../domain/profiles.ts'
import type { Context } from '../context.ts'
import { idempotencyKey, runCommand } from '../http/command.ts'
import { command, mount, read, requireViewer, sendAnswer } from '../http/route.ts'
import { readPictureForm } from '../pictures/picture-form.ts'
import { changeAvatar, drawAvatar, removeAvatar } from './change-avatar.ts'
import { getAvatar, getProfile } from './queries.ts'

const MINUTE_MS = 60_000
/** What stands at the address of a picture never changes; a day, so that caches forget that of somebody who has left. */
const FOR_A_DAY = 'public, max-age=86400, immutable'

export function avatarRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context

  read(app, api.getAvatar, async ({ params }, _viewer, _request, reply) => {
    const bytes = await getAvatar(db, params.avatarId)
    reply.headers({ 'cache-control': FOR_A_DAY, 'content-disposition': 'inline' }).type('image/webp')
    return bytes
  })
  command(app, context, api.removeAvatar, async (tx, _, viewer) => {
    await removeAvatar(tx, viewer.id)
    return getProfile(tx, viewer.id)
  })
  // In a scope of its own: its limit is nobody else's.
  void app.register(async (sending) => {
    if (config.requestsPerMinute > 0) limitSending(sending)
    changeAvatarRoute(sending, context)
  })
}

/** A form instead of JSON: read and redrawn before the transaction, so that nothing waits for a slow line. */
function changeAvatarRoute(app: FastifyInstance, { db }: Context): void {
  mount(app, api.changeAvatar, async (request, reply) => {
    const viewer = requireViewer(request)
    const key = idempotencyKey(request)
    const { image } = await readPictureForm(request)
    const picture = await drawAvatar(image)
    const call = {
      actorId: viewer.id,
      key,
      route: `${request.method} ${api.changeAvatar.path}`,
      input: { image: createHash('sha256').update(image).digest('hex') },
      requestId: request.id,
    }
    const answer = await runCommand(db, call, 201, async (tx) => {
      await changeAvatar(tx, viewer.id, picture)
      return getProfile(tx, viewer.id)
    })
    return sendAnswer(reply, answer)
  })
}

/** Bounds how many pictures one person sends in a minute, before one is read. Each process counts for itself. */
function limitSending(app: FastifyInstance): void {
  const limit = app.createRateLimit({
    max: AVATARS_PER_MINUTE,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => request.viewer?.id ?? request.ip,
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.viewer) return
    const state = await limit(request)
    if (state.isAllowed || !state.isExceeded) return
    reply.header('retry-after', state.ttlInSeconds)
    throw new DomainError('rate_limited')
  })
}
