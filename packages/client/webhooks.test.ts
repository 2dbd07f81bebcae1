/** Webhooks in the client, against the published test vector and the server's own requests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WEBHOOK_TOLERANCE_MINUTES } from '../../domain/notifications/webhooks.ts'
import { RECEIVER_EXAMPLE } from '../../web/accounts/api-keys/receiver-example.ts'
import { signedHeaders } from '../../server/notifications/webhooks/signature.ts'
import { WebhookError, verifyWebhook } from './src/client.ts'

/** Of the tests of the reference libraries of the specification (libraries/javascript in standard-webhooks). */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const HEADERS = {
  'webhook-id': VECTOR.id,
  'webhook-timestamp': String(VECTOR.timestamp),
  'webhook-signature': VECTOR.signature,
}

const TOLERANCE = WEBHOOK_TOLERANCE_MINUTES * 60

afterEach(() => vi.useRealTimers())

/** Verifies the vector `seconds` after its timestamp. */
function verifyAfter(seconds: number, changes: Record<string, string | undefined> = {}, body = VECTOR.body) {
  vi.useFakeTimers({ now: (VECTOR.timestamp + seconds) * 1000, toFake: ['Date'] })
  return verifyWebhook(VECTOR.secret, { ...HEADERS, ...changes }, body)
}

test('the published test vector is verified, and the server signs it so', async () => {
  expect(await verifyAfter(1)).toEqual({ test: 2432232314 })
  const { secret, id, timestamp, body } = VECTOR
  expect(signedHeaders(secret, id, new Date(timestamp * 1000), body)).toEqual(HEADERS)
})

test('headers are those of fetch or of node:http', async () => {
  vi.useFakeTimers({ now: VECTOR.timestamp * 1000, toFake: ['Date'] })
  for (const headers of [new Headers(HEADERS), HEADERS])
    expect(await verifyWebhook(VECTOR.secret, headers, VECTOR.body)).toEqual({ test: 2432232314 })
})

test('one right signature among others is enough', async () => {
  const others = `v1,AAAA v1a,${VECTOR.signature.slice(3)} v1,not/base64! ${VECTOR.signature}`
  expect(await verifyAfter(0, { 'webhook-signature': others })).toEqual({ test: 2432232314 })
})

describe('refused is', () => {
  test.each([TOLERANCE - 1, 1 - TOLERANCE])('not a request of %i seconds ago', async (seconds) => {
    expect(await verifyAfter(seconds)).toEqual({ test: 2432232314 })
  })

  test.each([TOLERANCE + 1, -TOLERANCE - 1, 86_400])('a request of %i seconds ago: a replay', async (seconds) => {
    await expect(verifyAfter(seconds)).rejects.toThrow(`older than ${WEBHOOK_TOLERANCE_MINUTES} minutes`)
  })

  test.each([
    ['another body', {}, '{"test": 2432232315}'],
    ['another id', { 'webhook-id': 'msg_other' }],
    ['another time', { 'webhook-timestamp': String(VECTOR.timestamp + 1) }],
    ['a time that is no number', { 'webhook-timestamp': 'NaN' }],
    ['no id', { 'webhook-id': undefined }],
    ['no time', { 'webhook-timestamp': undefined }],
    ['no signature', { 'webhook-signature': undefined }],
    ['an empty signature', { 'webhook-signature': 'v1,' }],
    ['another version', { 'webhook-signature': VECTOR.signature.replace('v1,', 'v1a,') }],
    ['a signature cut off', { 'webhook-signature': VECTOR.signature.slice(0, 20) }],
  ])('%s', async (_, changes: Record<string, string | undefined>, body?: string) => {
    await expect(verifyAfter(0, changes, body)).rejects.toBeInstanceOf(WebhookError)
  })

  test('what another secret signed', async () => {
    const body = JSON.stringify({ id: 'x' })
    const headers = signedHeaders('whsec_c29tZXRoaW5nIGVsc2UgdGhhdCBpcyBsb25n', 'x', new Date(), body)
    await expect(verifyWebhook(VECTOR.secret, headers, body)).rejects.toBeInstanceOf(WebhookError)
  })

  test('a secret in another form', async () => {
    await expect(verifyWebhook('secret', HEADERS, VECTOR.body)).rejects.toBeInstanceOf(WebhookError)
    vi.useFakeTimers({ now: VECTOR.timestamp * 1000, toFake: ['Date'] })
    await expect(verifyWebhook('secret', HEADERS, VECTOR.body)).rejects.toBeInstanceOf(TypeError)
  })
})

describe('the example', () => {
  test('is the same in the readme', async () => {
    expect(await readFile(new URL('README.md', import.meta.url), 'utf8')).toContain(RECEIVER_EXAMPLE)
  })

  test('accepts what the server signs, handles a repetition once, and refuses the rest', async () => {
    const port = await freePort()
    const source = RECEIVER_EXAMPLE.replace('@sarraf/client', new URL('src/client.ts', import.meta.url).href)
    const env = { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: VECTOR.secret }
    const receiver = spawn(process.execPath, ['--input-type=module', '-e', source], { env })
    onTestFinished(() => void receiver.kill())
    let printed = ''
    receiver.stdout.on('data', (piece: Buffer) => (printed += piece.toString()))
    const body = JSON.stringify({ id: 'x', event: 'trade_paid', tradeId: 't' })
    const post = async (secret: string) => {
      const headers = signedHeaders(secret, 'x', new Date(), body)
      return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).status
    }
    await expect.poll(() => post(VECTOR.secret).catch(() => 0), { timeout: 10_000 }).toBe(204)
    expect([await post(VECTOR.secret), await post('whsec_b3RoZXI=')]).toEqual([204, 401])
    receiver.kill()
    await once(receiver, 'exit')
    expect(printed).toBe('trade_paid t\n')
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
