/** Turns of real connections: what a client that sends slowly or hangs up does to the others of its network. */
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fairTurns } from './fair-turns.ts'

let app: FastifyInstance
let port: number
let finishSlow: () => void
let sockets: Socket[] = []
beforeEach(async () => {
  const slow = new Promise<void>((done) => (finishSlow = done))
  app = Fastify()
  app.decorateRequest('viewer', null)
  fairTurns(app)
  await app.register(multipart)
  app.get('/api/slow', () => slow.then(() => 'done'))
  app.post('/api/read', async () => 'read')
  app.get('/api/quick', async () => 'done')
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterEach(async () => {
  finishSlow()
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

async function send(head: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  sockets.push(socket)
  await new Promise((done) => socket.once('connect', done))
  socket.write(head.replaceAll('\n', '\r\n'))
  return socket
}

const answer = async () =>
  (await fetch(`http://127.0.0.1:${port}/api/quick`, { signal: AbortSignal.timeout(5000) })).text()

test('requests whose bodies do not arrive hold no turn', async () => {
  for (let n = 0; n < 20; n++)
    await send('POST /api/read HTTP/1.1\nhost: a\ncontent-type: application/json\ncontent-length: 10\n\n{')
  expect(await answer()).toBe('done')
})

test('requests whose connections close while they wait give their turn back', async () => {
  for (let n = 0; n < 8; n++) await send('GET /api/slow HTTP/1.1\nhost: a\n\n')
  await sleep(50)
  const waiting = await Promise.all(Array.from({ length: 20 }, () => send('GET /api/slow HTTP/1.1\nhost: a\n\n')))
  await sleep(50)
  for (const socket of waiting) socket.destroy()
  await sleep(50)
  finishSlow()
  for (let n = 0; n < 10; n++) expect(await answer()).toBe('done')
})
