import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api/notifications/notifications.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/pool.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { markRead, markSeen } from './mark-seen.ts'
import { countUnread, getSettings, listNotifications } from './queries.ts'
import { savePreferences, saveSetting } from './save-settings.ts'

export function notificationRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const { mount, command } = endpointsOn(app, context)

  mount(api.listNotifications, ({ query, viewer }) => listNotifications(db, viewer.id, query.before ?? null))
  mount(api.countNotifications, async ({ viewer }) => ({ unread: await countUnread(db, viewer.id) }))

  mount(api.markNotificationsSeen, ({ body, viewer }) =>
    inTransaction(db, async (tx) => {
      await markSeen(tx, viewer.id, body)
      return { unread: await countUnread(tx, viewer.id) }
    }),
  )
  mount(api.markNotificationsRead, ({ body, viewer }) =>
    inTransaction(db, async (tx) => {
      await markRead(tx, viewer.id, body)
      return { unread: await countUnread(tx, viewer.id) }
    }),
  )

  mount(api.getNotificationSettings, ({ viewer }) => getSettings(db, viewer.id))
  command(api.saveNotificationSetting, async (tx, { body, viewer }) => {
    await saveSetting(tx, viewer, body)
    return getSettings(tx, viewer.id)
  })
  command(api.saveNotificationPreferences, async (tx, { body, viewer }) => {
    await savePreferences(tx, viewer, body)
    return getSettings(tx, viewer.id)
  })
}
