/** The contract as a whole: mounted routes, documented routes, and refused callers. */
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import * as chatApi from '../../domain/api/chat/chat.ts'
import * as tradeEstimateApi from '../../domain/api/trades/trade-estimate.ts'
import * as disputesApi from '../../domain/api/disputes/disputes.ts'
import * as meetingCodesApi from '../../domain/api/trades/meeting-codes.ts'
import * as evidenceApi from '../../domain/api/trades/evidence.ts'
import { PROVIDERS } from '../../domain/accounts/sign-in-methods.ts'
import { callbackPath } from '../accounts/identities/start-authorization.ts'
import { inTransaction } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { sendDueMails } from '../mail/send-due-mails.ts'
import { call } from '../testing/app.ts'
import { ANSWERING, addressOf, bodyFor } from '../testing/contract.ts'
import { ENDPOINTS } from '../../domain/endpoints.ts'
import { LANGUAGES, addressIn } from '../../domain/languages.ts'
import { signUp, tradingPair } from '../testing/accounts/users.ts'
import { decide, takenCase } from '../testing/disputes.ts'
import { createApiKey } from '../testing/accounts/api-clients.ts'
import { createStaffUser, staffUsers } from '../testing/accounts/staff.ts'
import { useTestApp } from '../testing/suite.ts'
import { JWKS_PATH, SAML_ACS_PATH, SAML_METADATA_PATH } from './well-known-paths.ts'

/** In demonstration mode, where every route of the contract answers. */
const testApp = useTestApp({ demo: true })

const staffUser = staffUsers(testApp)
const asDocumented = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')
const changing = ANSWERING.filter(({ endpoint }) => endpoint.needsIdempotencyKey && endpoint !== chatApi.sendImage)

test('the OpenAPI document has every endpoint of the contract, and no other', async () => {
  const { status, body } = await call(testApp().app, 'GET', '/api/openapi.json')
  expect(status).toBe(200)
  const documented = Object.entries(body.paths as object).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const contract = ENDPOINTS.map(({ endpoint: { method, path } }) => `${method} ${asDocumented(path)}`)
  expect(documented.toSorted()).toEqual(contract.toSorted())
})

test('every endpoint is mounted, and every mounted route is documented', async () => {
  const { app } = testApp()
  for (const { endpoint } of ENDPOINTS) expect(app.hasRoute({ method: endpoint.method, url: endpoint.path })).toBe(true)
  const wellKnownPaths = [JWKS_PATH, SAML_METADATA_PATH, SAML_ACS_PATH, ...PROVIDERS.map(callbackPath)]
  const ogImages = LANGUAGES.flatMap((language) =>
    ['/og/site.png', '/og/offer/:file', '/og/trader/:file'].map((path) => addressIn(language, path)),
  )
  const forRobots = ['/robots.txt', '/sitemap.xml', '/sitemap/:name', ...ogImages]
  const inner = ['/livez', '/readyz', '/api/openapi.json', ...wellKnownPaths, ...forRobots]
  const contract = ENDPOINTS.map(({ endpoint }) => endpoint.path)
  expect([...new Set(mountedPaths(app))].toSorted()).toEqual([...new Set([...contract, ...inner])].toSorted())
})

test('the OpenAPI document describes every input field', async () => {
  const { body } = await call(testApp().app, 'GET', '/api/openapi.json')
  const create = body.paths['/api/offers'].post.requestBody.content['application/json'].schema
  expect(create.additionalProperties).toBe(false)
  expect(Object.keys(create.properties)).toHaveLength(18)
  expect(body.openapi).toMatch(/^3\.1/)
})

test.each(ENDPOINTS.filter(({ endpoint }) => !endpoint.isPublic))(
  '$name refuses a visitor who is not signed in',
  async ({ endpoint }) => {
    const url = addressOf(endpoint, {})
    for (const body of [bodyFor(endpoint), { nonsense: true }]) {
      const reply = await call(testApp().app, endpoint.method, url, { body })
      expect([reply.status, reply.body.code]).toEqual([401, 'signed_out'])
    }
    const forged = await call(testApp().app, endpoint.method, url, {
      cookie: `sid=${'x'.repeat(64)}`,
      body: bodyFor(endpoint),
    })
    expect([forged.status, forged.body.code]).toEqual([401, 'signed_out'])
  },
)

test.each(ENDPOINTS.filter(({ endpoint }) => endpoint.path.startsWith('/api/trades/:tradeId')))(
  '$name: another user’s trade is not found',
  async ({ endpoint }) => {
    const { app } = testApp()
    const { trade } = await pair(app)
    const stranger = await guest(app)
    const ask = (tradeId: string) =>
      call(app, endpoint.method, addressOf(endpoint, { tradeId }), {
        cookie: stranger.cookie,
        body: bodyFor(endpoint),
        ...(endpoint === chatApi.sendImage
          ? { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x--' }
          : {}),
      })
    const [real, unknown] = [await ask(trade.id), await ask(crypto.randomUUID())]
    expect([real.status, real.body.code]).toEqual([404, 'not_found'])
    expect({ ...real.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect(Object.keys(real.headers)).toEqual(Object.keys(unknown.headers))
  },
)

test.each(ENDPOINTS.filter(({ endpoint }) => endpoint.method !== 'GET'))(
  '$name refuses a cross-site request',
  async ({ endpoint }) => {
    const { cookie } = await guest(testApp().app)
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const options = { cookie, body: bodyFor(endpoint), headers }
      const reply = await call(testApp().app, endpoint.method, addressOf(endpoint, {}), options)
      expect([reply.status, reply.body.code]).toEqual([403, 'cross_site'])
    }
  },
)

test.each(
  ENDPOINTS.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.path.startsWith('/api/offers/:offerId')),
)('$name: another trader’s offer is not found', async ({ endpoint }) => {
  const { app } = testApp()
  const { offer } = await pair(app)
  const stranger = await guest(app)
  const ask = (offerId: string) =>
    call(app, endpoint.method, addressOf(endpoint, { offerId }), { cookie: stranger.cookie, body: bodyFor(endpoint) })
  const [real, unknown] = [await ask(offer.id), await ask(crypto.randomUUID())]
  expect([real.status, real.body.code]).toEqual([404, 'not_found'])
  expect({ ...real.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
})

test.each(changing)('$name requires an Idempotency-Key', async ({ endpoint }) => {
  const { app } = testApp()
  const user = endpoint.staff ? await staffUser(endpoint.staff) : await guest(app)
  const { offer, trade } = await pair(app)
  const url = addressOf(endpoint, { offerId: offer.id, tradeId: trade.id, username: 'another_trader' })
  for (const key of ['', 'short', 'x'.repeat(65), 'sixteen symbols ö', 'sixteen characters with blanks']) {
    const reply = await call(app, endpoint.method, url, { cookie: user.cookie, body: bodyFor(endpoint), key })
    expect([reply.status, reply.body.code]).toEqual([400, 'idempotency_key_missing'])
  }
})

test.each(['GET', 'POST', 'DELETE'] as const)('%s of an unknown path is not found', async (method) => {
  for (const url of ['/api/nothing', '/api/trades/x/y/z', '/api/', '/api/offers/../../etc/passwd', '/nothing']) {
    const reply = await call(testApp().app, method, url)
    expect(reply.status).toBe(404)
    expect(reply.body).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      code: 'not_found',
      message: 'Not found.',
      requestId: expect.any(String),
    })
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  }
})

test.each(ENDPOINTS)('$name: another method gets 405 with the allowed methods', async ({ endpoint }) => {
  const url = addressOf(endpoint, {})
  const reply = await testApp().app.inject({ method: 'PUT', url, headers: { 'sec-fetch-site': 'same-origin' } })
  expect([reply.statusCode, reply.json().code]).toEqual([405, 'method_not_allowed'])
  expect(String(reply.headers.allow).split(', ')).toContain(endpoint.method)
})

test('the health routes report the process and its database', async () => {
  for (const url of ['/livez', '/readyz']) {
    expect(await call(testApp().app, 'GET', url)).toMatchObject({ status: 200, body: { ok: true } })
  }
})

/** Their reads are tested where they are kept; that of evidence is recorded, and owners get no estimate of their own offer. */
const TESTED_ELSEWHERE = [
  tradeEstimateApi.getTradeEstimate,
  chatApi.getImage,
  disputesApi.getCaseImage,
  evidenceApi.getFile,
  evidenceApi.getCaseFile,
  meetingCodesApi.getMeetingCode,
]

test('reads change nothing', async () => {
  const { app, context, owner } = testApp()
  const { seller, trade, arbiter } = await takenCase(testApp())
  await decide(arbiter, trade, 'refund')
  await inTransaction(context.db, (tx) =>
    queueMail(tx, { userId: seller.id, to: seller.email, language: 'en', kind: 'account_deleted', values: {} }),
  )
  await sendDueMails(context)
  const mailId = (await call(app, 'GET', '/api/dev/mail')).body.mails[0].id
  const { rows } = await owner.query("insert into avatars (user_id, bytes) values ($1, 'RIFF....WEBP') returning id", [
    seller.id,
  ])
  const reads = ANSWERING.filter(
    ({ endpoint }) => endpoint.method === 'GET' && !TESTED_ELSEWHERE.some(({ path }) => path === endpoint.path),
  )
  const { accounts } = (await seller.get('/api/payment-accounts')).body
  const { id: keyId } = await createApiKey(seller, ['read'])
  await seller.post(`/api/keys/${keyId}/webhook`, { url: 'https://bot.example.org/' })
  const ids = {
    keyId,
    accountId: accounts[0].id,
    offerId: trade.offerId,
    tradeId: trade.id,
    username: seller.username,
    userId: seller.id,
    mailId,
    avatarId: rows[0].id,
  }
  const admin = await createStaffUser(testApp())
  const before = await contents(owner)
  for (const { endpoint } of reads) {
    const isStaffs = endpoint.path.startsWith('/api/staff/')
    const reader = endpoint.path.startsWith('/api/staff/disputes') ? arbiter : isStaffs ? admin : seller
    const reply = await reader.get(addressOf(endpoint, ids))
    expect([endpoint.path, reply.status]).toEqual([endpoint.path, 200])
  }
  expect(await contents(owner)).toEqual(before)
})

let parties: ReturnType<typeof tradingPair> | undefined
function pair(app: FastifyInstance) {
  return (parties ??= tradingPair(app))
}

let stranger: ReturnType<typeof signUp> | undefined
function guest(app: FastifyInstance) {
  return (stranger ??= signUp(app, 'stranger'))
}

/** All tables as text, without sessions and rate limits, which reads update. */
async function contents(owner: import('pg').Pool): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('sessions', 'rate_limits') order by 1",
  )
  const all: string[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query(
      `select coalesce(jsonb_agg(t order by t::text)::text, '') as text from ${name} t`,
    )
    all.push(`${name} ${rows[0].text}`)
  }
  return all
}

/** Reads the router's own list, whose lines draw a tree of path parts. */
function mountedPaths(app: FastifyInstance): string[] {
  const stack: string[] = []
  const paths: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^((?:│ {3}| {4})*)(?:├── |└── )(.*?)(?: \(([A-Z, -]+)\))?$/.exec(line)
    if (!match) continue
    stack.length = (match[1] ?? '').length / 4
    stack.push(match[2] ?? '')
    if (match[3] && match[3] !== 'OPTIONS') paths.push(stack.join(''))
  }
  // The catch-all route that answers not found is left out.
  return paths.filter((path) => path !== '*')
}
