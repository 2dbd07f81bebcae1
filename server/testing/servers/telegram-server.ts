/** A server of the test that speaks Telegram's Bot API, with the users who write to its bot. */
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../../config.ts'

export const BOT_TOKEN = '4711:AAtestTESTtestTESTtestTESTtestTEST'
export const BOT_NAME = 'sarraf_test_bot'

/** A user's chat, as Telegram describes it; `language` is that of the user's app. */
export type Chatter = { chatId: number; name?: string; username?: string; language?: string; type?: string }
export type SentText = { chatId: number; text: string }
/** `raw` replaces the JSON. */
type Answer = { status: number; body?: object; raw?: string; headers?: Record<string, string> }

export type TelegramServer = {
  settings: NonNullable<Config['telegram']>
  /** Of the environment, for a server of its own. */
  env: Record<string, string>
  /** What the bot sent and Telegram accepted, in order. */
  sent: SentText[]
  /** The names of the methods that were called. */
  calls: string[]
  /** The texts that the chat got. */
  textsOf(chatId: number): string[]
  /** The user writes to the bot. */
  write(chatter: Chatter, text: string): void
  /** An update as it is, without the checks of `write`. */
  push(update: object): void
  /** What is answered instead; undefined: what Telegram would answer. */
  answer: (method: string, body: Record<string, unknown>) => Answer | 'hang' | undefined
  close(): Promise<void>
}

/** `holdMs`: how long getUpdates waits for a message, which Telegram does for as long as it is asked to. */
export async function startTelegramServer({ holdMs = 0 } = {}): Promise<TelegramServer> {
  const updates: { update_id: number; message?: object }[] = []
  let nextId = 1000
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? []
      const body = JSON.parse(Buffer.concat(pieces).toString() || '{}') as Record<string, unknown>
      telegram.calls.push(method)
      const own = telegram.answer(method, body)
      if (own === 'hang') return
      if (own) return reply(response, own)
      if (token !== BOT_TOKEN)
        return reply(response, { status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } })
      void METHODS[method]?.(body, response)
    })
  })
  const METHODS: Record<string, (body: Record<string, unknown>, response: ServerResponse) => unknown> = {
    getMe: (_, response) =>
      reply(response, { status: 200, body: { ok: true, result: { id: 4711, is_bot: true, username: BOT_NAME } } }),
    getUpdates({ offset, limit }, response) {
      const waiting = () => updates.filter(({ update_id }) => update_id >= Number(offset)).slice(0, Number(limit))
      const until = Date.now() + holdMs
      const look = () => {
        const result = waiting()
        if (result.length > 0 || Date.now() >= until || response.destroyed)
          return reply(response, { status: 200, body: { ok: true, result } })
        setTimeout(look, 50)
      }
      look()
    },
    sendMessage({ chat_id, text }, response) {
      telegram.sent.push({ chatId: Number(chat_id), text: String(text) })
      reply(response, { status: 200, body: { ok: true, result: { message_id: telegram.sent.length } } })
    },
  }
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const env = {
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
    TELEGRAM_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  }
  const telegram: TelegramServer = {
    settings: { token: BOT_TOKEN, botId: BOT_TOKEN.split(':')[0]!, apiUrl: env.TELEGRAM_API_URL, isLocal: true },
    env,
    sent: [],
    calls: [],
    textsOf: (chatId) => telegram.sent.filter((one) => one.chatId === chatId).map(({ text }) => text),
    write({ chatId, name = 'Amina', username, language = 'en', type = 'private' }, text) {
      const from = { id: Math.abs(chatId), is_bot: false, first_name: name, username, language_code: language }
      updates.push({ update_id: nextId++, message: { message_id: 1, chat: { id: chatId, type }, from, text } })
    },
    push: (update) => void updates.push({ update_id: nextId++, ...update }),
    answer: () => undefined,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return telegram
}

function reply(response: ServerResponse, { status, body, raw, headers = {} }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(raw ?? JSON.stringify(body ?? {}))
}

/** Telegram's refusals. */
export const refusal = (code: number, description: string, parameters: object = {}): Answer => ({
  status: code,
  body: { ok: false, error_code: code, description, parameters },
})
