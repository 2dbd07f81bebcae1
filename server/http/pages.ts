/**
 * Serves the built pages: a prerendered page where there is one, else the app shell in the language of the address, each
 * with its own CSP.
 */
import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { namedIn, prefixOf, SOURCE_LANGUAGE } from '../../domain/languages.ts'

const SHELL = '__spa-fallback.html'
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  vary: 'accept-encoding',
}

type Page = { html: Buffer; brotli: Buffer; policy: string }

/** Reads every page of `clientDir` once; assets are sent from disk with their precompressed copies. */
export async function pages(app: FastifyInstance, clientDir: string): Promise<void> {
  const all = await readPages(clientDir)
  const shell = all.get(`/${SHELL}`)
  if (!shell) throw new Error(`no ${SHELL} in ${clientDir}: build the client first`)
  const shellFor = (path: string) => all.get(`${prefixOf(namedIn(path) ?? SOURCE_LANGUAGE)}/${SHELL}`) ?? shell
  const isKnown = await knownPaths(join(clientDir, '../paths.json'))

  await app.register(fastifyStatic, {
    root: clientDir,
    wildcard: false,
    preCompressed: true,
    index: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes(`${sep}assets${sep}`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', async (request, reply) => {
    const path = decodeURI(request.url.split('?')[0] ?? '/').replace(/(.)\/$/, '$1')
    const page = all.get(path === '/' ? '/index.html' : `${path}/index.html`) ?? shellFor(path)
    return reply
      .code(isKnown(path) ? 200 : 404)
      .headers(PAGE_HEADERS)
      .header('content-security-policy', page.policy)
      .headers(takesBrotli(request) ? { 'content-encoding': 'br' } : {})
      .send(takesBrotli(request) ? page.brotli : page.html)
  })
}

/** The route patterns of the client's router, written by the build; every other address answers 404 with the same page. */
async function knownPaths(file: string): Promise<(path: string) => boolean> {
  const patterns = JSON.parse(await readFile(file, 'utf8')) as string[]
  const known = patterns.map((pattern) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`))
  return (path) => known.some((pattern) => pattern.test(path))
}

function takesBrotli(request: FastifyRequest): boolean {
  return /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
}

async function readPages(clientDir: string): Promise<Map<string, Page>> {
  const found = new Map<string, Page>()
  for (const entry of await readdir(clientDir, { recursive: true })) {
    if (!entry.endsWith('.html')) continue
    const [html, brotli] = await Promise.all([
      readFile(join(clientDir, entry)),
      readFile(join(clientDir, `${entry}.br`)),
    ])
    found.set(`/${relative('.', entry).split(sep).join('/')}`, { html, brotli, policy: policyFor(html.toString()) })
  }
  return found
}

/** Only the inline scripts of the build are allowed, each by its hash, and no inline style: scripts set styles by property. */
function policyFor(html: string): string {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  const hashes = new Set(
    scripts.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
  )
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // No script may turn a string into HTML or into a script, but for what web/trusted-types.ts lets React do.
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
}
