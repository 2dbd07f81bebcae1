import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api.ts'
import type { Context } from '../context.ts'
import { command, read } from '../http/route.ts'
import { avatarRoutes } from './avatar-routes.ts'
import { changeUsername } from './change-username.ts'
import { getProfile, getTrader } from './queries.ts'
import { saveLanguage } from './save-language.ts'
import { saveNotifications } from './save-notifications.ts'
import { saveProfile } from './save-profile.ts'

export function profileRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  avatarRoutes(app, context)

  read(app, api.getProfile, (_, viewer) => getProfile(db, viewer.id))
  read(app, api.getTrader, ({ params }) => getTrader(db, params.username))

  command(app, context, api.saveProfile, async (tx, { body }, viewer) => {
    await saveProfile(tx, viewer.id, body)
    return getProfile(tx, viewer.id)
  })
  command(app, context, api.changeUsername, async (tx, { body }, viewer) => {
    await changeUsername(tx, viewer.id, body.username)
    return getProfile(tx, viewer.id)
  })
  command(app, context, api.saveLanguage, async (tx, { body }, viewer) => {
    await saveLanguage(tx, viewer.id, body.language)
    return getProfile(tx, viewer.id)
  })
  command(app, context, api.saveNotifications, async (tx, { body }, viewer) => {
    await saveNotifications(tx, viewer.id, body.tradeUpdates)
    return getProfile(tx, viewer.id)
  })
}
