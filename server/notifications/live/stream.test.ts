import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StreamEvent } from '../../../domain/api/notifications/stream.ts'
import { openStream } from './stream.ts'

const UNSENT_MAX_BYTES = 256 * 1024

const USER = crypto.randomUUID()

let out: ServerResponse
let close: () => Promise<void>

/** A client that sends a request and then reads nothing. */
beforeEach(async () => {
  const server = createServer()
  const asked = once(server, 'request')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  client.on('error', () => {})
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  out = (await asked)[1]
  close = async () => {
    client.destroy()
    server.close()
    await once(server, 'close')
  }
})

afterEach(async () => {
  vi.useRealTimers()
  await close()
})

async function endlessEvents(position: number): Promise<StreamEvent[]> {
  return Array.from({ length: 100 }, (_, n) => ({
    seq: position + 1 + n,
    kind: 'message' as const,
    data: { tradeId: 'x'.repeat(16_000), messages: [] },
  }))
}

test('a client that reads nothing is sent no more than its buffers hold, and is disconnected after twenty seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stream = openStream(out, { userId: USER, position: 0, reset: false }, endlessEvents)
  stream.wake()
  await vi.waitUntil(() => out.writableNeedDrain && stream.position() > 0)
  await new Promise((done) => setImmediate(done))
  await vi.waitUntil(() => vi.getTimerCount() > 0)
  const { writableLength } = out
  stream.wake()
  stream.beat()
  expect(out.writableLength).toBe(writableLength)
  expect(writableLength).toBeLessThan(UNSENT_MAX_BYTES)
  expect(out.destroyed).toBe(false)
  for (let n = 0; n < 10 && !out.destroyed; n++) {
    vi.advanceTimersByTime(20_000)
    await new Promise((done) => setImmediate(done))
  }
  expect(out.destroyed).toBe(true)
})

test('wake-ups during a read cause one more read, never two concurrent ones', async () => {
  let reading = 0
  let reads = 0
  const stream = openStream(out, { userId: USER, position: 0, reset: false }, async () => {
    expect(++reading).toBe(1)
    reads++
    await new Promise((done) => setImmediate(done))
    reading--
    return []
  })
  for (let n = 0; n < 50; n++) stream.wake()
  await vi.waitUntil(() => reads === 2)
  await new Promise((done) => setTimeout(done, 20))
  expect(reads).toBe(2)
  stream.end()
})

test('a failed read is repeated at the next wake-up', async () => {
  let fails = true
  const stream = openStream(out, { userId: USER, position: 4, reset: false }, async (position) => {
    if (fails) throw new Error('no database')
    return position === 4 ? [{ seq: 5, kind: 'trade', data: { tradeId: 'x', messages: [] } }] : []
  })
  stream.wake()
  await new Promise((done) => setTimeout(done, 10))
  fails = false
  stream.wake()
  await vi.waitUntil(() => stream.position() === 5)
  expect(out.writableEnded).toBe(false)
  stream.end()
})

test('where events in between were purged the stream ends, so that the client reconnects', async () => {
  const stream = openStream(out, { userId: USER, position: 4, reset: false }, async () => [
    { seq: 7, kind: 'trade', data: { tradeId: 'x', messages: [] } },
  ])
  stream.wake()
  await vi.waitUntil(() => out.writableEnded)
  expect(stream.position()).toBe(4)
})
