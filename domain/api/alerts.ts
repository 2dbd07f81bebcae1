/** What others did in one’s trades. */
import * as z from 'zod/mini'
import { SYSTEM_CODES } from '../chat.ts'
import { endpointsOf, id, moment } from './endpoint.ts'

const endpoint = endpointsOf('Alerts')

/** Something the other side or the house did: a trade moved, or a message came. */
export const alert = z.object({
  /** The number of its event in the person's stream. */
  seq: z.int(),
  kind: z.enum(['trade', 'message']),
  tradeId: id,
  /** The other side of the trade. */
  username: z.string(),
  /** What happened to the trade; null for a message. */
  code: z.nullable(z.enum(SYSTEM_CODES)),
  /** The beginning of a message; empty for a move. */
  text: z.string(),
  at: moment,
  isUnread: z.boolean(),
})
export type Alert = z.infer<typeof alert>

const unread = z.object({ unread: z.int() })

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/alerts',
  summary: 'List alerts, newest first',
  scope: 'read',
  response: z.object({ alerts: z.array(alert) }),
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
  needsKey: true,
  body: z.strictObject({ seq: z.int().check(z.minimum(0)) }),
  response: unread,
})
