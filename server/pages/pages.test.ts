/** Serving pages, with a small client built for the test. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORIGIN_PLACEHOLDER, PRIVATE_PAGES } from '../../domain/pages.ts'
import { buildApp } from '../app.ts'
import { useTestApp } from '../testing/suite.ts'

const SCRIPT = 'window.started = 1'
const STYLE = 'body { color: black }'
const testApp = useTestApp({ publicUrl: 'https://sarraf.example' })
let app: FastifyInstance
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sarraf-pages-'))
  const client = join(folder, 'client')
  await mkdir(join(client, 'assets'), { recursive: true })
  await mkdir(join(client, 'offers'))
  const page = (name: string, html: string) => writeFile(join(client, name), html)
  await page('__spa-fallback.html', '<html><script src="/assets/a-1.js"></script>shell</html>')
  await page(
    'index.html',
    `<html><style>${STYLE}</style><script>${SCRIPT}</script><script type="application/json">{}</script>landing</html>`,
  )
  await page(
    'offers/index.html',
    `<html><head><link rel="canonical" href="${ORIGIN_PLACEHOLDER}/offers"></head>offers ${ORIGIN_PLACEHOLDER}</html>`,
  )
  await writeFile(join(client, 'assets', 'a-1.js'), 'export {}')
  await writeFile(join(client, 'sw.js'), 'self')
  await writeFile(join(client, 'app.ar.webmanifest'), '{}')
  await writeFile(join(client, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(
    join(folder, 'paths.json'),
    JSON.stringify({ all: ['/', '/offers', '/offers/buy', '/trade/:id', '/login'], rendered: ['/offers'] }),
  )
  app = await buildApp(testApp().context, { clientDir: client })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = async (url: string) => {
  const { statusCode: status, body, headers } = await app.inject({ method: 'GET', url })
  return { status, body, headers }
}

test.each([
  ['/', 200, 'landing'],
  ['/?lang=en', 200, 'landing'],
  ['/offers', 200, 'offers'],
  ['/offers/', 200, 'offers'],
  ['/offers/buy', 200, 'shell'],
  ['/trade/0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d', 200, 'shell'],
  ['/login', 200, 'shell'],
  ['/nowhere', 404, 'shell'],
  ['/offers/buy/cheap', 404, 'shell'],
  ['/trade/', 404, 'shell'],
])('%s is %s, %s', async (url, status, words) => {
  const reply = await get(url)
  expect(reply.status).toBe(status)
  expect(reply.body).toContain(words)
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
})

test('a client that accepts brotli gets the same page in brotli', async () => {
  const reply = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } })
  expect(reply.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(reply.rawPayload).toString()).toBe((await get('/')).body)
})

test('the head of a page has the public origin in its addresses, and its body is sent as it is', async () => {
  expect((await get('/offers')).body).toBe(
    `<html><head><link rel="canonical" href="https://sarraf.example/offers"></head>offers ${ORIGIN_PLACEHOLDER}</html>`,
  )
})

test.each(['/', '/offers', '/offers?sort=best_price', '/fr/offers/buy', '/ar', '/login'])(
  '%s may be listed by search engines',
  async (url) => expect((await get(url)).headers['x-robots-tag']).toBeUndefined(),
)

test.each([
  ...PRIVATE_PAGES,
  ...PRIVATE_PAGES.map((page) => `/fr${page}`),
  '/login?next=%2Ftrades',
  '/offers/buy?page=2',
  '/trade/1/',
  '/nowhere',
])('%s is not listed by search engines', async (url) => {
  expect((await get(url)).headers['x-robots-tag']).toBe('noindex')
})

test.each([
  ['/marketplace', '/offers'],
  ['/marketplace/?type=sell&currency=TND&page=2', '/offers/buy?currency=TND&page=2'],
  ['/fr/marketplace?type=buy&search=d17', '/fr/offers/sell?search=d17'],
])('the former address %s leads to %s for good', async (url, target) => {
  const { statusCode, headers } = await app.inject({ url })
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([308, target, 'no-cache'])
})

test('a page allows its own inline script and style by hash, and no other', async () => {
  const hash = createHash('sha256').update(SCRIPT).digest('base64')
  const styleHash = createHash('sha256').update(STYLE).digest('base64')
  const policy = String((await get('/')).headers['content-security-policy'])
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/unsafe/)
  expect(policy).toContain(`style-src 'self' 'sha256-${styleHash}'; style-src-attr 'none';`)
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default")
  expect(String((await get('/login')).headers['content-security-policy'])).toContain("script-src 'self';")
})

test('files with a hash in their name are cached for a year, other files are revalidated', async () => {
  expect((await get('/assets/a-1.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  expect((await get('/')).headers['cache-control']).toBe('no-cache')
})

test('a file is sent as it is until its compressed copy is written, also while the server runs', async () => {
  const script = () => app.inject({ url: '/assets/a-1.js', headers: { 'accept-encoding': 'br' } })
  expect((await script()).body).toBe('export {}')
  await writeFile(join(folder, 'client/assets/a-1.js.br'), brotliCompressSync('export {}'))
  const { headers, rawPayload } = await script()
  expect(headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(rawPayload).toString()).toBe('export {}')
})

test('the service worker may load from this server only, and is revalidated', async () => {
  const { headers } = await get('/sw.js')
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': expect.stringContaining('javascript') })
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
  )
  expect((await get('/app.ar.webmanifest')).headers['content-type']).toContain('application/manifest+json')
})

describe('hostile paths', () => {
  test.each([
    '/%C0%AF',
    '/%E0%A4%A',
    '/%ff%fe',
    '/%00',
    '/..%2f..%2fetc%2fpasswd',
    '/assets/..%2f..%2fpackage.json',
    '//example.org',
    '/%5C%5Cexample.org',
    '/assets/',
    '/.git/config',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
  ])('%s gets a refusal, not a page or an internal error', async (url) => {
    const { status, body, headers } = await get(url)
    expect([url, [400, 404]]).toEqual([url, expect.arrayContaining([status])])
    expect(headers.location).toBeUndefined()
    expect(body).not.toContain('root:')
  })
})
