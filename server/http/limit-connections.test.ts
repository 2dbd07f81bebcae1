import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { useTestApp } from '../testing/suite.ts'
import { CONNECTIONS_PER_ADDRESS } from './limit-connections.ts'

const limited = useTestApp({ requestsPerMinute: 100_000 })
const behindProxy = useTestApp({ requestsPerMinute: 100_000, trustProxy: 1 })
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Listens, and returns a function that opens connections from an address and says how many the server keeps. */
async function listen(place: typeof limited) {
  const app = await buildApp(place().context)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const sockets: Socket[] = []
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    await app.close()
  })
  return async function open(count: number, localAddress: string): Promise<number> {
    const opened = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }))
    sockets.push(...opened)
    await Promise.all(opened.map((socket) => new Promise((done) => socket.once('connect', done).once('error', done))))
    await sleep(300)
    const kept = opened.filter((socket) => !socket.destroyed && !socket.readableEnded)
    return kept.length
  }
}

test('one address holds 500 connections, and others still connect', async () => {
  const open = await listen(limited)
  expect(await open(CONNECTIONS_PER_ADDRESS + 20, '127.0.0.2')).toBe(CONNECTIONS_PER_ADDRESS)
  expect(await open(5, '127.0.0.2')).toBe(0)
  expect(await open(5, '127.0.0.3')).toBe(5)
})

test('behind a proxy, which all connections come from, there is no such limit', async () => {
  const open = await listen(behindProxy)
  expect(await open(CONNECTIONS_PER_ADDRESS + 20, '127.0.0.2')).toBe(CONNECTIONS_PER_ADDRESS + 20)
})
