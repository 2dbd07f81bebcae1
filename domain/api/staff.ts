/**
 * What the house's own people read and do. For everybody without the role these are `not_found`; with the role they
 * still take a second factor (`second_factor_off`) and a proof of the last 30 minutes (`reauthentication_required`). No API key opens them.
 */
import * as z from 'zod/mini'
import { CONTACT_SUBJECTS } from '../contact.ts'
import { STAFF_ACTIONS, STAFF_ROLES, nameStartSchema, noteSchema, reasonSchema } from '../staff.ts'
import type { StaffAction } from '../staff.ts'
import { FIELD_TEXTS } from '../texts.ts'
import { endpointsOf, id, moment } from './endpoint.ts'

const endpoint = endpointsOf('Staff')

const cursor = (pattern: RegExp) => z.optional(z.string().check(z.regex(pattern, FIELD_TEXTS.cursor)))

const receivedMessage = z.object({
  id,
  /** What the sender was told to name it by: "C-1B9D6BCD". */
  reference: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.enum(CONTACT_SUBJECTS),
  message: z.string(),
  at: moment,
  /** Who was signed in when it was sent; null: nobody. */
  username: z.nullable(z.string()),
  answered: z.nullable(z.object({ at: moment, by: z.string(), note: z.nullable(z.string()) })),
})
export type ReceivedMessage = z.infer<typeof receivedMessage>

const foundUser = z.object({
  id,
  username: z.string(),
  memberSince: moment,
  isVerified: z.boolean(),
  openSessions: z.int(),
  /** An authenticator app or a passkey is on. */
  hasSecondFactor: z.boolean(),
})
export type FoundUser = z.infer<typeof foundUser>

const auditEntry = z.object({
  id: z.string(),
  at: moment,
  actor: z.string(),
  role: z.enum(STAFF_ROLES),
  action: z.enum(Object.keys(STAFF_ACTIONS) as [StaffAction, ...StaffAction[]]),
  /** A username, or a message's reference. */
  about: z.string(),
  reason: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const listReceivedMessages = endpoint({
  method: 'GET',
  path: '/api/staff/messages',
  summary: 'Admin: list contact messages, newest first',
  query: z.strictObject({
    show: z.optional(z.enum(['unanswered', 'all'])),
    cursor: cursor(/^\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  }),
  response: z.object({ messages: z.array(receivedMessage), nextCursor: z.nullable(z.string()) }),
})

export const markAnswered = endpoint({
  method: 'POST',
  path: '/api/staff/messages/:messageId/answered',
  summary: 'Admin: mark a message as answered',
  needsKey: true,
  params: z.strictObject({ messageId: id }),
  body: noteSchema,
  response: z.object({ done: z.literal(true) }),
})

export const findUsers = endpoint({
  method: 'GET',
  path: '/api/staff/users',
  summary: 'Admin: list users by the start of their username',
  query: z.strictObject({ username: z.optional(nameStartSchema.shape.username) }),
  response: z.object({ people: z.array(foundUser) }),
})

export const endSessionsOf = endpoint({
  method: 'POST',
  path: '/api/staff/users/:userId/end-sessions',
  summary: 'Admin: end all sessions of another user',
  description: 'The user is notified by email.',
  needsKey: true,
  params: z.strictObject({ userId: id }),
  body: reasonSchema,
  response: z.object({ ended: z.int() }),
})

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/staff/audit-log',
  summary: 'Admin: list audit log entries, newest first',
  query: z.strictObject({ cursor: cursor(/^\d{1,18}$/) }),
  response: z.object({ entries: z.array(auditEntry), nextCursor: z.nullable(z.string()) }),
})
