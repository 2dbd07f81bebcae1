/**
 * What staff read and do. For users without the role these are `not_found`; with the role they require a second factor
 * (`second_factor_off`) and re-authentication in the last 30 minutes (`reauthentication_required`).
 */
import * as z from 'zod/mini'
import {
  STAFF_ACTIONS,
  STAFF_PAGE_SIZE,
  STAFF_ROLES,
  USERS_FOUND_MAX,
  nameStartSchema,
  noteSchema,
  reasonSchema,
} from '../staff.ts'
import type { StaffAction } from '../staff.ts'
import { FIELD_TEXTS } from '../texts.ts'
import { described, endpointsOf, id, listOf, moment, named } from './endpoint.ts'
import { contactSubject } from './account-values.ts'

const endpoint = endpointsOf('Staff')

const cursor = (pattern: RegExp) => z.optional(z.string().check(z.regex(pattern, FIELD_TEXTS.cursor)))

const receivedMessage = named(
  'ContactMessage',
  z.object({
    id,
    reference: described(z.string(), 'What the sender knows the message by, for example “C-1B9D6BCD”.'),
    name: z.string(),
    email: z.string(),
    subject: contactSubject,
    message: z.string(),
    at: moment,
    username: described(z.nullable(z.string()), 'The user who was signed in when it was sent; null without one.'),
    answered: z.nullable(z.object({ at: moment, by: z.string(), note: z.nullable(z.string()) })),
  }),
)
export type ReceivedMessage = z.infer<typeof receivedMessage>

const foundUser = named(
  'FoundUser',
  z.object({
    id,
    username: z.string(),
    memberSince: moment,
    isVerified: z.boolean(),
    openSessions: z.int(),
    hasSecondFactor: described(z.boolean(), 'An authenticator app or a passkey is on.'),
  }),
)
export type FoundUser = z.infer<typeof foundUser>

const auditEntry = named(
  'AuditEntry',
  z.object({
    id: z.string(),
    at: moment,
    actor: z.string(),
    role: z.enum(STAFF_ROLES),
    action: z.enum(Object.keys(STAFF_ACTIONS) as [StaffAction, ...StaffAction[]]),
    about: described(z.string(), 'A username, or the reference of a message or a trade.'),
    reason: z.nullable(z.string()),
  }),
)
export type AuditEntry = z.infer<typeof auditEntry>

export const listReceivedMessages = endpoint({
  method: 'GET',
  path: '/api/staff/messages',
  summary: 'Admin: list contact messages, newest first',
  query: z.strictObject({
    show: z.optional(z.enum(['unanswered', 'all'])),
    cursor: cursor(/^\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  }),
  response: z.object({ messages: listOf(receivedMessage, STAFF_PAGE_SIZE), nextCursor: z.nullable(z.string()) }),
  errors: ['not_found', 'reauthentication_required', 'second_factor_off'],
})

export const markAnswered = endpoint({
  method: 'POST',
  path: '/api/staff/messages/:messageId/answered',
  summary: 'Admin: mark a message as answered',
  needsIdempotencyKey: true,
  params: z.strictObject({ messageId: id }),
  body: noteSchema,
  response: z.object({ done: z.literal(true) }),
  errors: ['not_found', 'reauthentication_required', 'second_factor_off', 'message_answered'],
})

export const findUsers = endpoint({
  method: 'GET',
  path: '/api/staff/users',
  summary: 'Admin: list users by the start of their username',
  query: z.strictObject({ username: z.optional(nameStartSchema.shape.username) }),
  response: z.object({ users: listOf(foundUser, USERS_FOUND_MAX) }),
  errors: ['not_found', 'reauthentication_required', 'second_factor_off'],
})

export const endSessionsOf = endpoint({
  method: 'POST',
  path: '/api/staff/users/:userId/end-sessions',
  summary: 'Admin: end all sessions of another user',
  description: 'The user is notified by email.',
  needsIdempotencyKey: true,
  params: z.strictObject({ userId: id }),
  body: reasonSchema,
  response: z.object({ ended: z.int() }),
  errors: ['not_found', 'reauthentication_required', 'second_factor_off', 'own_account'],
})

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/staff/audit-log',
  summary: 'Admin: list audit log entries, newest first',
  query: z.strictObject({ cursor: cursor(/^\d{1,18}$/) }),
  response: z.object({ entries: listOf(auditEntry, STAFF_PAGE_SIZE), nextCursor: z.nullable(z.string()) }),
  errors: ['not_found', 'reauthentication_required', 'second_factor_off'],
})
