/** Typing signals: who gets them, who may send them, and that nothing of them is stored. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHAT_OPEN_HOURS, TYPING_PER_MINUTE } from '../../domain/chat/chat.ts'
import { call, startTestApp } from '../testing/app.ts'
import type { TestApp } from '../testing/app.ts'
import { createApiKey } from '../testing/accounts/api-clients.ts'
import { takenCase } from '../testing/disputes.ts'
import { listen } from '../testing/event-stream.ts'
import type { Listener } from '../testing/event-stream.ts'
import { actFor, join } from '../testing/accounts/teams.ts'
import { ageTrade, asOutsider } from '../testing/time-travel.ts'
import { move, signUp, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { violations } from '../testing/violations.ts'

let home: TestApp
let origin: string

beforeAll(async () => {
  home = await startTestApp()
  origin = await home.app.listen({ port: 0, host: '127.0.0.1' })
})

afterAll(async () => {
  await home.close()
})

const typing = (user: Caller, tradeId: string) => user.post(`/api/trades/${tradeId}/typing`)
const say = (user: Caller, tradeId: string) =>
  user.post(`/api/trades/${tradeId}/messages`, { text: 'The end', clientId: crypto.randomUUID() })

const signalsIn = (stream: Listener) => stream.heard.filter(({ name }) => name === 'typing')

test('the open pages of the counterparty get the signal; its sender, strangers, the arbiter and API keys get none', async () => {
  const { seller, buyer, trade, arbiter } = await takenCase(home)
  const stranger = await signUp(home.app, 'stranger')
  const member = await signUp(home.app, 'member')
  await join(seller, member, ['release'])
  const { key } = await createApiKey(seller, ['read'])
  const others = [
    await listen(origin, buyer.cookie),
    await listen(origin, stranger.cookie),
    await listen(origin, arbiter.cookie),
    await listen(origin, '', { key }),
  ]
  const pages = [await listen(origin, seller.cookie), await listen(origin, (await actFor(member, seller)).cookie)]
  await Promise.all([...others, ...pages].map((stream) => stream.until(1)))
  expect(await typing(buyer, trade.id)).toMatchObject({ status: 200, body: {} })
  await Promise.all(pages.map((stream) => stream.until(2)))
  for (const stream of pages) {
    // Without a number, so that a client that reconnects continues after the last event.
    expect(stream.heard.slice(1)).toEqual([{ id: '', name: 'typing', data: { tradeId: trade.id } }])
  }
  // The message comes after the signal, on the streams of both parties.
  await say(buyer, trade.id)
  const [own, , , program] = others
  await Promise.all([own!.until(2), program!.until(2)])
  expect(others.flatMap(signalsIn)).toEqual([])
  for (const stream of [...others, ...pages]) stream.hangUp()
})

test('nothing of a signal is stored: no message, event or notification, and no row of any table', async () => {
  const { seller, buyer, trade } = await tradingPair(home.app)
  const rows = async () => {
    const { rows: counts } = await home.owner.query<{ name: string; rows: string }>(
      `select table_name as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', table_name), false, true, '')))[1]::text as rows
       from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    )
    return counts
  }
  const before = [await rows(), (await seller.get('/api/events/since')).body]
  expect((await typing(buyer, trade.id)).status).toBe(200)
  expect([await rows(), (await seller.get('/api/events/since')).body]).toEqual(before)
})

test('a stranger and an arbiter get the answer for an unknown trade, a visitor 401, and an API key 403', async () => {
  const { trade, arbiter, buyer } = await takenCase(home)
  const stranger = await signUp(home.app, 'stranger')
  const unknown = await typing(stranger, crypto.randomUUID())
  for (const user of [stranger, arbiter]) {
    const refused = await typing(user, trade.id)
    expect([refused.status, { ...refused.body, requestId: '' }]).toEqual([404, { ...unknown.body, requestId: '' }])
  }
  const url = `/api/trades/${trade.id}/typing`
  expect((await call(home.app, 'POST', url)).status).toBe(401)
  const headers = { authorization: `Bearer ${(await createApiKey(buyer, ['read', 'trades'])).key}` }
  expect(await call(home.app, 'POST', url, { headers })).toMatchObject({
    status: 403,
    body: { code: 'key_not_allowed' },
  })
})

test('a former team member neither types for the owner nor sees the buyer type; nor do a suspended one and one in both teams', async () => {
  const { seller, buyer, trade } = await tradingPair(home.app)
  const [former, suspended, double, reader] = [
    await signUp(home.app, 'former'),
    await signUp(home.app, 'suspended'),
    await signUp(home.app, 'double'),
    await signUp(home.app, 'reader'),
  ]
  const membershipId = await join(seller, former, ['chat'])
  await join(seller, suspended, ['chat'])
  await join(seller, reader, ['release'])
  await join(seller, double, ['chat'])
  await join(buyer, double, ['chat'])
  const [ended, held, both, reads] = await Promise.all(
    [former, suspended, double, reader].map((member) => actFor(member, seller)),
  )
  const streams = [await listen(origin, ended!.cookie), await listen(origin, held!.cookie)]
  await Promise.all(streams.map((stream) => stream.until(1)))
  expect((await typing(ended!, trade.id)).status).toBe(200)
  await seller.delete(`/api/team/members/${membershipId}`)
  await asOutsider(home.owner, [`update users set suspended_at = clock_timestamp() where id = '${suspended.id}'`])
  const refused = await Promise.all([ended!, held!, both!, reads!].map((actor) => typing(actor, trade.id)))
  expect(refused[0]!.status).toBeGreaterThanOrEqual(400)
  expect(refused.slice(1).map(({ body }) => body.code)).toEqual([
    'account_suspended',
    'team_conflict',
    'team_not_allowed',
  ])
  // Their streams end within five seconds (server/notifications/live/live.test.ts).
  await Promise.all(streams.map((stream) => stream.ended))
  await typing(buyer, trade.id)
  expect(streams.flatMap(signalsIn)).toEqual([])
})

test('a suspended party, who finishes the open trade, types and reads as before', async () => {
  const { seller, buyer, trade } = await tradingPair(home.app)
  await asOutsider(home.owner, [`update users set suspended_at = clock_timestamp() where id = '${buyer.id}'`])
  expect((await typing(buyer, trade.id)).status).toBe(200)
  expect((await buyer.post(`/api/trades/${trade.id}/messages/read`, { seq: 2 })).status).toBe(200)
  expect((await say(seller, trade.id)).status).toBe(201)
})

test('a signal in a closed chat is refused', async () => {
  const { buyer, trade } = await tradingPair(home.app)
  await move(buyer, trade, 'cancel', 'awaiting_payment')
  await ageTrade(home.owner, trade.id, CHAT_OPEN_HOURS * 60 + 1)
  expect(await typing(buyer, trade.id)).toMatchObject({ status: 409, body: { code: 'chat_closed' } })
})

test('a user’s signals are limited over all trades, before the trade is looked up; the counterparty’s are not', async () => {
  const limited = await startTestApp({ requestsPerMinute: 10_000 })
  const { seller, buyer, trade } = await tradingPair(limited.app)
  const statuses: number[] = []
  for (let n = 0; n < TYPING_PER_MINUTE; n++) {
    statuses.push((await typing(buyer, n % 2 ? trade.id : crypto.randomUUID())).status)
  }
  expect(new Set(statuses)).toEqual(new Set([200, 404]))
  const held = await typing(buyer, trade.id)
  expect(held).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(held.headers['retry-after'])).toBeGreaterThan(0)
  expect((await typing(seller, trade.id)).status).toBe(200)
  await limited.close()
})

test('no invariant is violated afterwards', async () => {
  expect(await violations(home.owner)).toEqual([])
})
