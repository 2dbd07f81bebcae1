/** Every answer has the security headers, over real connections: also those that Node gives before any route. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { headersOfAll } from './security-headers.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp({ publicUrl: 'https://sarraf.example' })
let app: FastifyInstance
let folder: string
let port: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sarraf-headers-'))
  await mkdir(join(folder, 'client', 'assets'), { recursive: true })
  for (const name of ['__spa-fallback.html', 'index.html']) {
    await writeFile(join(folder, 'client', name), '<html></html>')
  }
  await writeFile(join(folder, 'client', 'assets', 'a-1.js'), 'export {}')
  await writeFile(join(folder, 'client', 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(folder, 'paths.json'), JSON.stringify({ all: ['/'], rendered: [] }))
  app = await buildApp(testApp().context, { clientDir: join(folder, 'client') })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** Sends the bytes as they are, and returns the head of the answer. */
function exchange(text: string): Promise<{ status: number; headers: Record<string, string> }> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setTimeout(5000, () => socket.destroy(new Error(`no answer to ${text.slice(0, 60)}`)))
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1')
      if (answer.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', fail)
    socket.on('close', () => {
      const [first = '', ...lines] = answer.split('\r\n\r\n')[0]!.split('\r\n')
      const headers = lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.slice(line.indexOf(':') + 2)])
      done({ status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers) })
    })
  })
}

const request = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: sarraf.example', ...headers].join('\r\n')}\r\n\r\n`
const JSON_BODY = ['Content-Type: application/json', 'Sec-Fetch-Site: same-origin']

describe('the security headers', () => {
  test.each<[string, string, number]>([
    ['a page', request('GET /'), 200],
    ['an unknown page', request('GET /nowhere'), 404],
    ['a file', request('GET /assets/a-1.js'), 200],
    ['a file that could be a page', request('GET /favicon.svg'), 200],
    ['a file that does not exist', request('GET /assets/b-2.js'), 404],
    ['a call', request('GET /api/session'), 200],
    ['a refused call', request('GET /api/notifications'), 401],
    ['an unknown call', request('GET /api/nothing-here'), 404],
    ['another method', request('DELETE /api/session'), 405],
    ['a cross-site call', request('POST /api/sign-in', 'Origin: https://evil.example', 'Content-Length: 0'), 403],
    [
      'a body of another type',
      request('POST /api/sign-in', 'Sec-Fetch-Site: same-origin', 'Content-Length: 1') + 'x',
      415,
    ],
    ['a broken body', request('POST /api/sign-in', ...JSON_BODY, 'Content-Length: 1') + '{', 400],
    ['a body that is too large', request('POST /api/sign-in', ...JSON_BODY, 'Content-Length: 70000'), 413],
    ['a HEAD request for a page', request('HEAD /'), 200],
    ['a HEAD request for a call', request('HEAD /api/session'), 200],
    ['an OPTIONS request for a page', request('OPTIONS /'), 404],
    ['an OPTIONS request for a call', request('OPTIONS /api/session'), 405],
    ['a method that no route has', request('PROPFIND /'), 404],
    ['the health check', request('GET /livez'), 200],
    ['a path that cannot be decoded', request('GET /%ff'), 400],
    ['a path of the API that cannot be decoded', request('GET /api/%ff'), 400],
    ['a parameter that is too long', request(`GET /api/offers/${'a'.repeat(5000)}`), 404],
    ['a header that is too large', request('GET /', `X-Large: ${'a'.repeat(20_000)}`), 431],
    ['a broken header', request('GET /', 'Broken Header'), 400],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['an unknown method', request('BREW /'), 400],
    ['two lengths', request('POST /api/sign-in', 'Content-Length: 1', 'Content-Length: 2'), 400],
    ['a length and chunks', request('POST /api/sign-in', 'Content-Length: 1', 'Transfer-Encoding: chunked'), 400],
    ['chunks within another encoding', request('POST /api/sign-in', 'Transfer-Encoding: chunked, gzip'), 400],
    ['TRACE', request('TRACE /'), 404],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['an unknown expectation', request('GET /', 'Expect: the-unexpected'), 417],
  ])('are on the answer to %s', async (_what, sent, status) => {
    const answer = await exchange(sent)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'strict-transport-security': 'max-age=31536000',
    })
  })
})

test('https is demanded of the hosts below the public one only where the operator says so', () => {
  const settings = { publicUrl: 'https://sarraf.example', demo: false }
  const hsts = (hstsSubdomains: boolean) => headersOfAll({ ...settings, hstsSubdomains })['strict-transport-security']
  expect([hsts(false), hsts(true)]).toEqual(['max-age=31536000', 'max-age=31536000; includeSubDomains'])
})
