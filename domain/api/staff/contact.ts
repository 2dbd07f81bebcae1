/** The contact form. */
import * as z from 'zod/mini'
import { CONTACT_SUBJECTS, contactSchema } from '../../staff/contact.ts'
import { endpointsOf, named } from '../endpoint.ts'

const endpoint = endpointsOf('Contact')

export const contactSubject = named('ContactSubject', z.enum(CONTACT_SUBJECTS))

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  summary: 'Send a contact message',
  isPublic: true,
  needsIdempotencyKey: true,
  body: contactSchema,
  response: z.object({ reference: z.string() }),
  statuses: [201],
  errors: ['contact_limit'],
})
