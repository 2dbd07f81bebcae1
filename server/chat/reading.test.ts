/** How far each side of a trade has read its chat. */
import { expect, test } from 'vitest'
import type { Message, ReadMarks } from '../../domain/api/chat/chat.ts'
import { CHAT_OPEN_HOURS, READ_MARKS_PER_MINUTE } from '../../domain/chat/chat.ts'
import { call, startTestApp } from '../testing/app.ts'
import { createApiKey } from '../testing/accounts/api-clients.ts'
import { takenCase } from '../testing/disputes.ts'
import { useTestApp } from '../testing/suite.ts'
import { actFor, join } from '../testing/accounts/teams.ts'
import { ageTrade, asOutsider } from '../testing/time-travel.ts'
import { move, signUp, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'

const testApp = useTestApp()

const read = (user: Caller, tradeId: string, seq: unknown) => user.post(`/api/trades/${tradeId}/messages/read`, { seq })

async function marksOf(user: Caller, tradeId: string): Promise<ReadMarks> {
  return (await user.get(`/api/trades/${tradeId}/messages?after=2`)).body.read
}

async function say(user: Caller, tradeId: string, text: string): Promise<Message> {
  return (await user.post(`/api/trades/${tradeId}/messages`, { text, clientId: crypto.randomUUID() })).body
}

/** The events `read` of a user's stream. */
async function readEvents(user: Caller): Promise<unknown[]> {
  const { events } = (await user.get('/api/events/since?after=0')).body
  return events.filter(({ kind }: { kind: string }) => kind === 'read').map(({ data }: { data: unknown }) => data)
}

test('each side sees how far the other has read, in the stream and with the messages', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  expect(await marksOf(buyer, trade.id)).toEqual({ buyer: 0, seller: 0 })
  const { seq } = await say(seller, trade.id, 'Which account?')
  expect((await read(buyer, trade.id, seq)).body).toEqual({ buyer: seq, seller: 0 })
  expect(await marksOf(seller, trade.id)).toEqual({ buyer: seq, seller: 0 })
  const event = { tradeId: trade.id, messages: [], read: { buyer: seq, seller: 0 } }
  expect(await readEvents(seller)).toEqual([event])
  expect(await readEvents(buyer)).toEqual([event])
  expect((await read(seller, trade.id, 2)).body).toEqual({ buyer: seq, seller: 2 })
})

test('a mark never goes back, nor beyond the last message, and each step is one event', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  await say(seller, trade.id, 'One')
  expect((await read(buyer, trade.id, 999_999_999_999)).body).toEqual({ buyer: 3, seller: 0 })
  expect((await read(buyer, trade.id, 1)).body).toEqual({ buyer: 3, seller: 0 })
  await say(seller, trade.id, 'Two')
  expect(await marksOf(seller, trade.id)).toEqual({ buyer: 3, seller: 0 })
  await Promise.all([4, 1, 4, 2, 3, 4].map((seq) => read(buyer, trade.id, seq)))
  expect(await marksOf(seller, trade.id)).toEqual({ buyer: 4, seller: 0 })
  expect(await readEvents(seller)).toHaveLength(2)
})

test.each([[0], [-1], [1.5], ['3'], [null]])('the number %j is refused', async (seq) => {
  const { buyer, trade } = await tradingPair(testApp().app)
  expect(await read(buyer, trade.id, seq)).toMatchObject({ status: 400, body: { field: 'seq' } })
})

test('a stranger, an API key and the arbiter of the case mark nothing; of these only a key that reads the chat sees the marks', async () => {
  const { trade, arbiter, buyer } = await takenCase(testApp())
  const stranger = await signUp(testApp().app, 'stranger')
  for (const user of [stranger, arbiter]) {
    const refused = await read(user, trade.id, 1)
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
  }
  const headers = { authorization: `Bearer ${(await createApiKey(buyer, ['read', 'trades'])).key}` }
  const byKey = await call(testApp().app, 'POST', `/api/trades/${trade.id}/messages/read`, {
    headers,
    body: { seq: 1 },
  })
  expect([byKey.status, byKey.body.code]).toEqual([403, 'key_not_allowed'])
  const seen = await call(testApp().app, 'GET', `/api/trades/${trade.id}/messages`, { headers })
  expect(seen.body.read).toEqual({ buyer: 0, seller: 0 })
  expect(await marksOf(buyer, trade.id)).toEqual({ buyer: 0, seller: 0 })
  const desk = await arbiter.get(`/api/staff/disputes/${trade.id}/messages`)
  expect(Object.keys(desk.body)).toEqual(['messages'])
})

test('what a team member reads counts as read by the owner’s side, until the membership ends', async () => {
  const { app } = testApp()
  const { seller, buyer, trade } = await tradingPair(app)
  const member = await signUp(app, 'member')
  const membershipId = await join(seller, member, ['release'])
  const actor = await actFor(member, seller)
  await say(buyer, trade.id, 'I have paid')
  expect((await read(actor, trade.id, 2)).body).toEqual({ buyer: 0, seller: 2 })
  await seller.delete(`/api/team/members/${membershipId}`)
  expect((await read(actor, trade.id, 3)).status).toBeGreaterThanOrEqual(400)
  expect(await marksOf(buyer, trade.id)).toEqual({ buyer: 0, seller: 2 })
})

test('a member who manages offers, one who is suspended, and one in both teams mark nothing', async () => {
  const { app, owner } = testApp()
  const { seller, buyer, trade } = await tradingPair(app)
  const [offers, suspended, double] = [
    await signUp(app, 'offers'),
    await signUp(app, 'suspended'),
    await signUp(app, 'double'),
  ]
  await join(seller, offers, ['offers'])
  await join(seller, suspended, ['chat'])
  await join(seller, double, ['chat'])
  await join(buyer, double, ['chat'])
  const actors = [await actFor(offers, seller), await actFor(suspended, seller), await actFor(double, seller)]
  await asOutsider(owner, [`update users set suspended_at = clock_timestamp() where id = '${suspended.id}'`])
  const refused = await Promise.all(actors.map((actor) => read(actor, trade.id, 2)))
  expect(refused.map(({ body }) => body.code)).toEqual(['team_not_allowed', 'account_suspended', 'team_conflict'])
  expect(await marksOf(buyer, trade.id)).toEqual({ buyer: 0, seller: 0 })
})

test('a closed chat can still be marked as read', async () => {
  const { seller, buyer, trade } = await tradingPair(testApp().app)
  await move(buyer, trade, 'cancel', 'awaiting_payment')
  await ageTrade(testApp().owner, trade.id, CHAT_OPEN_HOURS * 60 + 1)
  expect((await read(seller, trade.id, 3)).body).toEqual({ buyer: 0, seller: 3 })
})

test('marks of one user are limited, and the counterparty’s are not', async () => {
  const limited = await startTestApp({ requestsPerMinute: 10_000 })
  const { seller, buyer, trade } = await tradingPair(limited.app)
  for (let n = 0; n < READ_MARKS_PER_MINUTE; n++) expect((await read(buyer, trade.id, 1)).status).toBe(200)
  const held = await read(buyer, trade.id, 1)
  expect([held.status, held.body.code]).toEqual([429, 'rate_limited'])
  expect((await read(seller, trade.id, 1)).status).toBe(200)
  await limited.close()
})
