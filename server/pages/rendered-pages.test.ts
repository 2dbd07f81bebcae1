/** Pages that a server bundle renders; this one is written for the test. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { ORIGIN_PLACEHOLDER } from '../../domain/pages.ts'
import { buildApp } from '../app.ts'
import { openContext } from '../context.ts'
import type { Context } from '../context.ts'
import { SYSTEM } from '../db/scope.ts'
import { stopClock } from '../testing/standing-clock.ts'
import { useTestApp } from '../testing/suite.ts'
import { openTradeBetween, postOffer, signUp } from '../testing/accounts/users.ts'

const STYLE_SHEET = 'body { color: black }'
const HEAD = `<link rel="canonical" href="${ORIGIN_PLACEHOLDER}/offers"><script>window.started = 1</script>`
const END = '<script type="module">import "/assets/a.js"</script></html>'

/** Shows the answer of the API to the first query, and numbers its pages. */
const BUNDLE = `
  class UnreadError extends Error {}
  let pages = 0
  let running = 0
  async function render({ searchParams, pathname }, transport) {
    if (searchParams.has('broken')) throw new Error('broken')
    const concurrent = ++running
    const answer = await transport(searchParams.get('api') ?? '/api/offers')
    running--
    if (!answer.ok) throw new UnreadError()
    const data = JSON.stringify(await answer.json())
    const body = 'rendered ' + pathname + ' ' + ++pages + ' ' + data + ' concurrent ' + concurrent
    return { status: 200, html: ['<html><style>', '${STYLE_SHEET}', '</style>${HEAD}', body + '${END}'] }
  }
  export const openPages = async () => ({ render })
  export { UnreadError }
`
const PER_MINUTE = 240
/** By default `vi.waitFor` gives up after a second, too early on a busy machine. */
const WAITING = { timeout: 30_000 }
const testApp = useTestApp()
let app: FastifyInstance
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sarraf-rendered-'))
  await mkdir(join(folder, 'client'))
  await mkdir(join(folder, 'server'))
  await writeFile(join(folder, 'client', '__spa-fallback.html'), 'shell')
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'server', 'index.js'), BUNDLE)
  await writeFile(join(folder, 'manifest.json'), '{}')
  const paths = ['/', '/offers', '/offer/:offerId', '/dashboard']
  await writeFile(
    join(folder, 'paths.json'),
    JSON.stringify({ all: paths, rendered: ['/', '/offers', '/offer/:offerId'] }),
  )
  const { context } = testApp()
  const config = { ...context.config, requestsPerMinute: 3000 }
  app = await buildApp({ ...context, config }, { clientDir: join(folder, 'client') })
  await app.listen({ port: 0 })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

let networks = 0
/** A visitor with a network of their own. */
function visitor() {
  const ip = `203.0.113.${++networks}`
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, remoteAddress: ip, headers })
}

test('a page is rendered with the data of the API, and its next reader gets the same one', async () => {
  const [first, second] = [await visitor()('/offers'), await visitor()('/offers')]
  expect(first.body).toMatch(/rendered \/offers \d+ \{"offers":/)
  expect(second.body).toBe(first.body)
  expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=5, stale-while-revalidate=30')
})

test.each([
  ['this process', async () => testApp().context],
  ['another process', openOther],
])('a kept page of %s is rendered again as soon as the market has changed', async (_process, open) => {
  const context = await open()
  stopClock()
  const { app: api } = testApp()
  const unaged = await buildApp(context, { clientDir: join(folder, 'client') })
  onTestFinished(() => unaged.close())
  const read = async () => (await unaged.inject('/offers?api=/api/session')).body

  const [owner, taker] = [await signUp(api), await signUp(api)]
  let offerId = ''
  const changes: Record<string, () => Promise<unknown>> = {
    'a new offer': async () => (offerId = (await postOffer(owner)).id),
    'a trade': () => openTradeBetween(taker, offerId),
  }
  for (const [change, make] of Object.entries(changes)) {
    // The change before this one may still be followed by a second rendering.
    const kept = await vi.waitFor(async () => {
      const page = await read()
      expect(await read(), `before ${change}`).toBe(page)
      return page
    }, WAITING)
    await make()
    await expect.poll(read, { message: change }).not.toBe(kept)
  }
})

/** What a second process over the same database shares among its routes. */
async function openOther(): Promise<Context> {
  const { context, database } = testApp()
  const other = await openContext(context.config, database.appUrl, SYSTEM)
  onTestFinished(() => other.close())
  return other
}

test('a reader who has the page gets 304', async () => {
  const { headers } = await visitor()('/offers')
  const again = await visitor()('/offers', { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await visitor()('/offers', { 'if-none-match': '"another"' })).statusCode).toBe(200)
})

test('a rendered page has the site’s origin in its head, and its policy allows its style sheet and scripts by hash', async () => {
  const { body, headers } = await visitor()(`/offers?${ORIGIN_PLACEHOLDER}`)
  const { publicUrl } = testApp().context.config
  expect(body).toContain(`<style>${STYLE_SHEET}</style><link rel="canonical" href="${publicUrl}/offers">`)
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = String(headers['content-security-policy'])
  const scripts = ['window.started = 1', 'import "/assets/a.js"'].map(hashOf)
  expect(policy).toContain(`script-src 'self' ${scripts.join(' ')};`)
  expect(policy).toContain(`style-src 'self' ${hashOf(STYLE_SHEET)}; style-src-attr 'none';`)
})

test('the rendering of a signed-in reader calls the API as a signed-out visitor', async () => {
  const { cookie, username } = await signUp(testApp().app)
  const headers = { cookie, 'x-forwarded-host': 'example.org', 'accept-language': 'fr' }
  const read = visitor()
  expect((await read('/api/session', headers)).body).toContain(username)
  const page = await read('/offers?api=/api/session', headers)
  expect(page.body).toContain('rendered /offers')
  expect(page.body).toContain('"user":null')
  expect(page.body).not.toContain('example.org')
  expect(page.headers['set-cookie']).toBeUndefined()
})

test.each(['/offers?broken', '/offers?api=/api/trades'])(
  'where the rendering fails, the page arrives without its data and is not cached: %s',
  async (url) => {
    const { statusCode, body, headers } = await visitor()(url)
    expect([statusCode, body]).toEqual([200, 'shell'])
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
    expect(headers.location).toBeUndefined()
  },
)

test('of many pages at the same moment, for visitors of different networks, at most eight are rendered', async () => {
  const asked = Array.from({ length: 40 }, (_, n) => visitor()(`/offers?flood=${n}`))
  const answers = await Promise.all(asked)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const concurrent = answers.flatMap(({ body }) => /concurrent (\d+)/.exec(body)?.[1] ?? []).map(Number)
  expect(Math.max(...concurrent)).toBe(8)
  expect(concurrent.length).toBeLessThan(answers.length)
  expect((await visitor()('/offers?flood=39')).body).toContain('rendered')
})

test.each([
  '/offer/..',
  '/offer/%2e%2e',
  '/offer/..\\dashboard',
  '/offer/..\\\\example.org',
  '/fr/offer/..\\..\\offers',
])('an address that leads elsewhere is not rendered: %s', async (path) => {
  const { port } = app.server.address() as AddressInfo
  // fetch and inject would resolve the path first.
  const [answer] = await once(request({ port, path }).end(), 'response')
  expect(await text(answer)).toBe('shell')
})

test('beyond the limit of its network a visitor gets pages without data, and others are not affected', async () => {
  stopClock()
  const [attacker, other] = [visitor(), visitor()]
  let rendered = 0
  for (let n = 0; n < PER_MINUTE + 20; n++) {
    const { statusCode, body } = await attacker(`/offer/${n}`)
    expect(statusCode).toBe(200)
    if (body !== 'shell') rendered++
  }
  expect(rendered).toBe(PER_MINUTE)
  expect((await attacker('/?new')).body).toBe('shell')
  expect((await other('/?new')).body).toContain('rendered')
  expect((await attacker('/?new')).body, 'a page that is kept').toContain('rendered')
})
