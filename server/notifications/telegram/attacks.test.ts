/** What strangers, groups, crowds and a hostile network can do with the Telegram bot. */
import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  TELEGRAM_CODES_PER_HOUR,
  TELEGRAM_MESSAGES_PER_HOUR,
  TELEGRAM_NAME_MAX,
} from '../../../domain/notifications/telegram.ts'
import { OperatorError } from '../../setting-values.ts'
import { refusalOf } from '../../testing/attacks/attack.ts'
import { lastMail } from '../../testing/accounts/mails.ts'
import { linkTo, signUp } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { call } from '../../testing/app.ts'
import { BOT_TOKEN, refusal, startTelegramServer } from '../../testing/servers/telegram-server.ts'
import { useTestApp } from '../../testing/suite.ts'
import { createKeyring } from '../../db/encryption/keyring.ts'
import { TEST_SECRET } from '../../testing/accounts/secret.ts'
import { inTransaction } from '../../db/pool.ts'
import { createBot } from './bot.ts'
import { linkChat } from './chats.ts'
import { pollTelegram } from './poll.ts'
import { telegramSettings } from './settings.ts'

const telegram = await startTelegramServer()
afterAll(() => telegram.close())
const testApp = useTestApp({ telegram: telegram.settings })

let lastChat = 90_000
const newChat = () => ++lastChat
async function poll(context = testApp().context) {
  await testApp().owner.query('update telegram_bots set turn_ends_at = clock_timestamp()')
  await pollTelegram(context)
}
const newCode = async (user: Caller): Promise<string> => (await user.post('/api/telegram/code')).body.code
const chatOf = async (user: Caller) => (await user.get('/api/telegram')).body.chat

beforeEach(async () => {
  telegram.answer = () => undefined
  await poll()
  telegram.sent.length = 0
  telegram.calls.length = 0
})

describe('a code', () => {
  test('is stored as a keyed hash, and is used once', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const code = await newCode(amina)
    const { rows } = await owner.query("select hash, value from one_time_tokens where purpose = 'telegram_code'")
    const plain = code.replace('-', '')
    expect(JSON.stringify(rows)).not.toContain(plain)
    // Without the server's secret nothing can be tried against the table.
    expect(rows.map(({ hash }) => hash)).not.toContain(createHash('sha256').update(plain).digest('base64url'))
    const [first, second] = [newChat(), newChat()]
    telegram.write({ chatId: first, name: 'First' }, code)
    telegram.write({ chatId: second, name: 'Second' }, code)
    await poll()
    expect((await chatOf(amina)).name).toBe('First')
    expect(telegram.textsOf(second)).toEqual([expect.stringContaining('wrong or has expired')])
  })

  test('that a stranger saw links the stranger’s chat: the page names it, and the email’s link ends it', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    telegram.write({ chatId: newChat(), name: 'Mallory', username: 'mallory' }, await newCode(amina))
    await poll()
    expect((await chatOf(amina)).name).toBe('Mallory (@mallory)')
    await lastMail(owner, amina.email, 'telegram_linked')
    const token = await linkTo(app, amina.email, 'telegram_linked')
    expect((await call(app, 'POST', '/api/additions/remove', { body: { token } })).status).toBe(200)
    const { rows } = await owner.query('select 1 from telegram_chats where user_id = $1', [amina.id])
    expect(rows).toEqual([])
  })

  test('is guessed a few times from one chat: then even the right one is not read', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const chatId = newChat()
    for (let n = 0; n < TELEGRAM_MESSAGES_PER_HOUR; n++)
      telegram.write({ chatId }, `AAAAAAAA${String(n).padStart(2, '0')}`)
    telegram.write({ chatId }, await newCode(amina))
    await poll()
    expect(await chatOf(amina)).toBeNull()
    expect(telegram.textsOf(chatId)).toHaveLength(TELEGRAM_MESSAGES_PER_HOUR)
  })

  test('posted in a group ends there and links nothing', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const code = await newCode(amina)
    const group = -newChat()
    telegram.write({ chatId: group, type: 'supergroup' }, 'Good morning')
    telegram.write({ chatId: group, type: 'supergroup' }, `/start ${code}`)
    const chatId = newChat()
    telegram.write({ chatId }, code)
    await poll()
    expect(await chatOf(amina)).toBeNull()
    expect(telegram.textsOf(group)).toEqual([expect.stringContaining('Others in this group could read')])
    expect(telegram.textsOf(chatId)).toEqual([expect.stringContaining('wrong or has expired')])
  })

  test('needs a verified email, and is asked for a limited number of times', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    await owner.query('update users set email_verified = false where id = $1', [amina.id])
    expect((await amina.post('/api/telegram/code')).body.code).toBe('email_unverified')
    await owner.query('update users set email_verified = true where id = $1', [amina.id])
    const statuses: number[] = []
    for (let n = 0; n <= TELEGRAM_CODES_PER_HOUR; n++) statuses.push((await amina.post('/api/telegram/code')).status)
    expect(statuses).toEqual([...Array.from({ length: TELEGRAM_CODES_PER_HOUR }, () => 200), 429])
  })

  test('ends with the password under which it was made', async () => {
    const { app } = testApp()
    const amina = await signUp(app, 'amina')
    const code = await newCode(amina)
    const body = { currentPassword: amina.password, newPassword: 'a better password' }
    expect((await amina.post('/api/password', body)).status).toBe(200)
    const chatId = newChat()
    telegram.write({ chatId }, code)
    await poll()
    expect(telegram.textsOf(chatId)).toEqual([expect.stringContaining('wrong or has expired')])
  })
})

describe('messages', () => {
  test('of a crowd are all read, in turns, and a broken one stops no other', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const code = await newCode(amina)
    for (let n = 0; n < 50; n++) telegram.write({ chatId: newChat(), name: 'x'.repeat(300) }, 'hello '.repeat(600))
    telegram.push({ message: { chat: { id: 'none' }, text: 7 } })
    telegram.push({ edited_message: {} })
    telegram.write({ chatId: newChat(), name: '\u{1F680}'.repeat(300) }, code)
    await poll()
    expect([...(await chatOf(amina)).name]).toHaveLength(TELEGRAM_NAME_MAX)
    expect(telegram.calls.filter((method) => method === 'getUpdates').length).toBe(3)
    expect(new Set(telegram.sent.map(({ chatId }) => chatId)).size).toBe(51)
  })

  test('are asked for by one process at a time, and after one that died', async () => {
    const { context, owner } = testApp()
    telegram.answer = (method) => (method === 'getUpdates' ? 'hang' : undefined)
    const stopping = new AbortController()
    const first = pollTelegram(context, stopping.signal)
    await expect.poll(() => telegram.calls).toEqual(['getUpdates'])
    await pollTelegram(context)
    expect(telegram.calls).toEqual(['getUpdates'])
    // One that dies leaves its turn as it is; one that stops gives it back.
    telegram.answer = () => undefined
    await owner.query('update telegram_bots set turn_ends_at = clock_timestamp()')
    await pollTelegram(context)
    expect(telegram.calls).toEqual(['getUpdates', 'getUpdates'])
    stopping.abort()
    await first
    await pollTelegram(context)
    expect(telegram.calls).toHaveLength(3)
  })

  test('count once, also where Telegram sends them again', async () => {
    const { owner } = testApp()
    const chatId = newChat()
    telegram.write({ chatId }, 'hello')
    await poll()
    const { rows } = await owner.query('select next_update_id from telegram_bots')
    telegram.answer = (method) =>
      method === 'getUpdates'
        ? {
            status: 200,
            body: {
              ok: true,
              result: [
                {
                  update_id: Number(rows[0].next_update_id) - 1,
                  message: {
                    chat: { id: chatId, type: 'private' },
                    from: { is_bot: false, first_name: 'A' },
                    text: 'hello',
                  },
                },
              ],
            },
          }
        : undefined
    await poll()
    expect(telegram.textsOf(chatId)).toHaveLength(1)
  })

  test.each([
    ['a conflict with another program', refusal(409, 'Conflict: terminated by other getUpdates request')],
    ['a page of something in between', { status: 200, raw: '<html>' }],
    ['an answer of another form', { status: 200, body: { ok: true, result: { update_id: 'x' } } }],
    ['an answer without end', { status: 200, raw: 'x'.repeat(5 * 1024 * 1024) }],
    ['a redirect to this machine', { status: 302, raw: '', headers: { location: 'http://127.0.0.1:1/' } }],
  ])('%s: the next turn waits, and then goes on where it was', async (_, answer) => {
    const { owner } = testApp()
    const chatId = newChat()
    telegram.write({ chatId }, 'hello')
    telegram.answer = (method) => (method === 'getUpdates' ? answer : undefined)
    await poll()
    const { rows } = await owner.query(
      "select turn_ends_at > clock_timestamp() + interval '20 seconds' as waits from telegram_bots",
    )
    expect([rows[0].waits, telegram.sent]).toEqual([true, []])
    const heardAt = async () => (await owner.query('select heard_at from telegram_bots')).rows[0].heard_at.getTime()
    const before = await heardAt()
    telegram.answer = () => undefined
    await poll()
    expect(telegram.textsOf(chatId)).toHaveLength(1)
    expect(await heardAt()).toBeGreaterThan(before)
  })

  test('of another bot are counted from the beginning', async () => {
    const { context, owner } = testApp()
    const other = { ...telegram.settings, botId: '4712' }
    await poll({ ...context, config: { ...context.config, telegram: other } })
    const { rows } = await owner.query('select bot_id, next_update_id::int as "next" from telegram_bots')
    expect(rows[0].bot_id).toBe('4712')
    await poll()
  })
})

describe('the database', () => {
  const chat = (columns: string, values: string) =>
    `insert into telegram_chats (user_id, ${columns}) select id, ${values} from users order by created_at desc limit 1`
  test.each([
    ['a chat of two accounts', 'telegram_chats_once'],
    ['a chat that was turned to another', 'telegram_chats_kept'],
    ['one that is refused and still sealed', 'telegram_chats_refused'],
    ['a link of the past', 'telegram_chats_now'],
  ])('refuses %s', async (_, constraint) => {
    const { app, owner } = testApp()
    const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
    telegram.write({ chatId: newChat() }, await newCode(amina))
    await poll()
    const of = `where user_id = '${amina.id}'`
    const statements: Record<string, string> = {
      telegram_chats_once: `insert into telegram_chats (user_id, sealed, fingerprint)
        select '${karim.id}', sealed, fingerprint from telegram_chats ${of}`,
      telegram_chats_kept: `update telegram_chats set sealed = 'x', fingerprint = repeat('a', 43) ${of}`,
      telegram_chats_refused: `update telegram_chats set refused_at = clock_timestamp() ${of}`,
      telegram_chats_now: chat('sealed, fingerprint, linked_at', "'x', repeat('b', 43), now() - interval '1 day'"),
    }
    expect(await refusalOf(owner, statements[constraint]!)).toBe(constraint)
  })
})

test('while keys are rotated a chat is found by its former fingerprint, and belongs to one account', async () => {
  const { app, context, owner } = testApp()
  const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
  const chatId = newChat()
  telegram.write({ chatId }, await newCode(amina))
  await poll()
  const keyring = createKeyring({ current: 'another secret, which is also long enough', previous: TEST_SECRET })
  await inTransaction(context.db, (tx) => linkChat(tx, keyring, karim.id, { chatId: String(chatId), name: 'Karim' }))
  expect(await chatOf(amina)).toBeNull()
  const { rows } = await owner.query('select fingerprint from telegram_chats where user_id = $1', [karim.id])
  expect(rows).toEqual([{ fingerprint: keyring.fingerprint(`telegram ${chatId}`) }])
  const later = newChat()
  telegram.write({ chatId: later }, await newCode(amina))
  await poll()
  telegram.write({ chatId: later }, '/stop')
  await poll({ ...context, keyring })
  expect(telegram.textsOf(later).at(-1)).toContain('no longer gets the alerts')
})

describe('the token', () => {
  test.each([
    ['a wrong one', { TELEGRAM_BOT_TOKEN: 'secret-that-is-no-token' }, /as BotFather gave it/],
    ['an address without one', { TELEGRAM_API_URL: 'https://tg.example' }, /without TELEGRAM_BOT_TOKEN/],
    [
      'an address in plain http of another machine',
      { TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_API_URL: 'http://10.0.0.1' },
      /https address, or http on this machine/,
    ],
    [
      'an address with a path',
      { TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_API_URL: 'https://tg.example/bot' },
      /without a path/,
    ],
  ])('%s is refused at the start, and no error repeats it', (_, env, words) => {
    let error: unknown
    try {
      telegramSettings(env)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(OperatorError)
    expect(String(error)).toMatch(words)
    expect(String(error)).not.toMatch(/secret-that-is|AAtest/)
  })

  test('is in no error of a call, and no private address is called with it', async () => {
    const faults: string[] = []
    for (const apiUrl of ['https://localhost', 'https://127.0.0.1', 'https://10.0.0.1']) {
      const bot = createBot({ ...telegram.settings, apiUrl, isLocal: false })
      await bot.getUsername().catch((error: Error) => faults.push(`${error.stack}${JSON.stringify(error)}`))
    }
    expect(faults).toHaveLength(3)
    for (const fault of faults) {
      expect(fault).toContain('private address')
      expect(fault).not.toContain(BOT_TOKEN.slice(5))
    }
    const local = createBot({ ...telegram.settings, apiUrl: 'http://10.0.0.1' })
    await expect(local.getUsername()).rejects.toThrow('private address')
  })
})
