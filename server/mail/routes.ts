import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { getCaughtMail, listCaughtMails } from './queries.ts'

/** The caught mails, public in demonstration mode; `not_found` otherwise. */
export function mailRoutes(app: FastifyInstance, context: Context): void {
  const { db, mail } = context
  const { mount } = endpointsOn(app, context, { all: 'captured emails' })
  const isCaught = mail.mailer?.kind === 'catcher'
  const onlyIfCaught = () => {
    if (!isCaught) throw new DomainError('not_found')
  }
  mount(api.getDevelopment, async () => ({ mailIsCaught: isCaught }))

  mount(api.listCaughtMails, async ({ query }) => {
    onlyIfCaught()
    return { mails: await listCaughtMails(db, query.to) }
  })

  mount(api.getCaughtMail, async ({ params }) => {
    onlyIfCaught()
    return getCaughtMail(db, params.mailId)
  })
}
