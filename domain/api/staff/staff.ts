/**
 * What staff read and do. For users without the role these are `not_found`; with the role they require a second factor
 * (`second_factor_off`) and re-authentication in the last 30 minutes (`reauthentication_required`).
 */
import * as z from 'zod/mini'
import { positionPattern } from '../../cursors.ts'
import { OFFER_METHODS_MAX } from '../../offers/offers.ts'
import { STAFF_ROLES } from '../../staff/staff-roles.ts'
import { STAFF_ACTIONS, STAFF_PAGE_SIZE, SUSPENSIONS_LISTED } from '../../staff/staff.ts'
import { ANSWER_MAX, answerSchema, nameStartSchema, noteSchema, reasonSchema } from '../../staff/staff-forms.ts'
import type { StaffAction } from '../../staff/staff.ts'
import { decimal, described, endpointsOf, id, listOf, moment, named } from '../endpoint.ts'
import { USERNAME_MAX } from '../../accounts/usernames.ts'
import { contactSubject } from './contact.ts'
import { ACTION_ERRORS, cursor, done, offerParams, userParams } from './staff-values.ts'
import { fiatCurrency, offerStatus, offerType, paymentMethod } from '../offers/market-values.ts'

const endpoint = endpointsOf('Staff')

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
    answered: z.nullable(
      z.object({
        at: moment,
        by: z.string(),
        note: z.nullable(z.string()),
        answer: described(
          z.nullable(z.string()),
          'What was mailed to the sender; null where it was only marked as answered.',
        ),
      }),
    ),
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
    suspendedAt: z.nullable(moment),
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
    about: described(
      z.string(),
      'A username (of an offer: its owner’s), a currency, or the reference of a message or a trade.',
    ),
    userId: described(z.nullable(id), 'The user whom the action concerned.'),
    reason: z.nullable(z.string()),
  }),
)
export type AuditEntry = z.infer<typeof auditEntry>

const entries = z.object({ entries: listOf(auditEntry, STAFF_PAGE_SIZE), nextCursor: z.nullable(z.string()) })

const suspension = named(
  'Suspension',
  z.object({
    at: moment,
    by: z.string(),
    reason: z.string(),
    restored: z.nullable(z.object({ at: moment, by: z.string(), reason: z.string() })),
  }),
)

const staffUser = named(
  'StaffUser',
  z.object({
    ...foundUser.shape,
    roles: listOf(z.enum(STAFF_ROLES), STAFF_ROLES.length),
    completedTrades: z.int(),
    failedTrades: described(z.int(), 'Those that the user cancelled or let expire.'),
    partners: described(z.int(), 'The different users of the completed trades.'),
    openTrades: z.int(),
    activeOffers: z.int(),
    suspensions: described(listOf(suspension, SUSPENSIONS_LISTED), 'The latest first; the open one is the first.'),
    refusal: described(
      z.nullable(z.enum(['own_account', 'staff_account', 'staff_conflict'])),
      'Why you cannot suspend or restore this user; null: you can.',
    ),
  }),
)
export type StaffUser = z.infer<typeof staffUser>

const staffOffer = named(
  'StaffOffer',
  z.object({
    id,
    owner: z.object({ id, username: z.string(), suspendedAt: z.nullable(moment) }),
    type: offerType,
    fiatCurrency,
    paymentMethods: listOf(paymentMethod, OFFER_METHODS_MAX),
    minAmount: decimal,
    maxAmount: decimal,
    pricePercentage: decimal,
    terms: z.string(),
    status: offerStatus,
    openTrades: z.int(),
    createdAt: moment,
    hidden: z.nullable(z.object({ at: moment, by: z.string(), reason: z.string() })),
    refusal: described(
      z.nullable(z.enum(['own_account', 'staff_conflict'])),
      'Why you cannot hide or unhide this offer; null: you can.',
    ),
  }),
)
export type StaffOffer = z.infer<typeof staffOffer>

export const listReceivedMessages = endpoint({
  method: 'GET',
  path: '/api/staff/messages',
  summary: 'Admin: list unanswered contact messages, the longest waiting first, or all, the latest first',
  staff: 'admin',
  query: z.strictObject({
    show: z.optional(z.enum(['unanswered', 'all'])),
    cursor: cursor(positionPattern(1)),
  }),
  response: z.object({ messages: listOf(receivedMessage, STAFF_PAGE_SIZE), nextCursor: z.nullable(z.string()) }),
})

export const markAnswered = endpoint({
  method: 'POST',
  path: '/api/staff/messages/:messageId/answered',
  summary: 'Admin: mark a message as answered',
  staff: 'admin',
  needsIdempotencyKey: true,
  params: z.strictObject({ messageId: id }),
  body: noteSchema,
  response: done,
  errors: ['message_answered'],
})

export const answerMessage = endpoint({
  method: 'POST',
  path: '/api/staff/messages/:messageId/answer',
  summary: 'Admin: answer a contact message',
  description: `The answer, of at most ${ANSWER_MAX} characters, is mailed to the sender with the message below it.`,
  staff: 'admin',
  needsIdempotencyKey: true,
  params: z.strictObject({ messageId: id }),
  body: answerSchema,
  response: done,
  errors: ['message_answered', 'staff_limit'],
})

export const findUsers = endpoint({
  method: 'GET',
  path: '/api/staff/users',
  summary: 'Admin: list users by the start of their username, the newest users, or suspended users',
  staff: 'admin',
  query: z.strictObject({
    username: z.optional(nameStartSchema.shape.username),
    show: z.optional(z.enum(['all', 'suspended'])),
    cursor: cursor(new RegExp(`^\\w{1,${USERNAME_MAX}}$`)),
  }),
  response: z.object({ users: listOf(foundUser, STAFF_PAGE_SIZE), nextCursor: z.nullable(z.string()) }),
})

export const endSessionsOf = endpoint({
  method: 'POST',
  path: '/api/staff/users/:userId/end-sessions',
  summary: 'Admin: end all sessions of another user',
  description: 'The user is notified by email.',
  staff: 'admin',
  needsIdempotencyKey: true,
  params: z.strictObject({ userId: id }),
  body: reasonSchema,
  response: z.object({ ended: z.int() }),
  errors: ['own_account', 'staff_limit'],
})

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/staff/audit-log',
  summary: 'Admin: list audit log entries, newest first',
  staff: 'admin',
  query: z.strictObject({ cursor: cursor(/^\d{1,18}$/) }),
  response: entries,
})

export const getStaffUser = endpoint({
  method: 'GET',
  path: '/api/staff/users/:userId',
  summary: 'Admin: get one user with record and suspensions',
  staff: 'admin',
  params: userParams,
  response: staffUser,
})

export const listActionsAbout = endpoint({
  method: 'GET',
  path: '/api/staff/users/:userId/actions',
  summary: 'Admin: list audit log entries about one user, newest first',
  staff: 'admin',
  params: userParams,
  query: z.strictObject({ cursor: cursor(/^\d{1,18}$/) }),
  response: entries,
})

export const suspendUser = endpoint({
  method: 'POST',
  path: '/api/staff/users/:userId/suspend',
  summary: 'Admin: suspend a user',
  description:
    'The user reads the reason, by email as well. Their offers leave the market; they can finish their open trades, but cannot open new ones.',
  staff: 'admin',
  needsIdempotencyKey: true,
  params: userParams,
  body: reasonSchema,
  response: done,
  errors: [...ACTION_ERRORS, 'staff_account'],
})

export const restoreUser = endpoint({
  method: 'POST',
  path: '/api/staff/users/:userId/restore',
  summary: 'Admin: end the suspension of a user',
  description: 'The user is notified by email, with the reason. Their active offers return to the market.',
  staff: 'admin',
  needsIdempotencyKey: true,
  params: userParams,
  body: reasonSchema,
  response: done,
  errors: ACTION_ERRORS,
})

export const listStaffOffers = endpoint({
  method: 'GET',
  path: '/api/staff/offers',
  summary: 'Admin: list offers by their owner, or hidden offers',
  staff: 'admin',
  query: z.strictObject({
    trader: described(z.optional(nameStartSchema.shape.username), 'The whole username of the owner, in any case.'),
    show: z.optional(z.enum(['all', 'hidden'])),
    cursor: cursor(new RegExp(`^\\d{1,18}$|${positionPattern(0).source}`)),
  }),
  response: z.object({ offers: listOf(staffOffer, STAFF_PAGE_SIZE), nextCursor: z.nullable(z.string()) }),
})

export const getStaffOffer = endpoint({
  method: 'GET',
  path: '/api/staff/offers/:offerId',
  summary: 'Admin: get one offer, hidden or not',
  staff: 'admin',
  params: offerParams,
  response: staffOffer,
})

export const hideOffer = endpoint({
  method: 'POST',
  path: '/api/staff/offers/:offerId/hide',
  summary: 'Admin: hide an offer',
  description: 'Its owner reads the reason, by email as well. Its open trades go on.',
  staff: 'admin',
  needsIdempotencyKey: true,
  params: offerParams,
  body: reasonSchema,
  response: done,
  errors: ACTION_ERRORS,
})

export const unhideOffer = endpoint({
  method: 'POST',
  path: '/api/staff/offers/:offerId/unhide',
  summary: 'Admin: show a hidden offer again',
  staff: 'admin',
  needsIdempotencyKey: true,
  params: offerParams,
  body: reasonSchema,
  response: done,
  errors: ACTION_ERRORS,
})
