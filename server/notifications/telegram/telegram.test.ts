/** Telegram: alerts as a chat of the test gets them, failures of Telegram, and the life of a link. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { NotificationEvent } from '../../../domain/notifications/notifications.ts'
import { URGENT_ALONE_PER_HOUR } from '../../../domain/notifications/summaries.ts'
import { call } from '../../testing/app.ts'
import { lastMail, mailsTo } from '../../testing/accounts/mails.ts'
import {
  linkTo,
  move,
  openTradeBetween,
  postOffer,
  signUp,
  signUpMany,
  tradingPair,
} from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { BOT_NAME, refusal, startTelegramServer } from '../../testing/servers/telegram-server.ts'
import { useTestApp } from '../../testing/suite.ts'
import { ageNotifications, ageTokens } from '../../testing/time-travel.ts'
import { inTransaction } from '../../db/pool.ts'
import { escalateNotifications } from '../escalate.ts'
import { notify } from '../notify.ts'
import { deliverDueTelegrams } from './deliver-telegrams.ts'
import { pollTelegram } from './poll.ts'

const telegram = await startTelegramServer()
afterAll(() => telegram.close())
const testApp = useTestApp({ telegram: telegram.settings })

let lastChat = 70_000
const newChat = () => ++lastChat
const deliver = () => deliverDueTelegrams(testApp().context)
/** As the worker does, without waiting for the end of a pause. */
async function poll() {
  await testApp().owner.query('update telegram_bots set turn_ends_at = clock_timestamp()')
  await pollTelegram(testApp().context)
}
const notifyOf = (user: Caller, event: NotificationEvent) =>
  inTransaction(testApp().context.db, (tx) => notify(tx, { userId: user.id, event }))
const stateOf = async (user: Caller) => (await user.get('/api/telegram')).body
const newCode = async (user: Caller): Promise<string> => (await user.post('/api/telegram/code')).body.code

async function linked(user: Caller): Promise<number> {
  const chatId = newChat()
  telegram.write({ chatId, username: 'amina' }, `/start ${(await newCode(user)).replace('-', '')}`)
  await poll()
  return chatId
}
async function outcomesOf(user: Caller) {
  const { rows } = await testApp().owner.query(
    `select coalesce(outcome, 'due') as outcome, attempts, last_error as error from notification_deliveries
     where user_id = $1 and channel = 'telegram' order by created_at`,
    [user.id],
  )
  return rows
}

beforeEach(async () => {
  telegram.answer = () => undefined
  telegram.sent.length = 0
  telegram.calls.length = 0
  await testApp().owner.query('update telegram_bots set sends_after = clock_timestamp()')
  await poll()
})

describe('a chat', () => {
  test('is linked by the code of the page, and the page says with whom; both are told', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    expect(await stateOf(amina)).toEqual({ isOffered: true, bot: BOT_NAME, chat: null, refusedAt: null })
    const { body } = await amina.post('/api/telegram/code')
    expect(body).toEqual({
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/),
      url: `https://t.me/${BOT_NAME}?start=${body.code.replace('-', '')}`,
      expiresAt: expect.any(String),
    })
    const chatId = newChat()
    telegram.write({ chatId, name: 'Amina', username: 'amina_tn' }, `/start ${body.code.replace('-', '')}`)
    await poll()
    expect(await stateOf(amina)).toMatchObject({
      chat: { name: 'Amina (@amina_tn)', linkedAt: expect.any(String), lastSuccessAt: null },
    })
    expect(telegram.textsOf(chatId)).toEqual([expect.stringContaining(`the Sarraf account ${amina.username}`)])
    await lastMail(owner, amina.email, 'telegram_linked')
    expect((await amina.get('/api/notifications/settings')).body.hasTelegram).toBe(true)
    // Neither the chat nor the name is stored as text.
    const { rows } = await owner.query('select t::text as row from telegram_chats t where user_id = $1', [amina.id])
    expect(rows[0].row).not.toMatch(new RegExp(`${chatId}|amina_tn`))
  })

  test.each([
    ['typed with the hyphen', (code: string) => code],
    ['in lower case, with spaces, O for 0 and l for 1', (code: string) => spoiled(code)],
    ['after the command of a group', (code: string) => `/start@${BOT_NAME} ${code}`],
  ])('is linked by a code %s', async (_, typed) => {
    const amina = await signUp(testApp().app, 'amina')
    telegram.write({ chatId: newChat() }, typed(await newCode(amina)))
    await poll()
    expect((await stateOf(amina)).chat).not.toBeNull()
  })

  test('gets the kind and the link in the language of the account, without names and amounts', async () => {
    const { context, owner } = testApp()
    const { seller, buyer, trade } = await tradingPair(testApp().app)
    const chatId = await linked(seller)
    await owner.query("update accounts set language = 'ar' where user_id = $1", [seller.id])
    await move(buyer, trade, 'mark-paid', 'awaiting_payment')
    await deliver()
    const text = telegram.textsOf(chatId).at(-1)!
    expect(text).toContain(`${context.config.publicUrl}/ar/trade/${trade.id}`)
    expect(text).toMatch(/^\p{Script=Arabic}/u)
    expect(text).not.toMatch(new RegExp(`${buyer.username}|${seller.username}|EUR|USDT|SEPA`))
    expect(await outcomesOf(seller)).toMatchObject([{ outcome: 'delivered', attempts: 1 }])
    expect((await stateOf(seller)).chat.lastSuccessAt).not.toBeNull()
  })

  test('gets what its settings say, and an urgent alert that is not seen although they are off', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const chatId = await linked(amina)
    await amina.post('/api/notifications/settings', { group: 'trades', channel: 'telegram', isOn: false })
    await notifyOf(amina, 'trade_paid')
    await deliver()
    expect(telegram.textsOf(chatId)).toHaveLength(1)
    await ageNotifications(testApp().owner, amina.id, 6)
    await escalateNotifications(testApp().context.db)
    await deliver()
    expect(telegram.textsOf(chatId).at(-1)).toContain('The buyer marked the trade as paid')
  })

  test('waits for the end of quiet hours', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const chatId = await linked(amina)
    const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
    await amina.post('/api/notifications/preferences', {
      timeZone: 'UTC',
      quietHours: { from: hour(-2), until: hour(2) },
      escalationMinutes: 5,
      escalationChannels: ['push', 'telegram', 'email'],
    })
    await notifyOf(amina, 'account_restored')
    await deliver()
    expect(telegram.textsOf(chatId)).toHaveLength(1)
    expect(await outcomesOf(amina)).toMatchObject([{ outcome: 'due', attempts: 0 }])
    await notifyOf(amina, 'trade_paid')
    await deliver()
    expect(telegram.textsOf(chatId)).toHaveLength(2)
  })

  test('gets many urgent alerts as a summary', async () => {
    const { app } = testApp()
    const seller = await signUp(app, 'seller')
    const chatId = await linked(seller)
    const offer = await postOffer(seller, { maxOpenTrades: 10 })
    for (const taker of await signUpMany(app, URGENT_ALONE_PER_HOUR + 2, 'taker'))
      await openTradeBetween(taker, offer.id, '100')
    await deliver()
    const texts = telegram.textsOf(chatId).slice(1)
    expect(texts).toHaveLength(URGENT_ALONE_PER_HOUR + 1)
    expect(texts.at(-1)).toMatch(/^2 more trades wait for you\n.*\/trades$/)
  })

  test('is unlinked by /stop, and by the page with recent authentication; each is reported by email', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    const chatId = await linked(amina)
    telegram.write({ chatId }, '/stop')
    await poll()
    expect((await stateOf(amina)).chat).toBeNull()
    expect(telegram.textsOf(chatId).at(-1)).toContain('no longer gets the alerts')
    await lastMail(owner, amina.email, 'telegram_unlinked')
    await linked(amina)
    await owner.query("update sessions set reauthenticated_at = now() - interval '2 hours' where user_id = $1", [
      amina.id,
    ])
    expect((await amina.delete('/api/telegram')).body.code).toBe('reauthentication_required')
    expect((await amina.post('/api/telegram/code')).body.code).toBe('reauthentication_required')
    await owner.query('update sessions set reauthenticated_at = now() where user_id = $1', [amina.id])
    expect((await amina.delete('/api/telegram')).body.chat).toBeNull()
    expect((await mailsTo(owner, amina.email)).filter(({ kind }) => kind === 'telegram_unlinked')).toHaveLength(2)
    await notifyOf(amina, 'account_restored')
    expect(await outcomesOf(amina)).toEqual([])
  })

  test('of another account leaves that one, and a new chat replaces the former; all are told', async () => {
    const { app, owner } = testApp()
    const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
    const chatId = await linked(amina)
    telegram.write({ chatId }, await newCode(karim))
    await poll()
    expect([(await stateOf(amina)).chat, (await stateOf(karim)).chat?.name]).toEqual([null, 'Amina'])
    await lastMail(owner, amina.email, 'telegram_unlinked')
    await lastMail(owner, karim.email, 'telegram_linked')
    const second = await linked(karim)
    expect(telegram.textsOf(second).at(-1)).toContain(karim.username)
    expect(telegram.textsOf(chatId).at(-1)).toContain('to another chat, and no longer to this one')
    await notifyOf(karim, 'account_restored')
    await deliver()
    expect([telegram.textsOf(second).length, telegram.textsOf(chatId).length]).toEqual([2, 3])
  })

  test('ends with the link of the email that reported it, and with the account', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    await linked(amina)
    const token = await linkTo(app, amina.email, 'telegram_linked')
    expect((await call(app, 'POST', '/api/additions/review', { body: { token } })).body).toMatchObject({
      kind: 'telegram',
      isPresent: true,
    })
    const removed = await call(app, 'POST', '/api/additions/remove', { body: { token } })
    expect(removed.body).toMatchObject({ kind: 'telegram', wasPresent: true })
    const chatsOf = async (user: Caller) =>
      (await owner.query('select 1 from telegram_chats where user_id = $1', [user.id])).rows.length
    expect(await chatsOf(amina)).toBe(0)
    const karim = await signUp(app, 'karim')
    const chatId = await linked(karim)
    expect((await karim.post('/api/account/export')).body.telegram).toMatchObject({ chatId: String(chatId) })
    expect((await karim.post('/api/account/delete', { username: karim.username })).status).toBe(200)
    expect(await chatsOf(karim)).toBe(0)
  })

  test('that was linked in the last week is removed by a recovery, with the code that waits', async () => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    await linked(amina)
    const code = await newCode(amina)
    await call(app, 'POST', '/api/forgot-password', { body: { email: amina.email } })
    const token = await linkTo(app, amina.email, 'reset_password')
    const review = await call(app, 'POST', '/api/reset-password/review', { body: { token } })
    expect(review.body.additions).toMatchObject([{ kind: 'telegram' }])
    const body = { token, newPassword: 'quite another battery', removesRecent: true }
    expect((await call(app, 'POST', '/api/reset-password', { body })).status).toBe(200)
    const chatId = newChat()
    telegram.write({ chatId }, code)
    await poll()
    const { rows } = await owner.query('select 1 from telegram_chats where user_id = $1', [amina.id])
    expect([rows, telegram.textsOf(chatId).length]).toEqual([[], 1])
  })

  test('is asked how to go on where it writes anything else, in the language of its app', async () => {
    const chatId = newChat()
    telegram.write({ chatId, language: 'fr-CA' }, '/start')
    await poll()
    expect(telegram.textsOf(chatId)).toEqual([expect.stringContaining('/fr/settings?tab=notifications')])
  })
})

describe('a failure of Telegram', () => {
  test('is tried again after a delay, and ends in a day', async () => {
    const amina = await signUp(testApp().app, 'amina')
    const chatId = await linked(amina)
    await notifyOf(amina, 'account_restored')
    telegram.answer = (method) => (method === 'sendMessage' ? { status: 502, raw: '<html>Bad Gateway' } : undefined)
    await deliver()
    await deliver()
    expect(await outcomesOf(amina)).toEqual([{ outcome: 'due', attempts: 1, error: 'status 502' }])
    await ageNotifications(testApp().owner, amina.id, 500)
    telegram.answer = () => undefined
    await deliver()
    expect(await outcomesOf(amina)).toMatchObject([{ outcome: 'delivered', attempts: 2 }])
    expect(telegram.textsOf(chatId)).toHaveLength(2)
    await notifyOf(amina, 'account_restored')
    telegram.answer = () => refusal(500, 'Internal')
    await ageNotifications(testApp().owner, amina.id, 25 * 60)
    await deliver()
    expect((await outcomesOf(amina)).at(-1)).toMatchObject({ outcome: 'failed', error: 'status 500' })
  })

  test.each([
    [403, 'Forbidden: bot was blocked by the user'],
    [403, 'Forbidden: user is deactivated'],
    [400, 'Bad Request: chat not found'],
  ])('%s %s unlinks the chat, and the page shows it', async (code, description) => {
    const { app, owner } = testApp()
    const amina = await signUp(app, 'amina')
    await linked(amina)
    await notifyOf(amina, 'account_restored')
    telegram.answer = (method) => (method === 'sendMessage' ? refusal(code, description) : undefined)
    await deliver()
    expect(await stateOf(amina)).toMatchObject({ chat: null, refusedAt: expect.any(String) })
    expect(await outcomesOf(amina)).toMatchObject([{ outcome: 'dropped' }])
    const { rows } = await owner.query('select sealed, fingerprint from telegram_chats where user_id = $1', [amina.id])
    expect(rows).toEqual([{ sealed: null, fingerprint: null }])
    await notifyOf(amina, 'account_restored')
    expect(await outcomesOf(amina)).toHaveLength(1)
    telegram.answer = () => undefined
    await linked(amina)
    expect(await stateOf(amina)).toMatchObject({ chat: { name: 'Amina (@amina)' }, refusedAt: null })
  })

  test.each([
    ['a page of something in between', { status: 403, raw: '<html>Forbidden' }],
    ['a wrong token', refusal(401, 'Unauthorized')],
    ['another fault of the message', refusal(400, 'Bad Request: message text is empty')],
    ['an answer that is no JSON', { status: 200, raw: 'ok' }],
    ['an answer without end', { status: 200, raw: 'x'.repeat(200_000) }],
    ['a redirect', { status: 302, raw: '', headers: { location: 'http://127.0.0.1/' } }],
  ])('%s unlinks nothing', async (_, answer) => {
    const amina = await signUp(testApp().app, 'amina')
    await linked(amina)
    await notifyOf(amina, 'account_restored')
    telegram.answer = (method) => (method === 'sendMessage' ? answer : undefined)
    telegram.calls.length = 0
    await deliver()
    expect((await stateOf(amina)).chat).not.toBeNull()
    expect(await outcomesOf(amina)).toMatchObject([{ outcome: 'due', error: expect.any(String) }])
    expect(telegram.calls).toEqual(['sendMessage'])
  })

  test('429 pauses all messages for as long as Telegram asks, and costs no attempt', async () => {
    const { app, owner } = testApp()
    const [amina, karim] = [await signUp(app, 'amina'), await signUp(app, 'karim')]
    await linked(amina)
    await linked(karim)
    await notifyOf(amina, 'account_restored')
    telegram.answer = (method) =>
      method === 'sendMessage' ? refusal(429, 'Too Many Requests', { retry_after: 300 }) : undefined
    await deliver()
    const [due] = (
      await owner.query(
        `select attempts, due_at > clock_timestamp() + interval '4 minutes' as "isLater" from notification_deliveries
         where user_id = $1 and channel = 'telegram'`,
        [amina.id],
      )
    ).rows
    expect(due).toEqual({ attempts: 0, isLater: true })
    telegram.calls.length = 0
    await notifyOf(karim, 'account_restored')
    await deliver()
    expect(telegram.calls).toEqual([])
    await owner.query('update telegram_bots set sends_after = clock_timestamp()')
    telegram.answer = () => undefined
    await deliver()
    expect(await outcomesOf(karim)).toMatchObject([{ outcome: 'delivered' }])
  })
})

describe('without a token', () => {
  test('the channel is off: no code, nothing is sent, and what waits is dropped', async () => {
    const { app, context } = testApp()
    const amina = await signUp(app, 'amina')
    await linked(amina)
    await notifyOf(amina, 'account_restored')
    const off = { ...context, config: { ...context.config, telegram: null } }
    telegram.calls.length = 0
    await deliverDueTelegrams(off)
    await pollTelegram(off)
    expect(telegram.calls).toEqual([])
    expect(await outcomesOf(amina)).toMatchObject([{ outcome: 'dropped' }])
    await notifyOf(amina, 'account_restored')
    expect(await outcomesOf(amina)).toHaveLength(1)
  })

  test('a code waits until the name of the bot is known', async () => {
    const amina = await signUp(testApp().app, 'amina')
    await testApp().owner.query('update telegram_bots set username = null')
    expect((await amina.post('/api/telegram/code')).body.code).toBe('telegram_unavailable')
    telegram.answer = (method) => (method === 'getMe' ? refusal(401, 'Unauthorized') : undefined)
    await poll()
    expect((await stateOf(amina)).bot).toBeNull()
  })
})

test('a code expires, and a new one ends the former', async () => {
  const { app, owner } = testApp()
  const amina = await signUp(app, 'amina')
  const [former, later] = [await newCode(amina), await newCode(amina)]
  const chatId = newChat()
  telegram.write({ chatId }, former)
  await poll()
  expect(telegram.textsOf(chatId).at(-1)).toContain('wrong or has expired')
  await ageTokens(owner, amina.id, 'telegram_code', 10)
  telegram.write({ chatId }, later)
  await poll()
  expect(telegram.textsOf(chatId).at(-1)).toContain('wrong or has expired')
  expect((await stateOf(amina)).chat).toBeNull()
})

function spoiled(code: string): string {
  return ` ${code.replaceAll('0', 'o').replaceAll('1', 'l').toLowerCase().replace('-', ' – ')} `
}
