/** A receiver of webhooks: an HTTPS server that verifies what it gets, as a user's program does. */
import { strictEqual } from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookEvent } from '../../../domain/api/notifications/webhook-values.ts'
import { createPublicTransport } from '../../http/public-request.ts'
import type { PublicTransport } from '../../http/public-request.ts'
import { makeCertificate } from './certificate.ts'

const HOST = 'bot.example'

export type Received = {
  path: string
  headers: IncomingMessage['headers']
  body: string
  event: WebhookEvent
}

export type WebhookReceiver = {
  /** Trusts the receiver's certificate, and reaches it by its name. */
  transport: PublicTransport
  port: number
  certificate: string
  /** An address of the receiver. */
  urlOf(path: string): string
  /** What was accepted, in order; a repetition comes again. */
  received: Received[]
  /** Every request, also those that were refused. */
  requests: Received[]
  /** Answers a request; undefined: with 204. */
  answer: (request: Received, response: ServerResponse) => number | undefined | Promise<number | undefined>
  close(): Promise<void>
}

export async function startWebhookReceiver({ timeoutMs = 10_000 } = {}): Promise<WebhookReceiver> {
  const { privateKey, certificate } = makeCertificate(HOST)
  const server = createServer({ key: privateKey, cert: certificate }, (request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => void take(request, response, Buffer.concat(pieces).toString()))
  })
  async function take(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const got = {
      path: request.url ?? '',
      headers: request.headers,
      body,
      event: JSON.parse(body) as WebhookEvent,
    }
    receiver.requests.push(got)
    const status = await receiver.answer(got, response)
    if (status === undefined || status < 300) receiver.received.push(got)
    if (!response.headersSent && !response.destroyed)
      response.writeHead(status ?? 204, { location: 'https://127.0.0.1/' }).end()
  }
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo

  const receiver: WebhookReceiver = {
    transport: createPublicTransport({
      resolve: (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      isPublic: () => true,
      port,
      ca: certificate,
      timeoutMs,
    }),
    port,
    certificate,
    urlOf: (path) => `https://${HOST}${path}`,
    received: [],
    requests: [],
    answer: () => undefined,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  return receiver
}

/** Throws unless the request was signed with the secret, as the specification of Standard Webhooks says. */
export function assertSigned({ headers, body }: Received, secret: string): void {
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  strictEqual(headers['webhook-signature'], expected, 'not signed with this secret')
}
