import { afterAll, beforeEach, expect, test } from 'vitest'
import { BOT_NAME, refusal, startTelegramServer } from '../../server/testing/servers/telegram-server.ts'
import { checkTelegram } from './check-telegram.ts'

const server = await startTelegramServer()
afterAll(() => server.close())
beforeEach(() => {
  server.answer = () => undefined
})
const { settings } = server
const finding = (state: string, text: RegExp) => ({ state, text: expect.stringMatching(text) })

test('no token, and a bot that answers', async () => {
  expect(await checkTelegram({ telegram: null })).toEqual(finding('ok', /alerts by Telegram are off/))
  expect(await checkTelegram({ telegram: settings })).toEqual(finding('ok', new RegExp(`@${BOT_NAME} answers`)))
})

test('a token that Telegram does not know, which no line repeats', async () => {
  const token = '4711:another-token-of-a-bot-that-was-revoked'
  const found = await checkTelegram({ telegram: { ...settings, token } })
  expect(found).toEqual(finding('failed', /does not know the token/))
  expect(JSON.stringify(found)).not.toContain('revoked')
})

test('an address that does not answer as Telegram does', async () => {
  server.answer = () => refusal(502, 'Bad Gateway')
  expect(await checkTelegram({ telegram: settings })).toEqual(finding('warning', /does not answer \(status 502\)/))
})
