/** The captured emails of a demonstration server; on other servers these addresses are not found. */
import * as z from 'zod/mini'
import { reads } from '../reading/fields.ts'
import { EMAIL_MAX } from '../accounts/accounts.ts'
import { LISTED } from '../limits.ts'
import { described, endpointsOf, id, listOf, moment, named } from './endpoint.ts'

const endpoint = endpointsOf('Demonstration')

const caughtMailHead = named('CapturedEmailHead', z.object({ id, to: z.string(), subject: z.string(), at: moment }))
export type CaughtMailHead = z.infer<typeof caughtMailHead>

const caughtMail = named('CapturedEmail', z.extend(caughtMailHead, { text: z.string() }))
export type CaughtMail = z.infer<typeof caughtMail>

export const getDevelopment = endpoint({
  method: 'GET',
  path: '/api/dev',
  summary: 'Get whether this server captures its emails',
  description: 'A demonstration server sends no email.',
  isPublic: true,
  response: z.object({ mailIsCaught: z.boolean() }),
})

export const listCaughtMails = endpoint({
  method: 'GET',
  path: '/api/dev/mail',
  summary: 'List captured emails, newest first',
  description: 'Demonstration servers only.',
  isPublic: true,
  query: z.strictObject({
    to: described(z._default(reads('search').check(z.maxLength(EMAIL_MAX)), ''), 'Part of the address it was sent to.'),
  }),
  response: z.object({ mails: listOf(caughtMailHead, LISTED.caught_mails) }),
  errors: ['not_found'],
})

export const getCaughtMail = endpoint({
  method: 'GET',
  path: '/api/dev/mail/:mailId',
  summary: 'Get a captured email',
  description: 'Demonstration servers only.',
  isPublic: true,
  params: z.strictObject({ mailId: id }),
  response: caughtMail,
  errors: ['not_found'],
})

export const getCaughtMailPage = endpoint({
  method: 'GET',
  path: '/api/dev/mail/:mailId/page',
  summary: 'Get a captured email as HTML',
  description: 'Demonstration servers only.',
  isPublic: true,
  params: z.strictObject({ mailId: id }),
  file: 'text/html; charset=utf-8',
  errors: ['not_found'],
})
