import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../testing/app.ts'
import type { TestApp } from '../testing/app.ts'
import { signUp } from '../testing/accounts/users.ts'

let place: TestApp
beforeAll(async () => {
  place = await startTestApp()
})
afterAll(() => place.close())

function post(headers: Record<string, string>, payload = '{}', url = '/api/sign-out') {
  return place.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, payload })
}

const OWN = { 'sec-fetch-site': 'same-origin' }

describe('the origin of a request', () => {
  test.each([
    ['the product’s pages', OWN, 200],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a same-site host', { 'sec-fetch-site': 'same-site' }, 403],
    ['none, according to the browser', { 'sec-fetch-site': 'none' }, 403],
    ['another site with our origin', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' }, 403],
    ['an old browser on the public address', { origin: 'http://localhost:3000', host: '10.0.0.7:1' }, 200],
    ['an old browser on this host', { origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' }, 200],
    ['an old browser on another site', { origin: 'https://evil.example' }, 403],
    ['an origin that only begins like ours', { origin: 'http://localhost:3000.evil.example' }, 403],
    ['a name that resolves to this server', { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['a program without a session', {}, 200],
  ])('%s', async (_who, headers, status) => {
    const reply = await post(headers)
    expect([reply.statusCode, reply.json().code]).toEqual([status, status === 403 ? 'cross_site' : undefined])
  })

  test('a session cookie without an origin is refused', async () => {
    const amina = await signUp(place.app, 'amina')
    expect((await post({ cookie: amina.cookie })).json().code).toBe('cross_site')
    expect((await amina.get('/api/session')).body.user.id).toBe(amina.id)
  })

  test('CORS allows no other site', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const reply = await place.app.inject({ method: 'OPTIONS', url: '/api/session', headers })
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('bodies', () => {
  const json = (payload: string) => post(OWN, payload, '/api/sign-in')

  test.each([
    ['not JSON', '{"email": '],
    ['a duplicate key', '{"email":"a@example.org","password":"first one","password":"second one"}'],
    ['a duplicate key, once escaped', '{"email":"a@example.org","password":"first one","p\\u0061ssword":"second one"}'],
    ['a prototype', '{"email":"a@example.org","password":"first one","__proto__":{"admin":true}}'],
    ['a constructor', '{"email":"a@example.org","password":"x","constructor":{"prototype":{"admin":true}}}'],
  ])('%s', async (_what, payload) => {
    const reply = await json(payload)
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_json'])
  })

  test('strings with quotes and colons are accepted', async () => {
    const reply = await json(JSON.stringify({ email: '": "a', password: '\\": {"b":1, "b":2}' }))
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'credentials_wrong'])
  })

  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/xml'],
  ])('%s is not taken', async (type) => {
    const reply = await post({ ...OWN, 'content-type': type }, '{}', '/api/sign-in')
    expect([reply.statusCode, reply.json().code]).toEqual([415, 'unsupported_type'])
  })

  test('64 kB at most', async () => {
    const reply = await json(JSON.stringify({ email: 'a@example.org', password: 'x'.repeat(65_536) }))
    expect([reply.statusCode, reply.json().code]).toEqual([413, 'too_large'])
  })

  test('deep nesting is refused, not an internal error', async () => {
    expect((await json('['.repeat(30_000) + ']'.repeat(30_000))).statusCode).toBe(400)
  })
})

describe('headers', () => {
  const ADDRESSES = ['/api/session', '/api/my-offers', '/api/nothing-here', '/%61pi/session', '/nothing-here']
  test.each(ADDRESSES)('on %s', async (url) => {
    const { headers } = await place.app.inject(url)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    expect(headers).not.toHaveProperty('strict-transport-security')
    if (url === '/nothing-here') return
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
    )
  })

  test('the cookie over http is HttpOnly and SameSite', async () => {
    const amina = await signUp(place.app, 'amina')
    const reply = await post(OWN, JSON.stringify({ email: amina.email, password: amina.password }), '/api/sign-in')
    expect(reply.headers['set-cookie']?.[0]).toMatch(/^sid=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(reply.headers['set-cookie']?.[1]).toMatch(
      /^device=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  test('over https the cookie is bound to the host and the browser to https', async () => {
    const secure = await startTestApp({ publicUrl: 'https://sarraf.example' })
    const amina = await signUp(secure.app, 'amina')
    expect(amina.cookie).toMatch(/^__Host-sid=/)
    const payload = { email: amina.email, password: amina.password }
    const headers = { origin: 'https://sarraf.example' }
    const reply = await secure.app.inject({ method: 'POST', url: '/api/sign-in', headers, payload })
    expect(reply.headers['set-cookie']?.[0]).toMatch(
      /^__Host-sid=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(reply.headers['set-cookie']?.[1]).toMatch(
      /^__Host-device=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(reply.headers['strict-transport-security']).toBe('max-age=31536000')
    const plain = { cookie: amina.cookie.replace('__Host-sid', 'sid') }
    expect((await secure.app.inject({ url: '/api/session', headers: plain })).json()).toEqual({ user: null })
    await secure.close()
  })
})

describe('request limits', () => {
  test('an address over the limit has to wait; forged headers do not change its address', async () => {
    const tight = await startTestApp({ requestsPerMinute: 5 })
    const ask = (n: number, remoteAddress = '203.0.113.7') =>
      tight.app.inject({
        url: '/api/session',
        remoteAddress,
        headers: { 'x-forwarded-for': `198.51.100.${n}`, forwarded: `for=198.51.100.${n}` },
      })
    for (let n = 0; n < 5; n++) expect((await ask(n)).statusCode).toBe(200)
    const refused = await ask(6)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.headers['x-content-type-options']).toBe('nosniff')
    expect((await ask(7, '203.0.113.8')).statusCode).toBe(200)
    await tight.close()
  })

  test('behind a proxy the client’s address is the one the proxy reports, not one the client writes', async () => {
    const tight = await startTestApp({ requestsPerMinute: 2, trustProxy: 1 })
    const ask = async (n: number, from: string) =>
      (
        await tight.app.inject({
          url: '/api/session',
          remoteAddress: '10.0.0.1',
          headers: { 'x-forwarded-for': `198.51.100.${n}, ${from}` },
        })
      ).statusCode
    const statuses = [await ask(1, '203.0.113.7'), await ask(2, '203.0.113.7'), await ask(3, '203.0.113.7')]
    expect(statuses).toEqual([200, 200, 429])
    expect(await ask(1, '203.0.113.8')).toBe(200)
    await tight.close()
  })

  test('a client that a trusted proxy names by a word does not choose the address itself', async () => {
    const tight = await startTestApp({ requestsPerMinute: 2, trustProxy: ['10.0.0.0/8'] })
    const ask = async (written: string) =>
      (
        await tight.app.inject({
          url: '/api/session',
          remoteAddress: '10.0.0.1',
          headers: { 'x-forwarded-for': `${written}, unix:` },
        })
      ).statusCode
    expect([await ask('198.51.100.1'), await ask('198.51.100.2'), await ask('198.51.100.3')]).toEqual([200, 200, 429])
    await tight.close()
  })

  test.each([
    ['the port too', '203.0.113.7:50001', '203.0.113.7:50002', '203.0.113.8:50001'],
    ['an address of IPv6 in brackets', '[2001:db8:1::1]', '[2001:db8:1::1]:50002', '[2001:db8:2::1]:50001'],
    ['a word', 'unknown', '_hidden', '203.0.113.8'],
    ['another client’s text', '"><script>', '203.0.113.999', '203.0.113.8'],
  ])('behind a proxy that reports %s a client is counted once', async (_, first, second, another) => {
    const tight = await startTestApp({ requestsPerMinute: 2, trustProxy: 1 })
    const ask = async (from: string) =>
      (
        await tight.app.inject({
          url: '/api/session',
          remoteAddress: '10.0.0.1',
          headers: { 'x-forwarded-for': `198.51.100.1, ${from}` },
        })
      ).statusCode
    expect([await ask(first), await ask(second), await ask(first), await ask(another)]).toEqual([200, 200, 429, 200])
    await tight.close()
  })

  test.each([
    ['two proxies by their number', 2 as const],
    ['two proxies by their networks', ['10.0.0.0/8', '192.0.2.0/24']],
  ])(
    'behind %s the client’s address is the one the first reports, and a client who writes more gains nothing',
    async (_, trustProxy) => {
      const tight = await startTestApp({ requestsPerMinute: 2, trustProxy })
      const ask = async (from: string) =>
        (
          await tight.app.inject({
            url: '/api/session',
            remoteAddress: '10.0.0.1',
            headers: { 'x-forwarded-for': `${from}, 192.0.2.1` },
          })
        ).statusCode
      expect([await ask('203.0.113.7'), await ask('203.0.113.7'), await ask('203.0.113.7')]).toEqual([200, 200, 429])
      expect(await ask('203.0.113.8')).toBe(200)
      expect(await ask('198.51.100.1, 203.0.113.7')).toBe(429)
      await tight.close()
    },
  )

  test('all addresses of one IPv6 /64 share a limit', async () => {
    const tight = await startTestApp({ requestsPerMinute: 2 })
    const ask = async (remoteAddress: string) =>
      (await tight.app.inject({ url: '/api/session', remoteAddress })).statusCode
    const statuses = [await ask('2001:db8:0:1::1'), await ask('2001:db8:0:1:ffff::2'), await ask('2001:db8:0:1::3')]
    expect(statuses).toEqual([200, 200, 429])
    expect(await ask('2001:db8:0:2::1')).toBe(200)
    await tight.close()
  })

  test('the /64s of one /48 share a limit that is eight times as high', async () => {
    const tight = await startTestApp({ requestsPerMinute: 2 })
    const ask = async (remoteAddress: string) =>
      (await tight.app.inject({ url: '/api/session', remoteAddress })).statusCode
    const statuses: number[] = []
    for (let n = 0; n < 18; n++) statuses.push(await ask(`2001:db8:5:${n.toString(16)}::1`))
    expect(statuses).toEqual([...Array(16).fill(200), 429, 429])
    expect(await ask('2001:db8:6:1::1')).toBe(200)
    await tight.close()
  })

  test('sign-ins of one address are limited before any hashing', async () => {
    const tight = await startTestApp({ requestsPerMinute: 1000 })
    const statuses: number[] = []
    for (let n = 0; n < 122; n++) {
      const reply = await tight.app.inject({ method: 'POST', url: '/api/sign-in', payload: {} })
      statuses.push(reply.statusCode)
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(120)
    expect(statuses.slice(-2)).toEqual([429, 429])
    const encoded = await tight.app.inject({ method: 'POST', url: '/%61pi/sign%2Din', payload: {} })
    expect(encoded.statusCode).toBe(429)
    for (const url of ['/api/register/confirm', '/api/register/resend'])
      expect((await tight.app.inject({ method: 'POST', url, payload: { code: '123456' } })).statusCode).toBe(429)
    await tight.close()
  })
})

describe('the canonical host', () => {
  test.each([
    ['https://sarraf.example', 'www.sarraf.example', 'https://sarraf.example'],
    ['https://www.sarraf.example', 'sarraf.example', 'https://www.sarraf.example'],
    ['http://sarraf.example:8080', 'WWW.sarraf.example:8080', 'http://sarraf.example:8080'],
  ])('of %s: a page at %s is at the public host', async (publicUrl, host, target) => {
    const site = await startTestApp({ publicUrl })
    const ask = (url: string, method: 'GET' | 'POST' = 'GET', name = host) =>
      site.app.inject({ method, url, headers: { host: name } })
    const page = await ask('/offers?type=sell')
    expect([page.statusCode, page.headers.location]).toEqual([308, `${target}/offers?type=sell`])
    // A second slash would make it the address of another host.
    expect((await ask('//evil.example')).headers.location ?? '').not.toMatch(/^(https?:)?\/\/evil/)
    expect((await ask('/api/session')).statusCode).toBe(200)
    expect((await ask('/readyz', 'GET', '10.0.0.1:3000')).statusCode).toBe(200)
    expect((await ask('/', 'GET', new URL(target).host)).statusCode).not.toBe(308)
    await site.close()
  })
})

describe('a name that was made to resolve to this server (DNS rebinding)', () => {
  const rebound = { host: 'evil.example:3000', origin: 'http://evil.example:3000', 'sec-fetch-site': 'same-origin' }

  test.each([
    ['POST', '/api/sign-out'],
    ['GET', '/api/session'],
    ['GET', '/api/offers'],
    ['GET', '/'],
    ['GET', '/api/unknown'],
  ] as const)('%s %s is refused with 421', async (method, url) => {
    const reply = await place.app.inject({ method, url, headers: rebound, ...(method === 'POST' && { payload: {} }) })
    expect([reply.statusCode, reply.json().code, reply.json().values]).toEqual([
      421,
      'misdirected',
      { url: 'http://localhost:3000' },
    ])
  })

  test('with an API key, and by the name of another machine, too', async () => {
    const headers = { ...rebound, authorization: 'Bearer sk_unknown' }
    expect((await place.app.inject({ url: '/api/trades', headers })).statusCode).toBe(421)
    for (const host of ['laptop.local:3000', 'localhost.evil.example', 'evil.example', '127.0.0.1.evil.example', 'a b'])
      expect([host, (await place.app.inject({ url: '/api/session', headers: { host } })).statusCode]).toEqual([
        host,
        421,
      ])
  })

  test('probes are answered under every name, and learn nothing', async () => {
    for (const url of ['/livez', '/readyz'])
      expect((await place.app.inject({ url, headers: { host: 'pod-7.cluster.internal' } })).json()).toEqual({
        ok: true,
      })
  })

  test.each([
    'localhost',
    'localhost:5173',
    'demo.localhost:3000',
    '127.0.0.1:3000',
    '192.168.1.5',
    '[::1]:3000',
    'LOCALHOST.',
  ])('this machine is %s', async (host) => {
    expect((await place.app.inject({ url: '/api/session', headers: { host } })).statusCode).toBe(200)
  })

  test('behind a trusted proxy the host is the forwarded one; of another caller it is not', async () => {
    const publicUrl = 'https://sarraf.example'
    const [trusting, direct] = [await startTestApp({ publicUrl, trustProxy: 1 }), await startTestApp({ publicUrl })]
    const ask = ({ app }: TestApp, headers: Record<string, string>) =>
      app.inject({ url: '/api/session', headers }).then(({ statusCode }) => statusCode)
    const forwarded = { host: 'upstream', 'x-forwarded-host': 'sarraf.example' }
    expect([await ask(trusting, forwarded), await ask(direct, forwarded)]).toEqual([200, 421])
    expect(await ask(trusting, { host: 'sarraf.example', 'x-forwarded-host': 'evil.example' })).toBe(421)
    expect([await ask(direct, { host: 'sarraf.example' }), await ask(direct, { host: 'www.sarraf.example' })]).toEqual([
      200, 200,
    ])
    // A page may write the header itself, but not its Origin.
    const reply = await trusting.app.inject({
      method: 'POST',
      url: '/api/sign-out',
      headers: { ...forwarded, origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
      payload: {},
    })
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'cross_site'])
    await Promise.all([trusting.close(), direct.close()])
  })
})
