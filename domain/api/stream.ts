/** What happens to a person, as it happens and afterwards. */
import * as z from 'zod/mini'
import { TRADE_STATUSES } from '../trades.ts'
import { message } from './chat.ts'
import { endpointsOf, id } from './endpoint.ts'

const endpoint = endpointsOf('Events')

/** What the event stream carries. `seq` counts up from 1 per person, without gaps. */
export const streamEvent = z.object({
  seq: z.int(),
  kind: z.enum(['trade', 'message']),
  data: z.object({
    tradeId: id,
    status: z.optional(z.enum(TRADE_STATUSES)),
    version: z.optional(z.int()),
    messages: z.array(message),
  }),
})
export type StreamEvent = z.infer<typeof streamEvent>

export const streamEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  summary: 'Stream events (server-sent events)',
  description:
    'The first event is `hello` with the present position; if its `reset` is true, read everything again. `trade` and `message` events follow. `Last-Event-ID` or `after` replays missed events.',
  query: z.strictObject({ after: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) }),
  events: streamEvent,
})

export const listEvents = endpoint({
  method: 'GET',
  path: '/api/events/since',
  summary: 'List events after a given sequence number',
  description:
    'For clients that cannot keep a stream open. Without `after` the answer is the present position and no event.',
  scope: 'read',
  query: z.strictObject({ after: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) }),
  response: z.object({ events: z.array(streamEvent), position: z.int(), reset: z.boolean() }),
})
