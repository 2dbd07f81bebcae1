/** Where the id of a request comes from, and where it is found again: in the answer, the log and Postgres. */
import { readFile } from 'node:fs/promises'
import { IncomingMessage, request as httpRequest } from 'node:http'
import type { OutgoingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import Fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { inTransaction, openPool, sql } from '../db/pool.ts'
import { REQUEST_ID_MAX, SYSTEM, inRequest } from '../db/scope.ts'
import { REQUEST_ID_LABEL, openLog } from '../log.ts'
import { postOffer, signUp } from '../testing/accounts/users.ts'
import { call } from '../testing/app.ts'
import { startLoggedServer } from '../testing/logged-server.ts'
import { useTestApp } from '../testing/suite.ts'
import { REQUEST_ID_HEADER, requestIdOf, requestIds } from './request-ids.ts'

const testApp = useTestApp()
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const FRESH = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const PLAIN = '7f3a.Proxy_id-01'

/** The id that the server answers with. */
async function answeredId(
  port: number,
  headers: OutgoingHttpHeaders,
  path = '/api/traders/not_here',
): Promise<unknown> {
  const answer = await new Promise<IncomingMessage>((done, failed) =>
    httpRequest({ port, host: '127.0.0.1', path, headers }, done).on('error', failed).end(),
  )
  let text = ''
  for await (const piece of answer) text += String(piece)
  const id = answer.headers[REQUEST_ID_HEADER]
  if (text.startsWith('{"type"')) expect((JSON.parse(text) as { requestId: unknown }).requestId).toBe(id)
  return id
}

async function start(settings: Partial<Config>) {
  const server = await startLoggedServer(testApp().context, settings)
  closing.push(server.close)
  return server
}

describe('an id that was sent', () => {
  test.each<[string, Config['trustProxy'], boolean]>([
    ['without a trusted proxy is a stranger’s', false, false],
    ['by the one proxy is taken', 1, true],
    ['from the network of the proxies is taken', ['10.0.0.0/8', '127.0.0.0/24'], true],
    ['from the address of the proxy is taken', ['127.0.0.1'], true],
    ['from outside their networks is a stranger’s', ['10.0.0.0/8', '::1'], false],
  ])('%s', async (_, trustProxy, isTaken) => {
    const { port } = await start({ trustProxy })
    const id = await answeredId(port, { [REQUEST_ID_HEADER]: PLAIN })
    expect(id === PLAIN).toBe(isTaken)
    if (!isTaken) expect(id).toMatch(FRESH)
  })

  test('by a proxy is replaced unless it is plain and short', async () => {
    const { port, lines } = await start({ trustProxy: 1, accessLog: true })
    const longest = 'a'.repeat(REQUEST_ID_MAX)
    expect(await answeredId(port, { [REQUEST_ID_HEADER]: longest })).toBe(longest)
    const hostile = [
      '',
      'a b',
      'a"b',
      "a'b",
      "');drop table trades--",
      'a\tb',
      '{"level":60}',
      'é',
      'a,b',
      `${longest}a`,
    ]
    for (const sent of [...hostile, 'a'.repeat(10_000)])
      expect(await answeredId(port, { [REQUEST_ID_HEADER]: sent })).toMatch(FRESH)
    expect(await answeredId(port, { [REQUEST_ID_HEADER]: [PLAIN, PLAIN] })).toMatch(FRESH)
    await expect.poll(() => lines.length).toBe(hostile.length + 3)
    expect(lines.join('')).not.toContain('drop table')
    const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
    expect(page).toContain(`at most ${REQUEST_ID_MAX} characters`)
  })

  test('by a proxy whose addresses are IPv6, or IPv4 in it', () => {
    const idOf = requestIdOf({ trustProxy: ['fd00::/8', '10.0.0.0/8'] })
    const from = (remoteAddress: string | undefined) => {
      const raw = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }))
      raw.headers[REQUEST_ID_HEADER] = PLAIN
      return idOf(raw)
    }
    for (const proxy of ['fd00::7', '10.1.2.3', '::ffff:10.1.2.3']) expect(from(proxy)).toBe(PLAIN)
    for (const stranger of ['2001:db8::1', '192.0.2.1', '::ffff:192.0.2.1', undefined])
      expect(from(stranger)).toMatch(FRESH)
  })
})

test('each answer has its own: of the API, of a page, of a probe, and of an address that cannot be read', async () => {
  const { port } = await start({})
  const paths = ['/api/currencies', '/no-such-page', '/livez', '/%zz', '/api/%zz']
  const ids = await Promise.all(paths.map((path) => answeredId(port, {}, path)))
  for (const id of ids) expect(id).toMatch(FRESH)
  expect(new Set(ids).size).toBe(paths.length)
})

test('each line of the log has it once, by whichever logger, also behind the body and in later work', async () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line: string) => void lines.push(line) })
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: REQUEST_ID_LABEL }),
    genReqId: requestIdOf({ trustProxy: 1 }),
  })
  closing.push(() => app.close())
  requestIds(app)
  app.addHook('onRequest', async () => log.info('before the body'))
  app.get('/inner', async ({ id }) => (log.info('inner'), id))
  const handler = async (request: FastifyRequest) => {
    log.info('by the context’s logger')
    request.log.info('by the request’s logger')
    await new Promise((done) => setTimeout(done, 5))
    log.info({ requestId: request.id }, 'with the id')
    return (await app.inject('/inner')).body
  }
  app.route({ method: 'POST', url: '/', handler })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  lines.length = 0
  const send = async (id: string) => {
    const headers = { [REQUEST_ID_HEADER]: id, 'content-type': 'application/json' }
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ a: 'b'.repeat(200_000) }) })).text()
  }
  // Two requests, of which the second comes on the connection of the first.
  expect([await send('first'), await send('second')]).toEqual(['first', 'second'])
  const ids = lines.map((line) => [...line.matchAll(/"requestId":"(\w+)"/g)].map(([, id]) => id))
  const ofOne = lines.length / 2
  expect(ofOne).toBe(6)
  expect(ids).toEqual(Array.from({ length: 12 }, (_, n) => [n < ofOne ? 'first' : 'second']))
  lines.length = 0
  log.info('outside any request')
  expect(lines[0]).not.toContain(REQUEST_ID_LABEL)
})

describe('in Postgres', () => {
  const name = () => sql<{ name: string }>`select current_setting('application_name') as name`

  test('a transaction has it as its application name, and its connection keeps nothing of it', async () => {
    const { db } = testApp().context
    const inside = () => inTransaction(db, async (tx) => (await name().execute(tx)).rows[0]!.name)
    expect(await inRequest(PLAIN, inside)).toBe(`sarraf ${PLAIN}`)
    const longest = 'a'.repeat(REQUEST_ID_MAX)
    expect(await inRequest(longest, inside)).toBe(`sarraf ${longest}`)
    expect(await inside()).toBe('')
    expect(await inRequest(PLAIN, async () => (await name().execute(db)).rows[0]!.name)).toBe('')
  })

  test('by transaction a single read has it too', async () => {
    const pool = await openPool(testApp().database.appUrl, 1, SYSTEM, 'transaction')
    closing.push(() => pool.close())
    const read = async () => (await name().execute(pool.db)).rows[0]!.name
    expect(await inRequest(PLAIN, read)).toBe(`sarraf ${PLAIN}`)
    expect(
      await inRequest(PLAIN, () => inTransaction(pool.db, async (tx) => (await name().execute(tx)).rows[0]!.name)),
    ).toBe(`sarraf ${PLAIN}`)
    expect(await read()).toBe('')
  })

  test('pg_stat_activity shows which request waits', async () => {
    const { app, owner } = testApp()
    const seller = await signUp(app, 'seller')
    const { id } = await postOffer(seller)
    const holder = await owner.connect()
    try {
      await holder.query('begin')
      await holder.query('select from offers where id = $1 for update', [id])
      const answer = call(app, 'POST', `/api/offers/${id}/pause`, { cookie: seller.cookie })
      const waiting = async () => {
        const { rows } = await owner.query<{ name: string }>(
          `select application_name as name from pg_stat_activity
           where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return rows.map((row) => row.name)
      }
      await expect.poll(waiting).toEqual([expect.stringMatching(/^sarraf [\da-f-]{36}$/)])
      const [shown] = await waiting()
      await holder.query('rollback')
      expect(shown).toBe(`sarraf ${String((await answer).headers[REQUEST_ID_HEADER])}`)
    } finally {
      holder.release(true)
    }
  })
})
