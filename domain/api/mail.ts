/** What a demonstration does with its mail: it is caught, and read here. Elsewhere these addresses are not there. */
import * as z from 'zod/mini'
import { EMAIL_MAX } from '../accounts.ts'
import { endpointsOf, id, moment } from './endpoint.ts'

const endpoint = endpointsOf('Demonstration')

const caughtMailHead = z.object({ id, to: z.string(), subject: z.string(), at: moment })
export type CaughtMailHead = z.infer<typeof caughtMailHead>

const caughtMail = z.extend(caughtMailHead, { text: z.string(), html: z.string() })
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
  query: z.strictObject({ to: z._default(z.string().check(z.maxLength(EMAIL_MAX)), '') }),
  response: z.object({ mails: z.array(caughtMailHead) }),
})

export const getCaughtMail = endpoint({
  method: 'GET',
  path: '/api/dev/mail/:mailId',
  summary: 'Get a captured email',
  description: 'Demonstration servers only.',
  isPublic: true,
  params: z.strictObject({ mailId: id }),
  response: caughtMail,
})
