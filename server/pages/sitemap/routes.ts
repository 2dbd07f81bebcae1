import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../../domain/errors.ts'
import type { Context } from '../../context.ts'
import { asViewer } from '../../db/scope.ts'
import { cached } from '../../http/cached.ts'
import { robotsText } from './robots.ts'
import { sitemapsOf } from './sitemaps.ts'

/** A sitemap is made at most once in this time for all readers together. */
const FRESH_MS = 5 * 60_000
const CACHED = { 'cache-control': 'public, max-age=300' }

/** /robots.txt, /sitemap.xml and the sitemaps that it lists. */
export function sitemapRoutes(app: FastifyInstance, context: Pick<Context, 'config' | 'publicReads' | 'rates'>): void {
  app.get('/robots.txt', async (_, reply) => {
    reply.headers(CACHED).type('text/plain; charset=utf-8')
    return robotsText(context.config)
  })
  // Kept compressed: 1,000 offers in three languages are 2 MB of XML.
  const sitemaps = new Map(
    [...sitemapsOf(context)].map(([path, make]) => [
      path,
      cached(FRESH_MS, async () => promisify(gzip)(await asViewer(null, make))),
    ]),
  )
  for (const route of ['/sitemap.xml', '/sitemap/:name'])
    app.get(route, async (request, reply) => {
      const xml = await sitemaps.get(request.url.split('?')[0] ?? '')?.()
      if (!xml) throw new DomainError('not_found')
      reply.headers({ ...CACHED, vary: 'accept-encoding' }).type('application/xml; charset=utf-8')
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return promisify(gunzip)(xml)
      reply.header('content-encoding', 'gzip')
      return xml
    })
}
