/** A tab's connection over a path that is cut, dead, refused, or buffers. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeServer, OTHER_USER, USER } from '../../testing/fake-stream.ts'
import { openConnection, type Connection } from './connection.ts'
import { inOrder } from './ordered-events.ts'
import type { StreamState } from './stream-context.ts'

let server: FakeServer
let connection: Connection
let state: StreamState
/** Every state that was reported. */
let said: StreamState[]
let taken: number[]
let resets: number
let signedOut: number

beforeEach(async () => {
  // The first call of a page loads it.
  await import('../../contract.ts')
  vi.useFakeTimers()
  server = new FakeServer().start()
})

afterEach(() => {
  connection.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open(): Promise<void> {
  state = 'connecting'
  said = []
  taken = []
  resets = 0
  signedOut = 0
  const events = inOrder({ onEvent: ({ seq }) => taken.push(seq), onReset: () => resets++ })
  connection = openConnection(
    {
      userId: USER,
      position: events.position,
      onStart: events.begin,
      onEvent: events.take,
      onTyping: () => {},
      onSignedOut: () => signedOut++,
      onState(next) {
        state = next
        said.push(next)
      },
    },
    'connecting',
  )
  await pass(0)
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('a quiet stream that beats stays as it is', async () => {
  await open()
  expect([state, resets]).toEqual(['live', 1])
  await server.passQuietly(600)
  expect([state, server.streams.length, server.polls]).toEqual(['live', 1, 0])
})

test('a connection that dies silently: the page says so within a minute, and has everything 5 s after the path works', async () => {
  await open()
  server.path = 'dead'
  server.emit()
  server.emit()
  await pass(60)
  expect(state).toBe('offline')
  await pass(240)
  // Neither attempts nor requests pile up.
  expect(server.openStreams().length).toBeLessThanOrEqual(1)
  expect(server.waiting).toBeLessThanOrEqual(3)
  server.path = 'open'
  await pass(5)
  expect([state, taken, resets]).toEqual(['live', [1, 2], 1])
  expect([server.openStreams().length, server.waiting]).toEqual([1, 0])
})

test('a stream that was silent for 45 s is renewed, without a note where that works', async () => {
  await open()
  server.path = 'dead'
  server.emit()
  await pass(20)
  server.path = 'open'
  const states = new Set<StreamState>()
  for (let second = 0; second < 27; second++) {
    await pass(1)
    states.add(state)
  }
  expect([server.streams.length, taken, [...states]]).toEqual([2, [1], ['live']])
})

test.each([
  ['forward, as after an hour of sleep', 3_600_000],
  ['back', -3_600_000],
])('a clock that jumps %s renews the stream within a second; nothing comes twice', async (_, change) => {
  await open()
  server.emit()
  server.streams[0]!.isOpen = false
  server.emit()
  vi.setSystemTime(Date.now() + change)
  await pass(1)
  expect([server.streams.length, state, taken, resets]).toEqual([2, 'live', [1, 2], 1])
})

test('behind a proxy that buffers the page polls after 10 s, and returns to the stream when it begins', async () => {
  server.path = 'buffered'
  await open()
  await pass(11)
  expect(state).toBe('polling')
  server.emit()
  await pass(3)
  expect([taken, state]).toEqual([[1], 'polling'])
  await pass(300)
  for (const { isOpen } of server.streams.slice(0, -1)) expect(isOpen).toBe(false)
  server.path = 'open'
  // The stream that is being opened stays held up; the next one is not.
  server.streams.at(-1)!.isOpen = false
  server.events.push({ seq: 2, kind: 'message', data: { messages: [] } })
  await pass(16)
  expect([state, taken, server.openStreams().length]).toEqual(['live', [1, 2], 1])
})

test('where polls work again and streams do not, the requests that had no answer say nothing more', async () => {
  await open()
  server.path = 'dead'
  await pass(60)
  expect(state).toBe('offline')
  server.path = 'buffered'
  await pass(4)
  const at = said.length
  await pass(30)
  expect([...new Set(said.slice(at))]).toEqual(['polling'])
})

test('while the server is away the page says that there is no connection, and is live within 5 s of its return', async () => {
  await open()
  server.path = 'refused'
  server.cut()
  expect(state).toBe('polling')
  await pass(1)
  expect(state).toBe('offline')
  await pass(300)
  server.events.push({ seq: 1, kind: 'message', data: { messages: [] } })
  server.path = 'open'
  await pass(5)
  expect([state, taken]).toEqual(['live', [1]])
})

test('a page that is looked at finds out immediately that its stream is dead', async () => {
  await open()
  server.path = 'dead'
  server.emit()
  await pass(10)
  server.path = 'open'
  connection.check()
  await pass(0)
  expect(taken).toEqual([1])
  // The stream had not brought the event, so another one is opened.
  expect([server.streams.length, server.openStreams().length, state]).toEqual([2, 1, 'live'])
})

test('looking again and again asks once in a while and opens no other stream', async () => {
  await open()
  await pass(4)
  for (let n = 0; n < 50; n++) connection.check()
  await pass(1)
  expect([server.streams.length, server.polls]).toEqual([1, 1])
})

test('a stream that another one replaced is polled on, until the page is looked at', async () => {
  await open()
  server.streams[0]!.say('replaced', {})
  await pass(120)
  expect([state, server.streams.length]).toEqual(['polling', 1])
  server.emit()
  await pass(3)
  expect(taken).toEqual([1])
  connection.check()
  await pass(0)
  expect([state, server.streams.length]).toEqual(['live', 2])
})

test('at rest there is no stream, and a request every 30 s; the next look brings the stream back', async () => {
  await open()
  connection.rest()
  expect(server.openStreams()).toEqual([])
  server.emit()
  await pass(60)
  expect([server.polls, taken]).toEqual([2, [1]])
  server.emit()
  connection.check()
  await pass(0)
  expect([state, taken, server.openStreams().length]).toEqual(['live', [1, 2], 1])
})

test('the stream of another user, as whom the browser has signed in since, is not followed', async () => {
  await open()
  server.userId = OTHER_USER
  server.cut()
  await pass(120)
  server.emit()
  await pass(30)
  expect([taken, signedOut, server.openStreams().length]).toEqual([[], 1, 0])
  // Other tabs take over from a leader that is silent.
  const before = said.length
  await pass(90)
  expect(said.length).toBeGreaterThanOrEqual(before + 2)
  expect(server.streams).toHaveLength(1)
})

test('a refused read of a session that has ended is a sign of life', async () => {
  await open()
  server.isSignedOut = true
  server.cut()
  await pass(30)
  const before = said.length
  await pass(90)
  expect(said.slice(before)).toEqual(Array(said.length - before).fill('connecting'))
  expect(said.length).toBeGreaterThanOrEqual(before + 2)
  expect([signedOut, server.openStreams().length]).toEqual([1, 0])
})

test('a session that was signed out for a moment, by a change of its cookie, is live again', async () => {
  await open()
  const { userId } = server
  server.userId = OTHER_USER
  server.cut()
  await pass(10)
  expect([state, server.openStreams().length]).toEqual(['connecting', 0])
  server.userId = userId
  server.emit()
  await pass(35)
  expect([state, taken, server.openStreams().length]).toEqual(['live', [1], 1])
})

test('a stream that greets as that of another user ends, and nothing of it is taken', async () => {
  server.userId = OTHER_USER
  await open()
  expect([resets, signedOut, server.openStreams().length, server.polls]).toEqual([0, 1, 0, 0])
})
