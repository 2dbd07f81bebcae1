/** robots.txt and the sitemaps, as a search engine reads them. */
import { gunzipSync } from 'node:zlib'
import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { PAYMENT_METHODS } from '../../../domain/payments/methods.ts'
import { listedAddresses } from '../../../domain/pages.ts'
import { postOffer, signUp } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const ORIGIN = 'https://sarraf.example'
const testApp = useTestApp({ publicUrl: ORIGIN, publicReadMs: 1000 })

/** An application that has read no sitemap yet. */
const fresh = (settings = {}) =>
  buildApp({ ...testApp().context, config: { ...testApp().context.config, ...settings } })

async function locationsIn(path: string): Promise<string[]> {
  const app = await fresh()
  const { body, statusCode } = await app.inject(path)
  await app.close()
  expect([path, statusCode]).toEqual([path, 200])
  return [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
}

test('robots.txt names the sitemap by its absolute address', async () => {
  const { body, headers } = await testApp().app.inject('/robots.txt')
  expect(body).toBe(`User-agent: *\nDisallow:\n\nSitemap: ${ORIGIN}/sitemap.xml\n`)
  expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=300' })
})

test('a demonstration keeps robots out, of robots.txt and of every answer', async () => {
  const demo = await fresh({ demo: true })
  const [robots, sitemap] = [await demo.inject('/robots.txt'), await demo.inject('/sitemap.xml')]
  await demo.close()
  expect(robots.body).toBe('User-agent: *\nDisallow: /\n')
  expect([robots.headers['x-robots-tag'], sitemap.headers['x-robots-tag']]).toEqual(['noindex', 'noindex'])
})

test('answers of the API are not listed, and may be read', async () => {
  expect((await testApp().app.inject('/api/offers')).headers['x-robots-tag']).toBe('noindex')
})

test('the index lists every sitemap, and each can be read', async () => {
  const sitemaps = await locationsIn('/sitemap.xml')
  // Of the pages, of the traders, and of each method on both sides of the market.
  expect(sitemaps).toHaveLength(2 + 2 * PAYMENT_METHODS.length)
  for (const address of sitemaps) await locationsIn(address.replace(ORIGIN, ''))
})

test('every page is there in each language, with the addresses of its translations', async () => {
  const { body } = await testApp().app.inject('/sitemap/pages.xml')
  expect(body.match(/<url>/g)).toHaveLength(listedAddresses().length * 3)
  expect(body).toContain(
    `<url><loc>${ORIGIN}/fr/faq</loc>` +
      `<xhtml:link rel="alternate" hreflang="en" href="${ORIGIN}/faq"/>` +
      `<xhtml:link rel="alternate" hreflang="fr" href="${ORIGIN}/fr/faq"/>` +
      `<xhtml:link rel="alternate" hreflang="ar" href="${ORIGIN}/ar/faq"/>` +
      `<xhtml:link rel="alternate" hreflang="x-default" href="${ORIGIN}/faq"/></url>`,
  )
  expect(body).toContain(`<loc>${ORIGIN}/ar</loc>`)
  expect(body).toContain(`<loc>${ORIGIN}/fr/offers/buy?currency=TND</loc>`)
  expect(body).not.toMatch(/dashboard|\/trades?\b|admin|my-offers/)
})

test('an offer and its owner are listed while the offer is active', async () => {
  const owner = await signUp(testApp().app, 'sitemap_owner')
  const offer = await postOffer(owner, { type: 'sell', fiatCurrency: 'TND', paymentMethods: ['d17'] })
  const inOffers = () => locationsIn('/sitemap/offers-sell-d17.xml')
  const inTraders = () => locationsIn('/sitemap/traders.xml')
  expect(await inOffers()).toEqual(['', '/fr', '/ar'].map((prefix) => `${ORIGIN}${prefix}/offer/${offer.id}`))
  expect(await locationsIn('/sitemap/offers-buy-d17.xml')).toEqual([])
  expect(await inTraders()).toContain(`${ORIGIN}/trader/${owner.username}`)

  await owner.post(`/api/offers/${offer.id}/pause`)
  expect(await inOffers()).toEqual([])
  expect(await inTraders()).not.toContain(`${ORIGIN}/trader/${owner.username}`)
})

test('a sitemap says when an offer changed, comes compressed, and is read once in five minutes', async () => {
  const owner = await signUp(testApp().app, 'sitemap_seller')
  const app = await fresh()
  const path = '/sitemap/offers-sell-flouci.xml'
  const before = await app.inject(path)
  await postOffer(owner, { type: 'sell', fiatCurrency: 'TND', paymentMethods: ['flouci'] })
  const again = await app.inject({ url: path, headers: { 'accept-encoding': 'gzip' } })
  await app.close()
  expect(gunzipSync(again.rawPayload).toString()).toBe(before.body)
  expect(again.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=300',
  })
  const later = await fresh()
  expect((await later.inject(path)).body).toMatch(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/)
  await later.close()
})

test('a sitemap that cannot be read in time is refused, and read again by the next robot', async () => {
  const app = await fresh()
  const locking: PoolClient = await testApp().owner.connect()
  await locking.query('begin')
  await locking.query('lock table market_offers in access exclusive mode')
  const refused = await app.inject('/sitemap/traders.xml')
  await locking.query('rollback')
  locking.release()
  const read = await app.inject('/sitemap/traders.xml')
  await app.close()
  expect([refused.statusCode, refused.headers['retry-after'], read.statusCode]).toEqual([503, '1', 200])
})

test('an unknown sitemap is not found', async () => {
  expect((await testApp().app.inject('/sitemap/offers-sell-gold.xml')).statusCode).toBe(404)
})
