import type { FastifyInstance } from 'fastify'
import * as api from '../../../domain/api/notifications/telegram.ts'
import type { Telegram } from '../../../domain/api/notifications/telegram.ts'
import { DomainError } from '../../../domain/errors.ts'
import { requireRecentAuthentication } from '../../accounts/sessions/recent-authentication.ts'
import { lockUser } from '../../accounts/users/lock-user.ts'
import type { Context } from '../../context.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import { endpointsOn } from '../../http/endpoints.ts'
import { readState, unlinkChat } from './chats.ts'
import { createCode } from './create-code.ts'

export function telegramRoutes(app: FastifyInstance, context: Context): void {
  const { db, keyring, config } = context
  const { mount } = endpointsOn(app, context)
  const isOffered = config.telegram !== null
  const stateOf = async (reader: DbOrTx, userId: string): Promise<Telegram> => ({
    isOffered,
    ...(await readState(reader, keyring, userId)),
  })

  mount(api.getTelegram, ({ viewer }) => stateOf(db, viewer.id))
  mount(api.createTelegramCode, ({ viewer }) => {
    if (!isOffered) throw new DomainError('not_found')
    return inTransaction(db, (tx) => createCode(context, tx, viewer))
  })
  mount(api.unlinkTelegram, ({ viewer }) =>
    inTransaction(db, async (tx) => {
      await lockUser(tx, viewer.id)
      await requireRecentAuthentication(viewer, tx)
      await unlinkChat(tx, viewer.id)
      return stateOf(tx, viewer.id)
    }),
  )
}
