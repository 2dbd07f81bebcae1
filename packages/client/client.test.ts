/** The TypeScript client against the real server over HTTP. */
import { execFile } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clientSource } from '../../scripts/client-source.ts'
import { createApiKey } from '../../server/testing/accounts/api-clients.ts'
import { listen } from '../../server/testing/event-stream.ts'
import { startServerProcess } from '../../server/testing/servers/server-process.ts'
import type { ServerProcess } from '../../server/testing/servers/server-process.ts'
import { useTestApp } from '../../server/testing/suite.ts'
import { OFFER, signUp, tradingPair } from '../../server/testing/accounts/users.ts'
import type { Caller } from '../../server/testing/accounts/users.ts'
import { NoAnswerError, SarrafError, createClient, isRefusal } from './src/client.ts'
import type { ReceivedEvent } from './src/client.ts'
import { startCuttableProxy } from './testing/cuttable-proxy.ts'

const SCOPES = ['read', 'offers', 'trades', 'release'] as const
const BUY = { ...OFFER, type: 'buy', terms: 'Please pay within the window.' } as const

const testApp = useTestApp()
let server: ServerProcess
beforeAll(async () => {
  server = await startServerProcess(testApp().database.appUrl)
})
afterAll(() => server.stop())

async function clientOf(
  user: Caller,
  options: { fetch?: typeof fetch; scopes?: readonly (typeof SCOPES)[number][] } = {},
) {
  const { key } = await createApiKey(user, options.scopes ?? SCOPES)
  return createClient({ origin: server.url, key, ...(options.fetch && { fetch: options.fetch }) })
}

test('the generated part is made from the present document: npm run client', async () => {
  expect(await readFile(new URL('src/generated.ts', import.meta.url), 'utf8')).toBe(await clientSource())
})

test('the package imports nothing but its own files', async () => {
  for (const name of await readdir(new URL('src/', import.meta.url))) {
    const text = await readFile(new URL(`src/${name}`, import.meta.url), 'utf8')
    for (const [, from] of text.matchAll(/from '([^']+)'/g))
      expect([name, from]).toEqual([name, expect.stringMatching(/^\.\/[\w-]+\.ts$/)])
  }
})

test('the package builds to JavaScript with types', async () => {
  const build = ['node_modules/.bin/tsc', '-p', 'packages/client', '--outDir', 'data/client-build']
  await promisify(execFile)(build[0]!, build.slice(1))
  const { createClient: built } = await import(`${process.cwd()}/data/client-build/client.js`)
  const market = await built({ origin: server.url }).getMarket()
  expect(market.rates.map(({ fiatCurrency }: { fiatCurrency: string }) => fiatCurrency)).toContain('EUR')
})

test('amounts are decimal strings, and a refusal is an error with its code', async () => {
  const sarraf = await clientOf(await signUp(testApp().app, 'program'))
  const offer = await sarraf.createOffer({ body: BUY })
  expect(offer).toMatchObject({ minAmount: '10.00', maxAmount: '1000.00', pricePercentage: '1.5' })
  const refused = await sarraf
    .createQuote({ body: { offerId: offer.id, anchor: 'fiat', amount: '150' } })
    .catch((error) => error)
  expect(refused).toBeInstanceOf(SarrafError)
  expect(isRefusal(refused, 'own_offer')).toBe(true)
  expect(isRefusal(refused, 'not_found')).toBe(false)
  expect(refused).toMatchObject({ status: 409, requestId: expect.any(String) })
})

test('a call whose answers are lost is sent again with its key, and acts once', async () => {
  const user = await signUp(testApp().app, 'program')
  const keys: (string | null)[] = []
  let lost = 0
  const sarraf = await clientOf(user, {
    fetch: async (input, init) => {
      const response = await fetch(input, init)
      if (init?.method !== 'POST') return response
      keys.push(new Headers(init.headers).get('idempotency-key'))
      await response.arrayBuffer()
      if (lost++ < 2) throw new TypeError('the answer was lost')
      return fetch(input, init)
    },
  })
  const offer = await sarraf.createOffer({ body: BUY })
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect((await sarraf.listMyOffers()).offers.map(({ id }) => id)).toEqual([offer.id])
})

test('a call that gets no answer fails with its key, with which it can be repeated later', async () => {
  const user = await signUp(testApp().app, 'program')
  const { key } = await createApiKey(user, SCOPES)
  const offline = createClient({
    origin: server.url,
    key,
    attempts: 2,
    fetch: async (input, init) => {
      await (await fetch(input, init)).arrayBuffer()
      throw new TypeError('the answer was lost')
    },
  })
  const failed = await offline.createOffer({ body: BUY }).catch((error) => error)
  expect(failed).toBeInstanceOf(NoAnswerError)
  const sarraf = createClient({ origin: server.url, key })
  const offer = await sarraf.createOffer({ body: BUY }, { idempotencyKey: failed.idempotencyKey })
  expect((await sarraf.listMyOffers()).offers.map(({ id }) => id)).toEqual([offer.id])
})

test('a key without the scope is refused once, without further attempts', async () => {
  let calls = 0
  const sarraf = await clientOf(await signUp(testApp().app, 'program'), {
    scopes: ['read'],
    fetch: (input, init) => {
      calls++
      return fetch(input, init)
    },
  })
  const refused = await sarraf.createOffer({ body: BUY }).catch((error) => error)
  expect([refused.code, refused.status, refused.details]).toEqual(['key_not_allowed', 403, { scope: 'offers' }])
  expect(calls).toBe(1)
})

test('a rate limit is waited for as long as the server asks, within the longest wait', async () => {
  const limited = await startServerProcess(testApp().database.appUrl, { REQUESTS_PER_MINUTE: '3' })
  const impatient = createClient({ origin: limited.url, longestWaitMs: 1000 })
  for (let n = 0; n < 3; n++) await impatient.getMarket()
  const refused = await impatient.getMarket().catch((error) => error)
  await limited.stop()
  expect([refused.code, refused.status]).toEqual(['rate_limited', 429])
  expect(refused.retryAfterSeconds).toBeGreaterThan(1)

  const sent: number[] = []
  const problem = { code: 'rate_limited', status: 429, message: 'Too many requests.', requestId: 'x' }
  const patient = createClient({
    origin: server.url,
    fetch: async (input, init) => {
      sent.push(performance.now())
      if (sent.length > 1) return fetch(input, init)
      return Response.json(problem, { status: 429, headers: { 'retry-after': '1' } })
    },
  })
  expect((await patient.getMarket()).asset).toBe('USDT')
  expect(sent[1]! - sent[0]!).toBeGreaterThanOrEqual(1000)
})

test('a stream that is cut resumes: each event once and in order', async () => {
  const { buyer, seller, trade } = await tradingPair(testApp().app)
  const proxy = await startCuttableProxy(server.url)
  const { key } = await createApiKey(buyer, ['read'])
  const sarraf = createClient({ origin: proxy.url, key, longestWaitMs: 200 })
  const stop = new AbortController()
  const texts = Array.from({ length: 40 }, (_, n) => `message ${n}`)
  const received: ReceivedEvent[] = []
  let isConnected = () => {}
  const connected = new Promise<void>((done) => (isConnected = done))
  const reading = (async () => {
    for await (const event of sarraf.events({ signal: stop.signal })) {
      received.push(event)
      if (event.kind === 'reset') isConnected()
      if (event.kind === 'message' && event.data.messages.at(-1)?.text === texts.at(-1)) stop.abort()
    }
  })()
  await connected
  for (const [n, text] of texts.entries()) {
    await seller.post(`/api/trades/${trade.id}/messages`, { text, clientId: crypto.randomUUID() })
    if (n % 8 === 3) await vi.waitFor(() => expect(received).toHaveLength(n + 2), { timeout: 10_000 })
    if (n % 8 === 3 || n % 8 === 5) proxy.cut()
  }
  await reading
  await proxy.close()
  expect(proxy.connections()).toBeGreaterThan(3)
  const [reset, ...events] = received
  expect(reset?.kind).toBe('reset')
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => reset!.seq + 1 + n))
  expect(
    events.flatMap((event) => (event.kind === 'message' ? event.data.messages.map(({ text }) => text) : [])),
  ).toEqual(texts)
})

test('a stream resumes after the number of the last run, and a removed key ends it with an error', async () => {
  const { buyer, seller, trade } = await tradingPair(testApp().app)
  const { key, id } = await createApiKey(buyer, ['read'])
  const sarraf = createClient({ origin: server.url, key })
  const { position } = await sarraf.listEvents()
  const sent = await seller.post(`/api/trades/${trade.id}/messages`, {
    text: 'while away',
    clientId: crypto.randomUUID(),
  })
  const stream = sarraf.events({ after: position })
  const { value } = await stream.next()
  expect(value).toMatchObject({ seq: position + 1, kind: 'message', data: { messages: [sent.body] } })
  await buyer.delete(`/api/keys/${id}`)
  await expect(stream.next()).rejects.toMatchObject({ code: 'signed_out' })
})

test('a signal without a number, such as a beat, is no event', async () => {
  const said = [
    'id: 4\nevent: hello\ndata: {"position":4,"reset":false}',
    'event: beat\ndata: {}',
    'id: 5\nevent: trade\ndata: {"seq":5,"messages":[]}',
  ]
  const body = said.map((block) => `${block}\n\n`).join('')
  const stream = createClient({ origin: server.url, fetch: async () => new Response(body) }).events({ after: 4 })
  expect((await stream.next()).value).toEqual({ seq: 5, kind: 'trade', data: { messages: [] } })
  await stream.return()
})

test('a stream that another one replaces is polled on', async () => {
  const { buyer, seller, trade } = await tradingPair(testApp().app)
  const { key } = await createApiKey(buyer, ['read'])
  const stream = createClient({ origin: server.url, key }).events()
  expect((await stream.next()).value).toMatchObject({ kind: 'reset' })
  const others = await Promise.all(Array.from({ length: 10 }, () => listen(server.url, '', { key })))
  for (const text of ['one', 'two']) {
    await seller.post(`/api/trades/${trade.id}/messages`, { text, clientId: crypto.randomUUID() })
    expect((await stream.next()).value).toMatchObject({ kind: 'message', data: { messages: [{ text }] } })
  }
  await stream.return()
  for (const other of others) other.hangUp()
})
