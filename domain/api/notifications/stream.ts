/** The event stream of a user: new events as they happen, and missed ones afterwards. */
import * as z from 'zod/mini'
import { LISTED } from '../../limits.ts'
import { BEAT_SECONDS, SILENCE_SECONDS } from '../../notifications/live.ts'
import { message, readMarks } from '../chat/chat.ts'
import { described, endpointsOf, id, listOf, named } from '../endpoint.ts'
import { notificationEvent } from './notification-values.ts'
import { tradeStatus } from '../trades/trade-values.ts'

const endpoint = endpointsOf('Events')

/**
 * `file`: a party added a file that the other can see. `notification`: one that no other event carries. `read`: a party has
 * read further in the chat.
 */
export const STREAM_EVENT_KINDS = ['trade', 'message', 'file', 'notification', 'read'] as const

export const streamEvent = named(
  'StreamEvent',
  z.object({
    seq: described(z.int(), 'Counts up from 1 for each user, without gaps.'),
    kind: z.enum(STREAM_EVENT_KINDS),
    data: z.object({
      tradeId: described(z.optional(id), 'Of every event but a notification about something else.'),
      status: z.optional(tradeStatus),
      version: z.optional(z.int()),
      messages: listOf(message, LISTED.messages_of_event),
      notification: described(
        z.optional(z.object({ id, event: notificationEvent, isUrgent: z.boolean() })),
        'What the event notifies you of.',
      ),
      read: z.optional(readMarks),
    }),
  }),
)

const after = described(z.optional(z.coerce.number().check(z.int(), z.minimum(0))), 'The last `seq` you have.')
export type StreamEvent = z.infer<typeof streamEvent>

/** The data of the event `typing`, which has no number: it is sent to open pages only, and is not stored. */
export const typingSignal = z.object({ tradeId: id })

export const streamEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  summary: 'Stream events (server-sent events)',
  team: ['chat', 'release'],
  description: `The first event is \`hello\` with the present position and the \`userId\` whose events follow; if its \`reset\` is true, read everything again. \`trade\`, \`message\`, \`file\`, \`notification\` and \`read\` events follow. Every ${BEAT_SECONDS} seconds \`beat\`, with neither number nor content, says that the stream is alive: after ${SILENCE_SECONDS} seconds of silence, reconnect. Ignore events of other names. \`Last-Event-ID\` or \`after\` replays missed events. A user has up to ten streams: the next one ends the oldest with a last event \`replaced\`, after which a client polls instead of reconnecting.`,
  scope: 'read',
  query: z.strictObject({ after }),
  events: streamEvent,
})

export const listEvents = endpoint({
  method: 'GET',
  path: '/api/events/since',
  summary: 'List events after a given sequence number',
  team: ['chat', 'release'],
  description:
    'For clients that cannot keep a stream open. Without `after` the answer is the present position and no event.',
  scope: 'read',
  query: z.strictObject({ after }),
  response: z.object({
    userId: described(id, 'Whose events these are.'),
    events: listOf(streamEvent, LISTED.events),
    position: described(z.int(), 'The `seq` of the latest event.'),
    reset: described(z.boolean(), 'Events are missing: read everything again.'),
  }),
})
