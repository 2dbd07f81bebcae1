/** Spans as a collector receives them: what they say, what they leave out, and that no request waits for them. */
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { currentSpan, spanning, spanningStatement } from '../db/current-span.ts'
import { freePort } from '../db/local-postgres/free-port.ts'
import { inTransaction, sql } from '../db/pool.ts'
import { openLog } from '../log.ts'
import { call, startTestApp } from '../testing/app.ts'
import type { TestApp } from '../testing/app.ts'
import { move, tradingPair } from '../testing/accounts/users.ts'
import { createTestDatabase } from '../testing/database.ts'
import { startLoggedServer } from '../testing/logged-server.ts'
import { startServerProcess } from '../testing/servers/server-process.ts'
import { startTraceCollector } from '../testing/servers/trace-collector.ts'
import type { CollectedSpan, TraceCollector } from '../testing/servers/trace-collector.ts'
import { openTraces } from './open-telemetry.ts'
import { traceSettings } from './settings.ts'
import { traceRequests } from './trace-requests.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const [CLIENT, SERVER] = [3, 2]
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const OF_PROXY = { traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01`, 'x-request-id': 'of-the-proxy' }

async function collecting(options: { answers?: boolean } = {}): Promise<TraceCollector> {
  const collector = await startTraceCollector(options)
  closing.push(collector.close)
  return collector
}

async function traced(endpoint: string, config: Partial<Config> = {}): Promise<TestApp> {
  const traces = traceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  const testApp = await startTestApp({ traces, trustProxy: 1, ...config })
  closing.push(() => testApp.close())
  return testApp
}

/** Once they have all arrived: the request's own is the last to end. */
async function traceOf(collector: TraceCollector, name: string, traceId?: string): Promise<CollectedSpan[]> {
  const isRoot = (span: CollectedSpan) => span.name === name && (traceId ?? span.traceId) === span.traceId
  await expect.poll(() => collector.spans().some(isRoot)).toBe(true)
  const spans = collector.spans()
  const root = spans.find(isRoot)!
  return [root, ...spans.filter((span) => span.spanId !== root.spanId && span.traceId === root.traceId)]
}

test('a request is a span by its route, of the proxy’s trace, and its statements are parts of it by operation and table', async () => {
  const collector = await collecting()
  const { app } = await traced(collector.endpoint)
  const { buyer, trade } = await tradingPair(app)
  const address = `/api/trades/${trade.id}`
  const { headers, status } = await call(app, 'GET', address, { cookie: buyer.cookie, headers: OF_PROXY })
  expect([status, headers['x-request-id']]).toEqual([200, 'of-the-proxy'])
  const [request, ...statements] = await traceOf(collector, 'GET /api/trades/:tradeId', TRACE_ID)
  expect(request).toMatchObject({
    parentSpanId: 'b7ad6b7169203331',
    kind: SERVER,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/trades/:tradeId',
      'http.response.status_code': 200,
      'http.response.header.x-request-id': ['of-the-proxy'],
    },
  })
  expect(statements.map(({ name }) => name)).toContain('SELECT trades')
  for (const { kind, attributes, parentSpanId } of statements) {
    expect([kind, parentSpanId]).toEqual([CLIENT, request!.spanId])
    expect(Object.keys(attributes).filter((key) => !/^db\.(system|operation|collection)\.name$/.test(key))).toEqual([])
  }
})

test('nothing that is sent holds a value: no parameter, no name, no address, no id, no words of an error', async () => {
  const collector = await collecting()
  const { app } = await traced(collector.endpoint)
  const { seller, buyer, trade } = await tradingPair(app)
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  const said = { text: 'Paid-from-my-account', clientId: crypto.randomUUID() }
  await buyer.post(`/api/trades/${trade.id}/messages`, said)
  await call(app, 'GET', `/api/offers?trader=${seller.username}&q=looked-for`, {
    headers: { 'user-agent': 'my-browser' },
  })
  await call(app, 'GET', `/no-such-page/${buyer.username}?email=a@b.example`)
  await traceOf(collector, 'GET unknown')
  await traceOf(collector, 'POST /api/trades/:tradeId/messages')
  const all = collector.texts.join()
  const secrets = [
    seller.username,
    buyer.username,
    trade.id,
    buyer.cookie.split('=')[1]!.slice(0, 20),
    said.text,
    said.clientId,
    'looked-for',
    'my-browser',
    'a@b.example',
    '127.0.0.1',
    '$1',
    'set_config',
  ]
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
})

test('a trace of a stranger is not taken, and a request without one begins its own', async () => {
  const collector = await collecting()
  const { app } = await traced(collector.endpoint, { trustProxy: false })
  await call(app, 'GET', '/api/currencies', { headers: OF_PROXY })
  const [request] = await traceOf(collector, 'GET /api/currencies')
  expect(request).toMatchObject({ attributes: { 'http.route': '/api/currencies' } })
  expect(request!.traceId).not.toBe(TRACE_ID)
  expect(request!.parentSpanId).toBeUndefined()
})

test('the decision of the proxy not to record is followed', async () => {
  const collector = await collecting()
  const { app } = await traced(collector.endpoint)
  const unrecorded = { traceparent: OF_PROXY.traceparent.replace(/01$/, '00') }
  await call(app, 'GET', '/api/currencies', { headers: unrecorded })
  await call(app, 'GET', '/api/tiers')
  await traceOf(collector, 'GET /api/tiers')
  expect(collector.texts.join()).not.toContain(TRACE_ID)
})

test('a request with a body, and a later one on its connection, keep to their own traces; log lines name them', async () => {
  const collector = await collecting()
  const testApp = await traced(collector.endpoint)
  const server = await startLoggedServer(testApp.context, { accessLog: true })
  closing.push(server.close)
  const [first, second] = [`${'1'.repeat(31)}a`, `${'2'.repeat(31)}b`]
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  closing.push(async () => agent.destroy())
  // The server has begun with the headers before it gets the body.
  const post = async (traceId: string) => {
    const sent = httpRequest(`${server.url}/api/sign-in`, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        traceparent: `00-${traceId}-b7ad6b7169203331-01`,
        expect: '100-continue',
      },
    })
    sent.once('continue', () => sent.end(JSON.stringify({ email: 'stranger@example.org', password: 'of no account' })))
    sent.flushHeaders()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
  }
  await post(first)
  await post(second)
  for (const traceId of [first, second]) {
    const [request, ...statements] = await traceOf(collector, 'POST /api/sign-in', traceId)
    expect(request!.attributes).toMatchObject({ 'http.response.status_code': 401 })
    expect(statements.map(({ name }) => name)).toContain('INSERT rate_limits')
    await expect.poll(() => server.requests().some((line) => line.traceId === traceId)).toBe(true)
  }
})

test('the calls by which the server renders a page are parts of the page’s span, and probes are none', async () => {
  const collector = await collecting()
  const traces = openTraces(traceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint })!, openLog('silent'))
  const app = Fastify()
  closing.push(() => app.close())
  traceRequests(app, traces, { trustProxy: false })
  app.get('/livez', async () => 'alive')
  app.get('/api/part', async () => 'part')
  app.get('/page', async () => (await app.inject('/api/part')).body)
  await app.inject('/livez')
  await app.inject('/page')
  await traces.close()
  const [page, part, ...others] = await traceOf(collector, 'GET /page')
  expect([part?.name, part?.parentSpanId, others]).toEqual(['GET /api/part', page!.spanId, []])
  expect(collector.spans()).toHaveLength(2)
})

test('a collector that takes a batch and never answers delays neither a request nor the end', async () => {
  const collector = await collecting({ answers: false })
  const { app } = await traced(collector.endpoint)
  await call(app, 'GET', '/api/currencies')
  await expect.poll(() => collector.texts.length).toBe(1)
  expect((await call(app, 'GET', '/api/currencies')).status).toBe(200)
})

test('an unreachable collector is logged once, with the spans lost and no request refused', async () => {
  const lines: string[] = []
  const log = openLog('warn', { write: (line: string) => void lines.push(line) })
  const settings = traceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort('127.0.0.1')}` })!
  const traces = openTraces(settings, log)
  for (let n = 0; n < 3; n++) {
    expect(await spanning(traces.startJob('sweep'), async () => n)).toBe(n)
  }
  await expect.poll(() => lines.length).toBe(1)
  expect(lines[0]).toContain('traces are not exported')
  traces.startJob('sweep').end()
  await traces.close()
  expect(lines).toHaveLength(1)
})

test('the headers of the collector are sent to it, with the name of the service', async () => {
  const collector = await collecting()
  const traces = openTraces(
    traceSettings({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/behind/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20token, x-tenant=market',
      OTEL_SERVICE_NAME: 'market',
    })!,
    openLog('silent'),
  )
  traces.startJob('sweep').end()
  await traces.close()
  expect(collector.headers).toMatchObject([
    { authorization: 'Bearer token', 'x-tenant': 'market', path: '/behind/v1/traces' },
  ])
  expect(collector.texts[0]).toContain('{"key":"service.name","value":{"stringValue":"market"}}')
})

test('a statement that fails has the code of Postgres, and a share of 0 records nothing', async () => {
  const collector = await collecting()
  const { context } = await traced(collector.endpoint)
  const fail = () =>
    inTransaction(context.db, (tx) =>
      sql`select 'a secret'::int from offers where id = ${crypto.randomUUID()}`.execute(tx),
    )
  await expect(spanning(context.traces!.startJob('fails'), fail)).rejects.toThrow()
  const [job, ...statements] = await traceOf(collector, 'fails')
  const failed = { status: { code: 2 }, attributes: { 'error.type': '22P02' } }
  expect(job).toMatchObject(failed)
  expect(statements.find(({ name }) => name === 'SELECT offers')).toMatchObject(failed)
  expect(collector.texts.join()).not.toContain('a secret')

  const none = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER_ARG: '0' }
  const traces = openTraces(traceSettings(none)!, openLog('silent'))
  traces.startJob('not recorded').end()
  await traces.close()
  expect(collector.texts.join()).not.toContain('not recorded')
})

test.each([
  ['select "id" from "trades" where id = $1', 'SELECT trades'],
  ['/* sent with the next */ insert into stream_events (a) values ($1)', 'INSERT stream_events'],
  ['with due as (select 1 from trades) update offers set a = 1', 'UPDATE offers'],
  ['select id\nfrom trades order by id\nfor no key update skip locked', 'SELECT trades'],
  ['with gone as (delete from "mails" where a returning 1) select count(*) from gone', 'DELETE mails'],
  ['select extract(epoch from clock_timestamp())', 'SELECT'],
  ['select (select a from avatars where (b = 1)) from "sessions" s join users u', 'SELECT sessions'],
  ["select set_config('app.viewer', 'some-user', true)", 'SELECT'],
  ['commit', 'COMMIT'],
])('the name of %s is %s', async (text, name) => {
  const names: string[] = []
  const child = { traceId: '', end: () => {}, startChild: () => child }
  const parent = { ...child, startChild: (ofChild: string) => (names.push(ofChild), child) }
  await spanning(parent, () => spanningStatement(text, async () => currentSpan()))
  expect(names).toEqual([name])
})

test('a server process loads OpenTelemetry with the setting only, and its jobs are spans', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-traces-'))
  closing.push(() => rm(folder, { recursive: true }))
  const database = await createTestDatabase()
  closing.push(() => database.drop())
  const collector = await collecting()

  async function loadedWith(settings: NodeJS.ProcessEnv, name: string): Promise<string[]> {
    const file = join(folder, name)
    const NODE_OPTIONS = `--import=${new URL('../testing/list-loaded-modules.mjs', import.meta.url).href}`
    const server = await startServerProcess(database.appUrl, { NODE_OPTIONS, LOADED_MODULES: file, ...settings })
    await fetch(`${server.url}/api/currencies`).then((answer) => answer.text())
    if (settings.OTEL_EXPORTER_OTLP_ENDPOINT) await traceOf(collector, 'move due trades')
    await server.stop()
    const packages = (await readFile(file, 'utf8')).match(/(?<=\/node_modules\/)@opentelemetry\/[\w-]+/g) ?? []
    return [...new Set(packages)].toSorted()
  }

  // Its interface alone, which does nothing, is loaded by prom-client.
  expect(await loadedWith({}, 'without')).toEqual(['@opentelemetry/api'])
  expect(await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }, 'with')).toContain(
    '@opentelemetry/sdk-trace',
  )
  expect(collector.spans().map(({ name }) => name)).toContain('GET /api/currencies')
})
