import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { FastifyInstance } from 'fastify'
import type { StreamEvent } from '../../../domain/api/notifications/stream.ts'
import { buildApp } from '../../app.ts'
import { openContext } from '../../context.ts'
import type { Context } from '../../context.ts'
import { call, startTestApp } from '../../testing/app.ts'
import type { TestApp } from '../../testing/app.ts'
import { createApiKey } from '../../testing/accounts/api-clients.ts'
import { listen } from '../../testing/event-stream.ts'
import type { Listener } from '../../testing/event-stream.ts'
import { reauthenticate } from '../../testing/accounts/factors.ts'
import { actFor, join } from '../../testing/accounts/teams.ts'
import { asOutsider } from '../../testing/time-travel.ts'
import { linkTo, move, signUp, tradingPair } from '../../testing/accounts/users.ts'
import type { Caller } from '../../testing/accounts/users.ts'
import { violations } from '../../testing/violations.ts'

let first: TestApp
let origin: string
/** A second application on the same database; it shares nothing else with the first, as a second process would. */
let second: { app: FastifyInstance; context: Context; origin: string }

beforeAll(async () => {
  // The seconds of the streams, which they count with an interval, pass by `passSeconds` alone.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  first = await startTestApp()
  origin = await first.app.listen({ port: 0, host: '127.0.0.1' })
  const context = await openContext(first.context.config, first.database.appUrl)
  const app = await buildApp(context)
  second = { app, context, origin: await app.listen({ port: 0, host: '127.0.0.1' }) }
})

afterAll(async () => {
  await second.app.close()
  await second.context.close()
  await first.close()
  vi.useRealTimers()
})

/** Lets seconds pass on the clock of the streams, each after the queries of the former one. */
async function passSeconds(count: number) {
  for (let second = 0; second < count; second++) {
    vi.advanceTimersByTime(1000)
    await expect.poll(runningQueries, { interval: 5 }).toBe(0)
  }
}

async function runningQueries(): Promise<number> {
  const { rows } = await first.owner.query(
    `select count(*)::int as running from pg_stat_activity
     where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
  )
  return rows[0].running
}

/** The streams end within five seconds. */
async function expectEndIn5Seconds(streams: readonly Listener[]) {
  await passSeconds(5)
  await Promise.all(streams.map((stream) => stream.ended))
}

function say(user: Caller, tradeId: string, text: string) {
  return user.post(`/api/trades/${tradeId}/messages`, { text, clientId: crypto.randomUUID() })
}

function textsOf(events: readonly StreamEvent[]): string[] {
  return events.flatMap(({ data }) => data.messages.map(({ text }) => text))
}

async function positionOf(user: Caller): Promise<number> {
  return (await user.get('/api/events/since')).body.position
}

test('a signed-out client gets no events', async () => {
  const stream = await listen(origin, '')
  expect(stream.status).toBe(401)
  expect((await call(first.app, 'GET', '/api/events/since')).status).toBe(401)
})

test('a stream begins at the latest event, has the security headers, and delivers new events', async () => {
  const { seller, buyer, trade } = await tradingPair(first.app)
  const position = await positionOf(buyer)
  const stream = await listen(origin, buyer.cookie)
  expect(stream.status).toBe(200)
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  await stream.until(1)
  expect(stream.heard[0]).toEqual({
    id: String(position),
    name: 'hello',
    data: { userId: buyer.id, position, reset: false },
  })

  const sent = (await say(seller, trade.id, 'Hello')).body
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await stream.until(3)
  expect(stream.heard[1]).toEqual({
    id: String(position + 1),
    name: 'message',
    data: {
      seq: position + 1,
      tradeId: trade.id,
      messages: [sent],
      notification: { id: expect.any(String), event: 'message_received', isUrgent: false },
    },
  })
  expect(stream.heard[2]).toMatchObject({
    name: 'trade',
    data: { seq: position + 2, tradeId: trade.id, status: 'payment_sent', version: 2 },
  })
  stream.hangUp()
})

test('a quiet stream beats every twenty seconds, by an event without a number', async () => {
  const user = await signUp(first.app, 'quiet')
  const stream = await listen(origin, user.cookie)
  await stream.until(1)
  await passSeconds(40)
  await expect.poll(stream.beats).toBe(2)
  expect(stream.heard).toHaveLength(1)
  stream.hangUp()
})

test('an API key that reads opens a stream, which stays open until the key is removed or its user is suspended; another key is refused', async () => {
  const user = await signUp(first.app, 'program')
  const { key, id } = await createApiKey(user, ['read'])
  const stream = await listen(origin, '', { key })
  expect(stream.status).toBe(200)
  let isOpen = true
  void stream.ended.then(() => (isOpen = false))
  // Longer than the streams’ check of their tokens.
  await passSeconds(5)
  expect(isOpen).toBe(true)
  await user.delete(`/api/keys/${id}`)
  await expectEndIn5Seconds([stream])

  const { key: another } = await createApiKey(user, ['read'])
  const ofSuspended = await listen(origin, '', { key: another })
  await ofSuspended.until(1)
  await asOutsider(first.owner, [`update users set suspended_at = clock_timestamp() where id = '${user.id}'`])
  await expectEndIn5Seconds([ofSuspended])
  await asOutsider(first.owner, [`update users set suspended_at = null where id = '${user.id}'`])

  const { key: trading } = await createApiKey(user, ['trades'])
  expect((await listen(origin, '', { key: trading })).status).toBe(403)
})

test('other users get no events of the trade', async () => {
  const stranger = await signUp(first.app, 'stranger')
  const stream = await listen(origin, stranger.cookie)
  const { seller, buyer, trade } = await tradingPair(first.app)
  const own = await listen(origin, buyer.cookie, { after: 0 })
  await say(seller, trade.id, 'Between us')
  await own.until(3)
  expect(stream.heard).toEqual([{ id: '0', name: 'hello', data: { userId: stranger.id, position: 0, reset: false } }])
  stream.hangUp()
  own.hangUp()
})

test('a reconnecting client gets missed events; Last-Event-ID takes precedence over the query', async () => {
  const { seller, buyer, trade } = await tradingPair(first.app)
  const position = await positionOf(buyer)
  for (const text of ['one', 'two', 'three']) await say(seller, trade.id, text)
  const byAddress = await listen(origin, buyer.cookie, { after: position })
  await byAddress.until(4)
  expect(textsOf(byAddress.events())).toEqual(['one', 'two', 'three'])
  const byHeader = await listen(origin, buyer.cookie, { after: position, lastEventId: String(position + 2) })
  await byHeader.until(2)
  expect(textsOf(byHeader.events())).toEqual(['three'])
  byAddress.hangUp()
  byHeader.hangUp()
})

test('a position that is ahead, purged or malformed is answered with a reset', async () => {
  const { seller, buyer, trade } = await tradingPair(first.app)
  for (const text of ['one', 'two', 'three']) await say(seller, trade.id, text)
  const position = await positionOf(buyer)
  await first.owner.query('delete from user_events where user_id = $1 and seq <= 2', [buyer.id])
  for (const lastEventId of [String(position + 1), '1', 'x', '-3', '9'.repeat(40)]) {
    const stream = await listen(origin, buyer.cookie, { lastEventId })
    await stream.until(1)
    expect(stream.heard[0]?.data).toEqual({ userId: buyer.id, position, reset: true })
    stream.hangUp()
  }
  const kept = await listen(origin, buyer.cookie, { lastEventId: '2' })
  await kept.until(1)
  expect(kept.heard[0]?.data).toEqual({ userId: buyer.id, position: 2, reset: false })
  kept.hangUp()
  expect((await buyer.get('/api/events/since?after=1')).body).toEqual({
    userId: buyer.id,
    events: [],
    position,
    reset: true,
  })
  expect((await buyer.get(`/api/events/since?after=${position + 1}`)).body.reset).toBe(true)
})

test('polling returns the events of the stream, in pages', async () => {
  const { seller, buyer, trade } = await tradingPair(first.app)
  for (let n = 0; n < 130; n++) await say(n % 2 ? seller : buyer, trade.id, `message ${n}`)
  const stream = await listen(origin, buyer.cookie, { after: 0 })
  await stream.until(132)
  const polled: StreamEvent[] = []
  for (let after = 0, isMore = true; isMore;) {
    const { body } = await buyer.get(`/api/events/since?after=${after}`)
    polled.push(...body.events)
    isMore = body.events.length > 0
    after = body.position
  }
  expect(polled).toHaveLength(131)
  expect(polled).toEqual(stream.events())
  stream.hangUp()
})

test('with 8 writers and 200 lost connections each event arrives once and in order', async () => {
  const { seller, buyer, trade } = await tradingPair(first.app)
  const start = await positionOf(buyer)
  let isWriting = true
  let sent = 0
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    const via = writer % 2 ? second.app : first.app
    const { cookie } = writer % 4 < 2 ? seller : buyer
    for (let n = 0; isWriting; n++) {
      const body = { text: `${writer}:${n}`, clientId: crypto.randomUUID() }
      const reply = await call(via, 'POST', `/api/trades/${trade.id}/messages`, { cookie, body })
      // A busy machine refuses a call that would wait for too long.
      if (reply.body.code === 'busy') continue
      expect(reply.status).toBe(201)
      sent++
      await new Promise((done) => setTimeout(done, Math.random() * 10))
    }
  })
  const got: StreamEvent[] = []
  let lastEventId = String(start)
  for (let line = 0; line < 200; line++) {
    const stream = await listen(line % 2 ? origin : second.origin, buyer.cookie, { lastEventId })
    await new Promise((done) => setTimeout(done, Math.random() * 30))
    stream.hangUp()
    await stream.ended
    got.push(...stream.events())
    lastEventId = stream.heard.at(-1)?.id ?? lastEventId
  }
  isWriting = false
  await Promise.all(writers)
  const rest = await listen(origin, buyer.cookie, { lastEventId })
  await rest.until(1 + sent - got.length)
  got.push(...rest.events())
  rest.hangUp()
  expect(sent).toBeGreaterThan(200)
  expect(got.map(({ seq }) => seq)).toEqual(Array.from({ length: sent }, (_, n) => start + 1 + n))
  expect(new Set(textsOf(got)).size).toBe(sent)
  const order = got.flatMap(({ data }) => data.messages.map(({ seq }) => seq))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
})

test('another process delivers immediately', async () => {
  const { seller, buyer, trade } = await tradingPair(first.app)
  const stream = await listen(second.origin, buyer.cookie)
  await stream.until(1)
  // No second passes, so that the streams never poll for lost notifications.
  for (let n = 1; n <= 20; n++) {
    await say(seller, trade.id, `message ${n}`)
    await stream.until(1 + n)
  }
  expect(textsOf(stream.events())).toEqual(Array.from({ length: 20 }, (_, n) => `message ${n + 1}`))
  stream.hangUp()
})

test('a typing signal reaches another process; it takes no number, and is not repeated to a client that reconnects', async () => {
  const { seller, buyer, trade } = await tradingPair(first.app)
  await expect.poll(() => second.context.live.isListening()).toBe(true)
  await expect.poll(() => first.context.live.isListening()).toBe(true)
  const streams = [await listen(origin, buyer.cookie), await listen(second.origin, buyer.cookie)]
  await Promise.all(streams.map((stream) => stream.until(1)))
  await seller.post(`/api/trades/${trade.id}/typing`)
  await Promise.all(streams.map((stream) => stream.until(2)))
  for (const stream of streams) {
    expect(stream.heard.at(-1)).toEqual({ id: '', name: 'typing', data: { tradeId: trade.id } })
    stream.hangUp()
  }
  const position = await positionOf(buyer)
  await say(seller, trade.id, 'Afterwards')
  const again = await listen(origin, buyer.cookie, { lastEventId: String(position) })
  await again.until(2)
  expect(again.heard.map(({ name }) => name)).toEqual(['hello', 'message'])
  again.hangUp()
})

test('while notifications fail, no event is lost and delays are short', async () => {
  const { seller, buyer, trade } = await tradingPair(first.app)
  const stream = await listen(second.origin, buyer.cookie)
  await stream.until(1)
  let isCutting = true
  const cutting = (async () => {
    while (isCutting) {
      await first.owner.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'sarraf-live'",
      )
      await new Promise((done) => setTimeout(done, 20))
    }
  })()
  try {
    await expect.poll(() => second.context.live.isListening()).toBe(false)
    await say(seller, trade.id, 'Into the gap')
    await passSeconds(1)
    await stream.until(2)
  } finally {
    isCutting = false
    await cutting
  }
  expect(textsOf(stream.events())).toEqual(['Into the gap'])
  await expect.poll(() => second.context.live.isListening()).toBe(true)
  stream.hangUp()
})

test('signing out ends the stream within five seconds, in any process', async () => {
  const user = await signUp(first.app, 'leaver')
  const streams = [await listen(origin, user.cookie), await listen(second.origin, user.cookie)]
  await user.post('/api/sign-out')
  await expectEndIn5Seconds(streams)
  expect((await listen(origin, user.cookie)).status).toBe(401)
})

test('deleting the account and resetting the password end the streams within five seconds, in any process', async () => {
  const [leaver, resetting] = [await signUp(first.app, 'leaver'), await signUp(first.app, 'resetting')]
  const both = [leaver.cookie, resetting.cookie]
  const streams = await Promise.all(both.flatMap((cookie) => [listen(origin, cookie), listen(second.origin, cookie)]))
  await Promise.all(streams.map((stream) => stream.until(1)))
  await call(first.app, 'POST', '/api/forgot-password', { body: { email: resetting.email } })
  const token = await linkTo(first.app, resetting.email, 'reset_password')
  const body = { token, newPassword: 'quite another battery' }
  const replies = [
    await leaver.post('/api/account/delete', { username: leaver.username }),
    await call(first.app, 'POST', '/api/reset-password', { body }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  await expectEndIn5Seconds(streams)
  for (const cookie of both) expect((await listen(second.origin, cookie)).status).toBe(401)
})

test('a team member who lost the roles of chats and trades, or was suspended, gets no further event', async () => {
  const { seller, buyer, trade } = await tradingPair(first.app)
  const [demoted, suspended, kept] = [
    await signUp(first.app, 'demoted'),
    await signUp(first.app, 'suspended'),
    await signUp(first.app, 'kept'),
  ]
  const demotedId = await join(seller, demoted, ['chat', 'release'])
  await join(seller, suspended, ['chat'])
  await join(seller, kept, ['release'])
  const [lost, refused, open] = await Promise.all(
    [demoted, suspended, kept].map(async (member) => listen(origin, (await actFor(member, seller)).cookie)),
  )
  await Promise.all([lost!, refused!, open!].map((stream) => stream.until(1)))
  await seller.post(`/api/team/members/${demotedId}/roles`, { roles: ['offers'] })
  await asOutsider(first.owner, [`update users set suspended_at = clock_timestamp() where id = '${suspended.id}'`])
  await expectEndIn5Seconds([lost!, refused!])
  await say(buyer, trade.id, 'Of the owner’s trade')
  await open!.until(2)
  expect([lost, refused, open].map((stream) => textsOf(stream!.events()))).toEqual([[], [], ['Of the owner’s trade']])
  open!.hangUp()
})

test('re-authentication ends the streams of the previous cookie within five seconds; the next cookie resumes them', async () => {
  const { seller, buyer, trade } = await tradingPair(first.app)
  const streams = [await listen(origin, buyer.cookie), await listen(second.origin, buyer.cookie)]
  await streams[0]?.until(1)
  const renewed = await reauthenticate(first.app, buyer)
  await expectEndIn5Seconds(streams)
  await say(seller, trade.id, 'Meanwhile')
  expect((await listen(origin, buyer.cookie)).status).toBe(401)
  const lastEventId = streams[0]?.heard.at(-1)?.id ?? ''
  const stream = await listen(origin, renewed.cookie, { lastEventId })
  await stream.until(2)
  expect(textsOf(stream.events())).toEqual(['Meanwhile'])
  stream.hangUp()
})

test('a user who opens 500 streams keeps ten, the oldest end as replaced, and another user still gets one', async () => {
  const [collector, other] = [await signUp(first.app, 'collector'), await signUp(first.app, 'other')]
  const streams: Listener[] = []
  for (let n = 0; n < 50; n++) {
    streams.push(...(await Promise.all(Array.from({ length: 10 }, () => listen(origin, collector.cookie)))))
  }
  const ended = new Set<Listener>()
  for (const stream of streams) void stream.ended.then(() => ended.add(stream))
  await expect.poll(() => ended.size).toBe(490)
  for (const stream of streams) {
    expect(stream.heard.at(-1)?.name).toBe(ended.has(stream) ? 'replaced' : 'hello')
  }
  const stream = await listen(origin, other.cookie)
  await stream.until(1)
  expect([stream.status, stream.heard[0]?.name]).toEqual([200, 'hello'])
  for (const open of [...streams, stream]) open.hangUp()
})

test('HEAD answers and ends', async () => {
  const user = await signUp(first.app)
  const response = await fetch(`${origin}/api/events`, { method: 'HEAD', headers: { cookie: user.cookie } })
  expect(response.status).toBe(200)
})

test('closing the server ends the streams first', async () => {
  const context = await openContext(first.context.config, first.database.appUrl)
  const app = await buildApp(context)
  const third = await app.listen({ port: 0, host: '127.0.0.1' })
  const user = await signUp(first.app, 'trader')
  const stream = await listen(third, user.cookie)
  // It waits for open connections, and so for a stream without an end.
  await app.close()
  await expect(stream.ended).resolves.toBeUndefined()
  await context.close()
})

test('no invariant is violated afterwards', async () => {
  expect(await violations(first.owner)).toEqual([])
})
