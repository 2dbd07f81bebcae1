/** What a line of the access log says, what it never says, and how many there are. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { signUp } from '../testing/accounts/users.ts'
import { startLoggedServer } from '../testing/logged-server.ts'
import { useTestApp } from '../testing/suite.ts'
import { LINES_PER_SECOND, accessLog } from './access-log.ts'

const testApp = useTestApp()
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function start(settings = { accessLog: true }) {
  const server = await startLoggedServer(testApp().context, settings)
  closing.push(server.close)
  return server
}

test('a request is one line, with the pattern of its route', async () => {
  const { url, requests } = await start()
  const answer = await fetch(`${url}/api/traders/nobody_here?tab=ratings`)
  const { requestId } = (await answer.json()) as { requestId: string }
  await expect.poll(requests).toHaveLength(1)
  const [line] = requests()
  expect(line).toMatchObject({ requestId, method: 'GET', route: '/api/traders/:username', status: 404 })
  expect(line!.milliseconds).toEqual(expect.any(Number))
  expect(Object.keys(line!).toSorted()).toEqual(
    [
      'bytes',
      'hostname',
      'level',
      'method',
      'milliseconds',
      'msg',
      'pid',
      'requestId',
      'route',
      'status',
      'time',
    ].toSorted(),
  )
})

test('the bytes are those of the answer, also on a connection that had others', async () => {
  const { port, requests } = await start()
  const socket = connect(port, '127.0.0.1')
  let received = 0
  socket.on('data', (bytes) => (received += bytes.length))
  const sizes: number[] = []
  for (let n = 1; n <= 2; n++) {
    const before = received
    socket.write('GET /api/currencies HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(requests).toHaveLength(n)
    await expect.poll(() => received).toBeGreaterThan(before)
    sizes.push(received - before)
  }
  socket.destroy()
  expect(requests().map(({ bytes }) => bytes)).toEqual(sizes)
})

test('no line holds a name, an address, a query, a cookie, a key or a browser', async () => {
  const { url, lines, requests } = await start()
  const { cookie, id } = await signUp(testApp().app, 'logged')
  const secret = 'sarraf_0123456789abcdef'
  const headers = {
    cookie,
    authorization: `Bearer ${secret}`,
    'user-agent': 'SecretBrowser/1',
    'x-forwarded-for': '203.0.113.7',
    referer: `${url}/reset-password?token=${secret}`,
  }
  const paths = [
    `/api/traders/${id}?q=${secret}`,
    `/api/no-such/${secret}`,
    `/reset-password/${secret}?token=${secret}`,
  ]
  for (const path of paths) await fetch(url + path, { headers })
  await expect.poll(requests).toHaveLength(paths.length)
  expect(requests().map(({ route }) => route)).toEqual(['/api/traders/:username', '/api/*', 'unknown'])
  const ofRequests = lines.filter((line) => line.includes('"msg":"request"')).join('')
  for (const personal of [secret, cookie, id, 'SecretBrowser', '203.0.113', '127.0.0.1', 'token', '?'])
    expect(ofRequests).not.toContain(personal)
})

test('probes, files and the server’s own calls are no lines', async () => {
  const { url, requests } = await start()
  for (const path of ['/livez', '/readyz', '/robots.txt']) expect((await fetch(url + path)).ok).toBe(true)
  await fetch(`${url}/api/currencies`)
  await expect.poll(requests).toHaveLength(1)
  expect(requests()[0]).toMatchObject({ route: '/api/currencies' })
})

test('a caller who hangs up, and the end of an event stream', async () => {
  const { url, requests } = await start()
  const { cookie } = await signUp(testApp().app, 'listener')
  const stop = new AbortController()
  const stream = await fetch(`${url}/api/events`, { headers: { cookie }, signal: stop.signal })
  expect([stream.status, requests()]).toEqual([200, []])
  stop.abort()
  await expect.poll(requests).toHaveLength(1)
  expect(requests()[0]).toMatchObject({ route: '/api/events', status: 200 })
  expect(requests()[0]).not.toHaveProperty('isAborted')

  const app = Fastify()
  const lines: string[] = []
  accessLog(app, pino({ level: 'silent' }, { write: (line: string) => void lines.push(line) }))
  app.get('/slow', () => new Promise(() => {}))
  closing.push(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(app.server, 'request')
  socket.destroy()
  await expect.poll(() => lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ route: '/slow', isAborted: true })
})

test('it is off by default', async () => {
  const { url, lines } = await start({ accessLog: false })
  await fetch(`${url}/api/currencies`)
  expect(lines).toEqual([])
})

test('a flood is cut off, and the number of requests left out is logged', async () => {
  const app = Fastify()
  const lines: string[] = []
  accessLog(app, pino({ level: 'silent' }, { write: (line: string) => void lines.push(line) }))
  app.get('/', async () => 'x')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const sent = LINES_PER_SECOND * 4
  const began = performance.now()
  for (let n = 0; n < sent; n += 50)
    await Promise.all(Array.from({ length: 50 }, async () => (await fetch(url)).text()))
  const seconds = 1 + Math.floor((performance.now() - began) / 1000)
  await app.close()
  const parsed = lines.map((line) => JSON.parse(line) as { msg: string; leftOut?: number })
  const written = parsed.filter(({ msg }) => msg === 'request').length
  expect(written).toBeGreaterThanOrEqual(LINES_PER_SECOND)
  expect(written).toBeLessThanOrEqual(Math.min(sent, LINES_PER_SECOND * seconds))
  expect(written + parsed.reduce((sum, { leftOut = 0 }) => sum + leftOut, 0)).toBe(sent)

  const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  expect(page).toContain(`at most ${LINES_PER_SECOND} lines a second`)
})
