/** 10,000 events over a connection that fails at random. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeServer, USER } from '../../testing/fake-stream.ts'
import { openConnection } from './connection.ts'
import { inOrder } from './ordered-events.ts'

const EVENTS = 10_000
/** A failure names it, and SEED=… repeats the failure. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

beforeEach(async () => {
  await import('../../contract.ts')
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('10,000 events through cuts at random points: none twice, none missed, in order', async () => {
  const random = randomOf(seed)
  const below = (bound: number) => Math.floor(random() * bound)
  const server = new FakeServer().start()
  const taken: number[] = []
  let resets = 0
  const events = inOrder({ onEvent: ({ seq }) => taken.push(seq), onReset: () => resets++ })
  const connection = openConnection(
    {
      userId: USER,
      position: events.position,
      onStart: events.begin,
      onEvent: events.take,
      onTyping: () => {},
      onSignedOut: () => {},
      onState: () => {},
    },
    'connecting',
  )
  await vi.advanceTimersByTimeAsync(0)

  while (server.events.length < EVENTS) {
    for (let n = below(60); n > 0 && server.events.length < EVENTS; n--) {
      server.events.push({ seq: server.events.length + 1, kind: 'message', data: { messages: [] } })
    }
    const act = below(10)
    if (act < 3) server.path = (['dead', 'buffered', 'refused'] as const)[act]!
    if (act >= 5) server.path = 'open'
    // Some of what was written arrives before the cut.
    server.flush(below(40))
    if (act === 4 || server.path === 'refused') server.cut()
    if (act === 8) connection.check()
    if (act === 9) server.beat()
    await vi.advanceTimersByTimeAsync(below(8000))
  }
  server.path = 'open'
  server.cut()
  await vi.advanceTimersByTimeAsync(10_000)
  connection.close()
  expect(server.streams.length).toBeGreaterThan(20)
  expect(taken, `seed ${seed}`).toEqual(Array.from({ length: EVENTS }, (_, n) => n + 1))
  expect(resets, `seed ${seed}`).toBe(1)
})

/** Mulberry32: numbers from 0 to 1 that the seed decides. */
function randomOf(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
