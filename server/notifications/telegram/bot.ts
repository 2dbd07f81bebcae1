/** The Bot API of Telegram, as far as it is used here. The token is in the address, which no error and no log line names. */
import * as z from 'zod/mini'
import { TELEGRAM_BOT_PATTERN } from '../../../domain/notifications/telegram.ts'
import { codeOf } from '../../db/error-codes.ts'
import { PrivateAddress, TimedOut, TooLarge, createPublicCaller } from '../../http/public-request.ts'
import type { PublicCaller } from '../../http/public-request.ts'
import type { TelegramSettings } from './settings.ts'

/** How long Telegram holds the call while there is no message. */
const POLL_SECONDS = 25
const POLL_MS = (POLL_SECONDS + 10) * 1000
const ANSWER_MS = 10_000
/** More than so many of the longest messages. */
const UPDATES_PER_CALL = 20
const UPDATES_BYTES = 4 * 1024 * 1024
const ANSWER_BYTES = 64 * 1024

const answerSchema = z.object({
  ok: z.boolean(),
  result: z.optional(z.unknown()),
  error_code: z.optional(z.int()),
  description: z.optional(z.string()),
  parameters: z.optional(z.object({ retry_after: z.optional(z.int()) })),
})
type Refusal = { code: number; description: string; retryAfterSeconds: number | null }

const updateSchema = z.object({ update_id: z.int(), message: z.optional(z.unknown()) })
const messageSchema = z.object({
  chat: z.object({ id: z.int(), type: z.string() }),
  from: z.object({
    is_bot: z.boolean(),
    first_name: z.string(),
    username: z.optional(z.string()),
    language_code: z.optional(z.string()),
  }),
  text: z.string(),
})
export type ReceivedMessage = {
  chatId: string
  isPrivate: boolean
  /** "Amina (@amina)", as Telegram shows the sender. */
  name: string
  languageCode: string
  text: string
}
/** Null: no message that a bot could answer. */
export type Update = { id: number; message: ReceivedMessage | null }

/** `refused`: for good, since the user blocked the bot or the chat is gone. */
export type SendResult = 'sent' | 'refused' | { retryAfterSeconds: number } | { failure: string }

/** A call without a usable answer; the message is a code. */
export class BotFault extends Error {
  override name = 'BotFault'
}

export type Bot = {
  /** The part of the token that is no secret. */
  id: string
  getUsername(signal?: AbortSignal): Promise<string>
  /** What users wrote, from this number on. Waits for some seconds while there is nothing. */
  getUpdates(from: number, signal?: AbortSignal): Promise<{ updates: Update[]; mayHaveMore: boolean }>
  send(chatId: string, text: string, signal?: AbortSignal): Promise<SendResult>
}

export function createBot({ token, botId, apiUrl, isLocal }: TelegramSettings): Bot {
  const ask = createPublicCaller({ timeoutMs: ANSWER_MS, isLocal })
  const poll = createPublicCaller({ timeoutMs: POLL_MS, isLocal })
  const called = (method: string, body: object, maxBytes: number, signal: AbortSignal | undefined, by = ask) =>
    resultOf(by, { url: `${apiUrl}/bot${token}/${method}`, body, maxBytes, signal })

  return {
    id: botId,
    async getUsername(signal) {
      const { result } = succeeded(await called('getMe', {}, ANSWER_BYTES, signal))
      return parsed(z.object({ username: z.string().check(z.regex(TELEGRAM_BOT_PATTERN)) }), result).username
    },
    async getUpdates(from, signal) {
      const body = { offset: from, limit: UPDATES_PER_CALL, timeout: POLL_SECONDS, allowed_updates: ['message'] }
      const { result } = succeeded(await called('getUpdates', body, UPDATES_BYTES, signal, poll))
      const updates = parsed(z.array(updateSchema), result)
      return {
        updates: updates.map(({ update_id, message }) => ({ id: update_id, message: messageOf(message) })),
        mayHaveMore: updates.length >= UPDATES_PER_CALL,
      }
    },
    async send(chatId, text, signal) {
      try {
        const body = { chat_id: Number(chatId), text, link_preview_options: { is_disabled: true } }
        const answer = await called('sendMessage', body, ANSWER_BYTES, signal)
        if ('result' in answer) return 'sent'
        if (answer.retryAfterSeconds !== null) return { retryAfterSeconds: answer.retryAfterSeconds }
        return isForGood(answer) ? 'refused' : { failure: `status ${answer.code}` }
      } catch (error) {
        if (error instanceof BotFault) return { failure: error.message }
        throw error
      }
    },
  }
}

/** Telegram's own word of a chat. An answer of anything in between, or about the token, says nothing of the chat. */
function isForGood({ code, description }: Refusal): boolean {
  return code === 403 || (code === 400 && /chat not found|PEER_ID_INVALID/i.test(description))
}

type Asked = Parameters<PublicCaller>[0]

async function resultOf(ask: PublicCaller, asked: Asked): Promise<{ result: unknown } | Refusal> {
  let answer
  try {
    answer = await ask(asked)
  } catch (error) {
    throw new BotFault(wordOf(error))
  }
  const { status, text } = answer
  const { success, data } = answerSchema.safeParse(jsonOf(text))
  if (!success) throw new BotFault(status === 200 ? 'wrong answer' : `status ${status}`)
  if (data.ok) return { result: data.result }
  return {
    code: data.error_code ?? status,
    description: data.description ?? '',
    retryAfterSeconds: data.parameters?.retry_after ?? null,
  }
}

function succeeded(answer: { result: unknown } | Refusal): { result: unknown } {
  if ('result' in answer) return answer
  throw new BotFault(`status ${answer.code}`)
}

function parsed<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const { success, data } = schema.safeParse(value)
  if (!success) throw new BotFault('wrong answer')
  return data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function messageOf(value: unknown): ReceivedMessage | null {
  const { success, data } = messageSchema.safeParse(value)
  if (!success || data.from.is_bot) return null
  const { chat, from, text } = data
  return {
    chatId: String(chat.id),
    isPrivate: chat.type === 'private',
    name: from.username === undefined ? from.first_name : `${from.first_name} (@${from.username})`,
    languageCode: from.language_code ?? '',
    text,
  }
}

function wordOf(error: unknown): string {
  if (error instanceof TimedOut) return 'timed out'
  if (error instanceof TooLarge) return 'too large'
  if (error instanceof PrivateAddress) return 'private address'
  return codeOf(error) ?? 'no connection'
}
