/** The drawn pictures, over HTTP. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { postOffer, signUp, signUpMany } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()

const get = (url: string, headers: Record<string, string> = {}) => testApp().app.inject({ url, headers })

test('an offer, a trader and the site have a picture of their own in every language', async () => {
  const owner = await signUp(testApp().app, 'drawn')
  const offer = await postOffer(owner)
  const pictures = ['', '/fr', '/ar'].flatMap((prefix) => [
    `${prefix}/og/offer/${offer.id}.png`,
    `${prefix}/og/trader/${owner.username}.png`,
    `${prefix}/og/site.png`,
  ])
  const seen = new Set<string>()
  for (const picture of pictures) {
    const { statusCode, headers, rawPayload } = await get(picture)
    expect([picture, statusCode, headers['content-type']]).toEqual([picture, 200, 'image/png'])
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    seen.add(rawPayload.toString('base64'))
  }
  expect(seen.size).toBe(pictures.length)
})

test('caches keep a picture for five minutes, and other sites may show it', async () => {
  const { headers } = await get('/og/site.png')
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=300',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
})

test('a picture that did not change is not sent again, and a changed offer has a new one', async () => {
  const owner = await signUp(testApp().app, 'redrawn')
  const offer = await postOffer(owner)
  const url = `/og/offer/${offer.id}.png`
  const { etag } = (await get(url)).headers
  const again = await get(url, { 'if-none-match': String(etag) })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])

  await testApp().owner.query('update offers set percentage_tenths = -20, version = version + 1 where id = $1', [
    offer.id,
  ])
  const changed = await get(url, { 'if-none-match': String(etag) })
  expect(changed.statusCode).toBe(200)
  expect(changed.headers.etag).not.toBe(etag)
})

test.each([
  `/og/offer/${crypto.randomUUID()}.png`,
  '/og/offer/1.png',
  '/og/offer/%00.png',
  '/og/trader/no_such_trader.png',
  '/og/trader/%3Csvg%3E.png',
  '/og/trader/amina.svg',
  '/og/trader/.png',
  '/fr/og/home.png',
  '/de/og/site.png',
])('%s is not found', async (url) => {
  expect((await get(url)).statusCode).toBe(404)
})

test('the picture of a deleted offer is not found', async () => {
  const owner = await signUp(testApp().app, 'undrawn')
  const offer = await postOffer(owner)
  expect((await get(`/og/offer/${offer.id}.png`)).statusCode).toBe(200)
  await owner.delete(`/api/offers/${offer.id}`)
  expect((await get(`/og/offer/${offer.id}.png`)).statusCode).toBe(404)
})

test('one network has 60 new pictures a minute; pictures in memory do not count', async () => {
  const { context } = testApp()
  const app = await buildApp({ ...context, config: { ...context.config, requestsPerMinute: 3000 } })
  const traders = await signUpMany(testApp().app, 21, 'many')
  const urls = ['', '/fr', '/ar'].flatMap((prefix) =>
    traders.map(({ username }) => `${prefix}/og/trader/${username}.png`),
  )
  const statuses = (await Promise.all(urls.map((url) => app.inject(url)))).map(({ statusCode }) => statusCode)
  const again = await app.inject(urls[statuses.indexOf(200)]!)
  await app.close()
  const times = (status: number) => statuses.filter((found) => found === status).length
  // 16 pictures may wait at a time; the first may be drawn before the last is asked for.
  expect([times(200) + times(503), times(429)]).toEqual([60, 3])
  expect(times(200)).toBeGreaterThanOrEqual(16)
  expect(times(503)).toBeGreaterThan(20)
  expect(again.statusCode).toBe(200)
})
