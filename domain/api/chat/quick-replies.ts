/** Quick replies, which a user and the members who write in chats for them insert in a chat. */
import * as z from 'zod/mini'
import { LIMITS } from '../../limits.ts'
import { quickReplySchema } from '../../chat/quick-replies.ts'
import { described, endpointsOf, id, listOf, named } from '../endpoint.ts'

const endpoint = endpointsOf('Quick replies')

export const quickReply = named(
  'QuickReply',
  z.object({ id, title: described(z.string(), 'Empty for none.'), text: z.string() }),
)
export type QuickReply = z.infer<typeof quickReply>

const replyParams = z.strictObject({ replyId: id })

export const listQuickReplies = endpoint({
  method: 'GET',
  path: '/api/quick-replies',
  summary: 'List your quick replies, the oldest first',
  team: ['chat'],
  response: z.object({ replies: listOf(quickReply, LIMITS.quick_replies) }),
})

export const createQuickReply = endpoint({
  method: 'POST',
  path: '/api/quick-replies',
  summary: 'Create a quick reply',
  needsIdempotencyKey: true,
  body: quickReplySchema,
  response: quickReply,
  statuses: [201],
  errors: ['quick_replies_limit'],
})

export const editQuickReply = endpoint({
  method: 'POST',
  path: '/api/quick-replies/:replyId',
  summary: 'Update a quick reply',
  needsIdempotencyKey: true,
  params: replyParams,
  body: quickReplySchema,
  response: quickReply,
  errors: ['not_found'],
})

export const deleteQuickReply = endpoint({
  method: 'DELETE',
  path: '/api/quick-replies/:replyId',
  summary: 'Delete a quick reply',
  needsIdempotencyKey: true,
  params: replyParams,
  response: z.object({ deleted: z.literal(true) }),
  errors: ['not_found'],
})
