/** A process that is full of streams. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Viewer } from '../../http/viewer.ts'
import { useTestApp } from '../../testing/suite.ts'
import { openStreams } from './streams.ts'

const testApp = useTestApp()
const START = { userId: crypto.randomUUID(), position: 0, reset: false }

const server = createServer()
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function connection(): Promise<ServerResponse> {
  const asked = once(server, 'request')
  void fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).catch(() => {})
  return (await asked)[1]
}

test('makes room by ending the oldest stream of the user with the most, and refuses when each has one', async () => {
  const streams = openStreams(testApp().context, 4)
  const userIds = Array.from({ length: 5 }, () => crypto.randomUUID())
  const open = async (user: number) => {
    streams.makeRoom(userIds[user]!)
    const out = await connection()
    streams.open(out, { id: userIds[user]!, tokenHash: 'x' } as Viewer, START)
    return out
  }
  const first = [await open(0), await open(0), await open(0)]
  const others = [await open(1), await open(2), await open(3)]
  expect(first.map((out) => out.writableEnded)).toEqual([true, true, false])
  await expect(open(4)).rejects.toMatchObject({ code: 'busy' })
  await open(3)
  expect(others.map((out) => out.writableEnded)).toEqual([false, false, true])
  streams.endAll()
})
