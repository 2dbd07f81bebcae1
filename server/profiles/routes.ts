import type { FastifyInstance } from 'fastify'
import * as profilesApi from '../../domain/api/profiles/profiles.ts'
import * as tradersApi from '../../domain/api/profiles/traders.ts'
import type { Context } from '../context.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { avatarRoutes } from './avatar-routes.ts'
import { changeUsername } from './change-username.ts'
import { getProfile, getTrader } from './queries.ts'
import { saveLanguage } from './save-language.ts'
import { saveProfile } from './save-profile.ts'

export function profileRoutes(app: FastifyInstance, context: Context): void {
  const { db, publicReads } = context
  const { mount, command } = endpointsOn(app, context)
  avatarRoutes(app, context)

  mount(profilesApi.getProfile, ({ viewer }) => getProfile(db, viewer.id))
  mount(tradersApi.getTrader, ({ params }) => getTrader(publicReads, params.username))

  command(profilesApi.saveProfile, async (tx, { body, viewer }) => {
    await saveProfile(tx, viewer.id, body)
    return getProfile(tx, viewer.id)
  })
  command(profilesApi.changeUsername, async (tx, { body, viewer }) => {
    await changeUsername(tx, viewer.id, body.username)
    return getProfile(tx, viewer.id)
  })
  command(profilesApi.saveLanguage, async (tx, { body, viewer }) => {
    await saveLanguage(tx, viewer.id, body.language)
    return getProfile(tx, viewer.id)
  })
}
