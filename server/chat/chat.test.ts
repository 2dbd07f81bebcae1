import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Message } from '../../domain/api/chat/chat.ts'
import {
  CHAT_OPEN_HOURS,
  MESSAGE_MAX,
  MESSAGES_LISTED,
  MESSAGES_PER_MINUTE,
  SYSTEM_TEXTS,
} from '../../domain/chat/chat.ts'
import { call, startTestApp } from '../testing/app.ts'
import type { TestApp } from '../testing/app.ts'
import { move, signUp, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { ageTrade } from '../testing/time-travel.ts'
import { violations } from '../testing/violations.ts'

let home: TestApp

beforeAll(async () => {
  home = await startTestApp()
})

afterAll(async () => {
  await home.close()
})

function say(user: Caller, tradeId: string, text: string, clientId: string = crypto.randomUUID(), key?: string) {
  return user.post(`/api/trades/${tradeId}/messages`, { text, clientId }, key)
}

async function chatOf(user: Caller, tradeId: string, after?: number): Promise<Message[]> {
  const query = after === undefined ? '' : `?after=${after}`
  return (await user.get(`/api/trades/${tradeId}/messages${query}`)).body.messages
}

function withoutRequest(problem: Record<string, unknown>) {
  return { ...problem, requestId: null }
}

test('both parties read the same chat, which begins with the terms', async () => {
  const { seller, buyer, trade } = await tradingPair(home.app)
  const clientId = crypto.randomUUID()
  const sent = await say(buyer, trade.id, 'Hello\nthere', clientId)
  expect(sent).toMatchObject({
    status: 201,
    body: { seq: 3, tradeId: trade.id, kind: 'text', sender: 'buyer', text: 'Hello\nthere', clientId, image: null },
  })
  await say(seller, trade.id, 'Hello yourself')
  const messages = await chatOf(seller, trade.id)
  expect(messages).toEqual(await chatOf(buyer, trade.id))
  expect(messages.map(({ seq, kind, sender }) => [seq, kind, sender])).toEqual([
    [1, 'system', null],
    [2, 'terms', 'seller'],
    [3, 'text', 'buyer'],
    [4, 'text', 'seller'],
  ])
  expect(messages[0]).toMatchObject({ systemCode: 'opened', text: SYSTEM_TEXTS.opened })
  expect(messages[1]).toMatchObject({ text: trade.terms, systemCode: null })
  expect(messages[2]).toEqual(sent.body)
  expect(await chatOf(buyer, trade.id, 3)).toEqual(messages.slice(3))
})

test('a stranger gets the answer for an unknown trade, and a signed-out visitor gets 401', async () => {
  const { trade } = await tradingPair(home.app)
  const stranger = await signUp(home.app, 'stranger')
  const nowhere = crypto.randomUUID()
  const foreign = await stranger.get(`/api/trades/${trade.id}/messages`)
  expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const unknown = await stranger.get(`/api/trades/${nowhere}/messages`)
  expect(withoutRequest(foreign.body)).toEqual(withoutRequest(unknown.body))
  const said = await say(stranger, trade.id, 'Let me in')
  expect(said).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(withoutRequest(said.body)).toEqual(withoutRequest((await say(stranger, nowhere, 'Let me in')).body))
  const url = `/api/trades/${trade.id}/messages`
  expect((await call(home.app, 'GET', url)).status).toBe(401)
  expect((await call(home.app, 'POST', url, { body: { text: 'x', clientId: nowhere } })).status).toBe(401)
})

test.each(['', '   \n\t ', '\u200B\u2060', '\u202E\u2066', '\u3164', '\u2800 \u115F'])(
  'a blank message %j is refused',
  async (text) => {
    const { buyer, trade } = await tradingPair(home.app)
    expect(await say(buyer, trade.id, text)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', field: 'text', message: 'Write a message first.' },
    })
    expect(await chatOf(buyer, trade.id)).toHaveLength(2)
  },
)

test('a message has at most 4000 characters', async () => {
  const { buyer, trade } = await tradingPair(home.app)
  expect((await say(buyer, trade.id, 'x'.repeat(MESSAGE_MAX))).status).toBe(201)
  expect(await say(buyer, trade.id, 'x'.repeat(MESSAGE_MAX + 1))).toMatchObject({
    status: 400,
    body: { field: 'text' },
  })
})

test('control characters and direction marks are removed, and text typed like a system message stays a user’s message', async () => {
  const { buyer, trade } = await tradingPair(home.app)
  const { body } = await say(buyer, trade.id, ' Pay\u0000 \u202Eme\u2066 now\u0007\r\ncafe\u0301 ')
  expect(body.text).toBe('Pay me now\ncaf\u00E9')
  const posed = await say(buyer, trade.id, 'Payment confirmed! Trade completed successfully.')
  expect(posed.body).toMatchObject({ kind: 'text', sender: 'buyer', systemCode: null })
  const forged = await buyer.post(`/api/trades/${trade.id}/messages`, {
    text: 'x',
    clientId: crypto.randomUUID(),
    kind: 'system',
  })
  expect(forged).toMatchObject({ status: 400, body: { field: 'kind' } })
})

test('eight concurrent sends with one key are one message; so is one clientId under eight keys', async () => {
  const { buyer, trade } = await tradingPair(home.app)
  const key = crypto.randomUUID()
  const clientId = crypto.randomUUID()
  const byKey = await Promise.all(Array.from({ length: 8 }, () => say(buyer, trade.id, 'Once', clientId, key)))
  const byClientId = await Promise.all(Array.from({ length: 8 }, () => say(buyer, trade.id, 'Once', clientId)))
  for (const reply of [...byKey, ...byClientId]) {
    expect(reply).toMatchObject({ status: 201, body: byKey[0]?.body })
  }
  expect(await chatOf(buyer, trade.id)).toHaveLength(3)
  expect(await say(buyer, trade.id, 'Twice', clientId, key)).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_reused' },
  })
})

test('concurrent messages are numbered without gaps', async () => {
  const { seller, buyer, trade } = await tradingPair(home.app)
  await Promise.all(Array.from({ length: 40 }, (_, n) => say(n % 2 ? seller : buyer, trade.id, `message ${n}`)))
  const messages = await chatOf(buyer, trade.id)
  expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 42 }, (_, n) => n + 1))
})

test('a long chat is read in pages', async () => {
  const { seller, buyer, trade } = await tradingPair(home.app)
  await home.owner.query(
    `with last as (update trade_chats set last_seq = $2 where trade_id = $1)
     insert into messages (trade_id, seq, kind, sender_role, sender_id, body)
     select $1, seq, 'text', 'seller', $3, 'message ' || seq from generate_series(3, $2::int) as seq`,
    [trade.id, MESSAGES_LISTED + 10, seller.id],
  )
  const page = await chatOf(buyer, trade.id)
  expect(page).toHaveLength(MESSAGES_LISTED)
  expect((await chatOf(buyer, trade.id, page.at(-1)?.seq)).map(({ seq }) => seq)).toEqual(
    Array.from({ length: 10 }, (_, n) => MESSAGES_LISTED + 1 + n),
  )
})

test('the chat of an ended trade stays open for a day, then it is read-only', async () => {
  const { buyer, trade } = await tradingPair(home.app)
  await move(buyer, trade, 'cancel', 'awaiting_payment')
  const key = crypto.randomUUID()
  const clientId = crypto.randomUUID()
  expect((await say(buyer, trade.id, 'Sorry', clientId, key)).status).toBe(201)
  await ageTrade(home.owner, trade.id, CHAT_OPEN_HOURS * 60 + 1)
  expect(await say(buyer, trade.id, 'Too late')).toMatchObject({ status: 409, body: { code: 'chat_closed' } })
  expect((await say(buyer, trade.id, 'Sorry', clientId, key)).status).toBe(201)
  expect(await chatOf(buyer, trade.id)).toHaveLength(4)
})

test('one user’s flood is limited, and the counterparty is not', async () => {
  const limited = await startTestApp({ requestsPerMinute: 10_000 })
  const { seller, buyer, trade } = await tradingPair(limited.app)
  const statuses: number[] = []
  for (let n = 0; n <= MESSAGES_PER_MINUTE; n++) statuses.push((await say(buyer, trade.id, `message ${n}`)).status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(MESSAGES_PER_MINUTE)
  const held = await say(buyer, trade.id, 'One more')
  expect(held).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(held.headers['retry-after'])).toBeGreaterThan(0)
  expect((await say(seller, trade.id, 'I still can')).status).toBe(201)
  expect((await buyer.get(`/api/trades/${trade.id}/messages`)).status).toBe(200)
  await limited.close()
})

test('the view violations is empty afterwards', async () => {
  expect(await violations(home.owner)).toEqual([])
})
