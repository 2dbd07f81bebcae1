import type { FastifyInstance } from 'fastify'
import * as api from '../../domain/api/mail.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import { endpointsOn } from '../http/endpoints.ts'
import { getCaughtMail, getCaughtMailPage, listCaughtMails } from './queries.ts'

/** The caught mails, public in demonstration mode; `not_found` otherwise. */
export function mailRoutes(app: FastifyInstance, context: Context): void {
  const { db, mail } = context
  const { mount } = endpointsOn(app, context, { public: 'captured emails' })
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

  mount(api.getCaughtMailPage, async ({ params, reply }) => {
    onlyIfCaught()
    const html = await getCaughtMailPage(db, params.mailId)
    // Shown in a frame of the page. An email client allows style attributes; nothing else runs or is loaded.
    reply.header('x-frame-options', 'SAMEORIGIN')
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src-attr 'unsafe-inline'; frame-ancestors 'self'; sandbox",
    )
    return Buffer.from(html)
  })
}
