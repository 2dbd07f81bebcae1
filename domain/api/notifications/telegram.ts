/** Telegram as a channel of notifications: one chat for each account. */
import * as z from 'zod/mini'
import { TELEGRAM_CODE_MINUTES } from '../../notifications/telegram.ts'
import { described, endpointsOf, moment, named } from '../endpoint.ts'

const endpoint = endpointsOf('Notifications')

const telegram = named(
  'Telegram',
  z.object({
    isOffered: described(z.boolean(), 'Whether this market has a bot.'),
    bot: described(z.nullable(z.string()), 'The bot’s username, without @; null while Telegram cannot be reached.'),
    chat: described(
      z.nullable(z.object({ name: z.string(), linkedAt: moment, lastSuccessAt: z.nullable(moment) })),
      'The chat that gets the notifications, by its name on Telegram; null where none is linked.',
    ),
    refusedAt: described(
      z.nullable(moment),
      'When Telegram refused a message for good, for example because the bot was blocked: the chat is no longer linked.',
    ),
  }),
)
export type Telegram = z.infer<typeof telegram>

export const getTelegram = endpoint({
  method: 'GET',
  path: '/api/telegram',
  summary: 'Get the Telegram chat that is linked with your account',
  response: telegram,
})

export const createTelegramCode = endpoint({
  method: 'POST',
  path: '/api/telegram/code',
  summary: 'Create the one-time code that links a Telegram chat',
  description: `Send it to the bot within ${TELEGRAM_CODE_MINUTES} minutes. A new code ends the former one.`,
  needsVerifiedEmail: true,
  response: named(
    'TelegramCode',
    z.object({
      code: described(z.string(), 'To send to the bot as a message.'),
      url: described(z.string(), 'Opens the chat with the bot, which gets the code when you press “Start”.'),
      expiresAt: moment,
    }),
  ),
  errors: ['not_found', 'reauthentication_required', 'telegram_unavailable'],
})

export const unlinkTelegram = endpoint({
  method: 'DELETE',
  path: '/api/telegram',
  summary: 'Delete the link with your Telegram chat',
  description: 'It needs recent authentication.',
  response: telegram,
  errors: ['reauthentication_required'],
})
