/** Alerts: what the other party of a trade did. */
import * as z from 'zod/mini'
import { LISTED } from '../limits.ts'
import { described, endpointsOf, id, listOf, moment, named } from './endpoint.ts'
import { senderRole, systemCode } from './trade-values.ts'

const endpoint = endpointsOf('Alerts')

export const alert = named(
  'Alert',
  z.object({
    seq: described(z.int(), 'The number of its event in your stream.'),
    kind: z.enum(['trade', 'message']),
    tradeId: id,
    username: described(z.string(), 'The other party of the trade.'),
    code: described(z.nullable(systemCode), 'What happened to the trade; null for a message.'),
    sender: described(z.nullable(senderRole), 'Who wrote the message; null for a move.'),
    text: described(z.string(), 'The beginning of a message; empty for a move.'),
    at: moment,
    isUnread: z.boolean(),
  }),
)
export type Alert = z.infer<typeof alert>

const unread = named('UnreadAlerts', z.object({ unread: z.int() }))

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/alerts',
  summary: 'List alerts, newest first',
  scope: 'read',
  response: z.object({ alerts: listOf(alert, LISTED.alerts) }),
})

export const countAlerts = endpoint({
  method: 'GET',
  path: '/api/alerts/unread',
  summary: 'Get the number of unread alerts, counted up to 100',
  scope: 'read',
  response: unread,
})

export const markAlertsRead = endpoint({
  method: 'POST',
  path: '/api/alerts/read',
  summary: 'Mark alerts as read, up to a sequence number',
  needsIdempotencyKey: true,
  body: z.strictObject({ seq: z.int().check(z.minimum(0)) }),
  response: unread,
})
