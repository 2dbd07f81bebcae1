/** A push service of the test: an HTTPS server that decrypts what it gets with the subscription's keys, as a browser does. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { ECDH } from 'node:crypto'
import { createServer } from 'node:https'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import { createPublicTransport } from '../../http/public-request.ts'
import type { PublicTransport } from '../../http/public-request.ts'
import { makeCertificate } from './certificate.ts'

const HOST = 'push.example'

export type Browser = {
  /** As the browser sends it to the server. */
  subscription: { endpoint: string; p256dh: string; auth: string }
  /** Decrypted, in order; a repetition comes again. */
  received: PushPayload[]
}
export type PushPayload = { id: string; title: string; path: string; language: string; direction: string }

type Stored = Browser & { key: ECDH; auth: Buffer }

export type PushService = {
  /** Trusts the service's certificate, and reaches it by its name. */
  transport: PublicTransport
  newBrowser(): Browser
  /** The status for the next message; undefined: it is accepted. */
  answer: (request: IncomingMessage) => number | undefined
  /** The headers of each message. */
  requests: IncomingMessage['headers'][]
  /** The bodies as they were sent. */
  bodies: Buffer[]
  close(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const { privateKey, certificate } = makeCertificate(HOST)
  const browsers = new Map<string, Stored>()
  const server = createServer({ key: privateKey, cert: certificate }, (request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces)
      service.requests.push(request.headers)
      service.bodies.push(body)
      const status = service.answer(request)
      const browser = browsers.get(request.url ?? '')
      if (status === undefined && browser) browser.received.push(decrypt(browser, body))
      response.writeHead(status ?? (browser ? 201 : 404), { location: 'https://127.0.0.1/' }).end()
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo

  const service: PushService = {
    transport: createPublicTransport({
      resolve: (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      isPublic: () => true,
      port,
      ca: certificate,
    }),
    answer: () => undefined,
    requests: [],
    bodies: [],
    newBrowser() {
      const key = createECDH('prime256v1')
      const [p256dh, auth] = [key.generateKeys(), randomBytes(16)]
      const path = `/send/${randomBytes(16).toString('hex')}`
      const subscription = {
        endpoint: `https://${HOST}${path}`,
        p256dh: p256dh.toString('base64url'),
        auth: auth.toString('base64url'),
      }
      const browser: Stored = { subscription, received: [], key, auth }
      browsers.set(path, browser)
      return browser
    },
    close: () => new Promise<void>((done) => void server.close(() => done())),
  }
  return service
}

/** Throws unless the message was signed by the key that browsers subscribe with (RFC 8292). */
export async function verifyVapid(authorization: string | undefined, publicKey: string): Promise<void> {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization ?? '') ?? []
  if (key !== publicKey) throw new Error('signed by another key')
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) }
  await jwtVerify(token, jwk, { audience: `https://${HOST}` })
}

/** One record of aes128gcm (RFC 8188), with the keys of RFC 8291. */
function decrypt({ key, auth }: Stored, body: Buffer): PushPayload {
  const salt = body.subarray(0, 16)
  const idLength = body[20]!
  const senderKey = body.subarray(21, 21 + idLength)
  const shared = key.computeSecret(senderKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), senderKey])
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32))
  const derived = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
  const record = body.subarray(21 + idLength)
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as PushPayload
}
