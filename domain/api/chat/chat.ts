/** The chat of a trade, with its pictures. */
import * as z from 'zod/mini'
import { SCALED_DOWN } from '../../pictures.ts'
import { MESSAGES_LISTED, MESSAGE_MAX } from '../../chat/chat.ts'
import { freeText } from '../../reading/fields.ts'
import { FIELD_TEXTS } from '../../texts.ts'
import { IMAGE_REFUSALS } from '../../uploads/upload-errors.ts'
import { described, endpointsOf, id, listOf, moment, named, nothing } from '../endpoint.ts'
import { tradeParams } from '../trades/trades.ts'
import { messageKind, senderRole, systemCode } from '../trades/trade-values.ts'

const endpoint = endpointsOf('Chat')

export const message = named(
  'Message',
  z.object({
    seq: described(z.int(), 'Counts up from 1 within the trade, without gaps.'),
    tradeId: id,
    kind: messageKind,
    sender: described(
      z.nullable(senderRole),
      'The party, or the arbiter of the dispute; null for a message of the platform.',
    ),
    member: described(
      z.nullable(z.string()),
      'The team member who wrote it for the party, or made the move that it announces; null: the party.',
    ),
    text: z.string(),
    systemCode: described(z.nullable(systemCode), 'Null for a message of a party.'),
    image: z.nullable(z.object({ id, width: z.int(), height: z.int() })),
    clientId: described(z.nullable(z.string()), 'The id that the sender gave the message.'),
    createdAt: moment,
  }),
)
export type Message = z.infer<typeof message>

export const readMarks = named(
  'ReadMarks',
  z.object({ buyer: z.int(), seller: z.int() }),
  'The `seq` of the last message that each party has read, or 0. What a team member reads counts as read by the party.',
)
export type ReadMarks = z.infer<typeof readMarks>

const messageText = freeText().check(z.maxLength(MESSAGE_MAX, FIELD_TEXTS.messageTooLong))
const clientId = described(z.uuid(FIELD_TEXTS.notUuid), 'Your id for the message; sent twice, it is stored once.')

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/trades/:tradeId/messages',
  summary: 'List the messages of a trade’s chat, oldest first',
  team: ['chat', 'release'],
  description: 'An answer has up to 500 messages; ask again with `after` set to the last sequence number.',
  scope: 'read',
  params: tradeParams,
  query: z.strictObject({
    after: described(z.optional(z.coerce.number().check(z.int(), z.minimum(0))), 'The last `seq` you have.'),
  }),
  response: z.object({ messages: listOf(message, MESSAGES_LISTED), read: readMarks }),
  errors: ['not_found'],
})

export const markMessagesRead = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/messages/read',
  summary: 'Update the messages of a trade’s chat as read: they were shown on a visible page',
  team: ['chat', 'release'],
  description: 'The counterparty sees how far you have read. A number below the present one changes nothing.',
  params: tradeParams,
  body: z.strictObject({ seq: described(z.int().check(z.minimum(1)), 'The last message that was shown.') }),
  response: readMarks,
  errors: ['not_found'],
})

export const sendTyping = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/typing',
  summary: 'Send the signal that you are typing in a trade’s chat',
  team: ['chat'],
  description: 'It goes to the open pages of the counterparty and is not stored. Send it again every few seconds.',
  params: tradeParams,
  response: nothing,
  errors: ['not_found', 'chat_closed'],
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/messages',
  summary: 'Send a chat message',
  team: ['chat'],
  scope: 'trades',
  needsIdempotencyKey: true,
  params: tradeParams,
  body: z.strictObject({ text: messageText, clientId }),
  response: message,
  statuses: [201],
  errors: ['not_found', 'chat_closed', 'code_in_message'],
})

export const sendImage = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/images',
  summary: 'Send a chat image',
  team: ['chat'],
  description: `The image is re-encoded as WebP, ${SCALED_DOWN}, and stripped of its metadata.`,
  scope: 'trades',
  needsIdempotencyKey: true,
  params: tradeParams,
  form: z.strictObject({ text: z._default(messageText, ''), clientId: z.optional(clientId) }),
  response: message,
  statuses: [201],
  errors: ['not_found', 'chat_closed', 'code_in_message', ...IMAGE_REFUSALS, 'image_quota'],
})

export const getImage = endpoint({
  method: 'GET',
  path: '/api/trades/:tradeId/images/:imageId',
  summary: 'Get a chat image',
  team: ['chat', 'release'],
  description: 'For the two parties of the trade, and for members of their teams who answer chats or confirm payments.',
  scope: 'read',
  params: z.strictObject({ tradeId: id, imageId: id }),
  file: 'image/webp',
  errors: ['not_found', 'file_unavailable'],
})
