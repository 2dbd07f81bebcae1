/**
 * Serves the built pages, each with its own content security policy: public pages of the market rendered with their data, a
 * prerendered page where there is one, else the app shell in the language of the address.
 */
import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { namedIn, prefixOf, SOURCE_LANGUAGE, withoutLanguage } from '../../domain/languages.ts'
import { isIndexed, movedTo } from '../../domain/pages.ts'
import type { Context } from '../context.ts'
import { MARKET } from '../db/after-commit.ts'
import { consumeRequest, limitsPerNetwork } from '../http/limit-requests.ts'
import { createPageCache } from './page-cache.ts'
import { readPageScript } from './page-scripts.ts'
import { compressBetter, makeBuiltPage, makeRenderedPage, withOrigin, type Page } from './page.ts'
import { openRenderer } from './render.ts'

/** The service worker asks for pages; nothing else may come from it. */
const SERVICE_WORKER = 'sw.js'
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'"

const SHELL = '__spa-fallback.html'
const HTML = { 'content-type': 'text/html; charset=utf-8', vary: 'accept-encoding' }
const HASHED = 'public, max-age=31536000, immutable'
const BUILT = { ...HTML, 'cache-control': 'no-cache' }
/** Nothing in a rendered page is personal. A cache between may show it for a few seconds, as ours does. */
const RENDERED = { ...HTML, 'cache-control': 'public, max-age=0, s-maxage=5, stale-while-revalidate=30' }
/** No page's filters are longer. */
const RENDERED_ADDRESS_MAX = 500
/**
 * Pages rendered for one network in a minute; kept pages are not counted. A rendering takes about 10 ms of the process.
 * Beyond the limit a visitor gets the page without its data, and the browser asks for them.
 */
const RENDERINGS_PER_MINUTE = 240
/** Scripts of other builds that are read for one network in a minute; a page loads about thirty. */
const OTHER_SCRIPTS_PER_MINUTE = 600

/**
 * Pages rendered at the same moment, for all networks: a rendering holds the process for some milliseconds, and a flood of
 * addresses from many networks must not hold it for seconds. Beyond the bound a visitor gets the page without its data.
 */
const CONCURRENT_RENDERINGS = 8

type Sources = Pick<Context, 'config' | 'live' | 'publicReads' | 'rates'>

/** Reads every page of `clientDir` once; assets are sent from disk with their precompressed copies. */
export async function pages(
  app: FastifyInstance,
  clientDir: string,
  { config, live, publicReads, rates }: Sources,
): Promise<void> {
  const origin = config.publicUrl
  const built = await readPages(clientDir, origin)
  const shell = built.get(`/${SHELL}`)
  if (!shell) throw new Error(`no ${SHELL} in ${clientDir}: build the client first`)
  const { isKnown, isRendered } = await readPaths(join(clientDir, '../paths.json'))
  const render = await openRenderer(app, join(clientDir, '..'))
  const cache = createPageCache((page) => void compressBetter(page))
  let renderings = 0
  const mayRender = renderingLimit(app, config.requestsPerMinute > 0)
  const marketChanged = () => cache.marketChanged()
  const stops = [live.subscribe(MARKET, marketChanged), rates.subscribe(marketChanged)]
  app.addHook('onClose', async () => stops.forEach((stop) => stop()))

  await app.register(fastifyStatic, {
    root: clientDir,
    wildcard: false,
    preCompressed: true,
    index: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes(`${sep}assets${sep}`)
      reply.header('cache-control', isHashed ? HASHED : 'no-cache')
      if (relative(clientDir, path).replace(/\.(br|gz)$/, '') === SERVICE_WORKER) {
        reply.header('content-security-policy', WORKER_POLICY)
      }
    },
  })
  const scriptLimits = config.requestsPerMinute > 0 ? limitsPerNetwork(app, OTHER_SCRIPTS_PER_MINUTE) : []
  app.get<{ Params: { name: string } }>('/assets/:name(^[\\w-]+\\.js$)', async (request, reply) => {
    for (const limit of scriptLimits) await consumeRequest(limit, request, reply)
    const script = await readPageScript(publicReads, request.params.name)
    if (!script) return send(request, reply.code(404).headers(BUILT), shell())
    return reply.headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': HASHED }).send(script)
  })
  app.get('/*', async (request, reply) => {
    const path = decodeURI(request.url.split('?')[0] ?? '/').replace(/(.)\/$/, '$1')
    const moved = movedTo(withoutLanguage(path), queryOf(request))
    if (moved !== null) {
      return reply
        .header('cache-control', BUILT['cache-control'])
        .redirect(prefixOf(namedIn(path) ?? SOURCE_LANGUAGE) + moved, 308)
    }
    const rendered = await renderedPage(path, request)
    if (!isListed(path, request)) reply.header('x-robots-tag', 'noindex')
    if (rendered) return send(request, reply.code(rendered.status).headers(RENDERED), rendered)
    const page = built.get(path === '/' ? '/index.html' : `${path}/index.html`) ?? shellFor(path) ?? shell
    return send(request, reply.code(isKnown(path) ? 200 : 404).headers(BUILT), page())
  })

  function renderedPage(path: string, request: FastifyRequest): Promise<Page | null> | null {
    const { url, ip } = request
    if (!render || !isRendered(path) || !isPlain(url) || url.length > RENDERED_ADDRESS_MAX) return null
    return cache.get(url, async () => {
      if (renderings >= CONCURRENT_RENDERINGS) return null
      renderings++
      try {
        if (!(await mayRender(request))) return null
        const rendered = await render(url, ip)
        return rendered && makeRenderedPage(rendered.status, rendered.html, origin)
      } catch (error) {
        request.log.error({ err: error, path }, 'a page could not be rendered')
        return null
      } finally {
        renderings--
      }
    })
  }

  function shellFor(path: string): (() => Page) | undefined {
    return built.get(`${prefixOf(namedIn(path) ?? SOURCE_LANGUAGE)}/${SHELL}`)
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { html, brotli, policy, etag }: Page): FastifyReply {
  const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  reply.headers({ 'content-security-policy': policy, etag })
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return takesBrotli ? reply.header('content-encoding', 'br').send(brotli) : reply.send(html)
}

/** As the page's own head says. A robot that runs no scripts reads only this of a page that the browser renders. */
function isListed(path: string, request: FastifyRequest): boolean {
  return isIndexed(withoutLanguage(path), queryOf(request))
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(url.split('?')[1])
}

/** Whether the path leads where it says: a browser's URL parser resolves "..", "%2e%2e" and "\\", and the router does not. */
function isPlain(url: string): boolean {
  return URL.parse(url, 'http://localhost')?.pathname === url.split('?')[0]
}

/** Counts a rendering for the visitor's network; false beyond the limit. */
function renderingLimit(app: FastifyInstance, isLimited: boolean): (request: FastifyRequest) => Promise<boolean> {
  const limits = isLimited ? limitsPerNetwork(app, RENDERINGS_PER_MINUTE) : []
  return async (request) => {
    for (const limit of limits) {
      const state = await limit(request)
      if (!state.isAllowed && state.isExceeded) return false
    }
    return true
  }
}

type Paths = { all: readonly string[]; rendered: readonly string[] }

/** The route patterns of the client's router, written by the build; every other address answers 404 with the shell. */
async function readPaths(file: string) {
  const { all, rendered } = JSON.parse(await readFile(file, 'utf8')) as Paths
  return { isKnown: matcher(all), isRendered: matcher(rendered) }
}

function matcher(patterns: readonly string[]): (path: string) => boolean {
  const known = patterns.map((pattern) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`))
  return (path) => known.some((pattern) => pattern.test(withoutLanguage(path)))
}

/** Each is compressed for its first reader: all of them together would delay the start by seconds. */
async function readPages(clientDir: string, origin: string): Promise<Map<string, () => Page>> {
  const found = new Map<string, () => Page>()
  for (const entry of await readdir(clientDir, { recursive: true })) {
    if (!entry.endsWith('.html')) continue
    const html = withOrigin(await readFile(join(clientDir, entry), 'utf8'), origin)
    let page: Page | undefined
    found.set(`/${relative('.', entry).split(sep).join('/')}`, () => (page ??= makeBuiltPage(html)))
  }
  return found
}
