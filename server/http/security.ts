/** What every answer carries and what no request gets past (reliability: web and API hardening). */
import cookies from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { changeAvatar, sendImage } from '../../domain/api.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Config } from '../config.ts'
import { bearerOf } from './bearer.ts'
import { SAML_ACS_PATH } from './well-known-paths.ts'
import { isApiCall } from './is-api-call.ts'
import { jsonBodies } from './json-bodies.ts'
import { limitRequests } from './limit-requests.ts'
import { sessionCookie } from './cookies.ts'

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
}
/** One year. */
const HSTS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
/** Data, never a page. The pages bring their own policy. */
const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}
/** The calls that take a form with a file. */
const FORM_PATHS: ReadonlySet<string | undefined> = new Set([sendImage.path, changeAvatar.path])
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Call it on the root instance before anything else is registered. */
export async function security(app: FastifyInstance, config: Config): Promise<void> {
  const always = config.publicUrl.startsWith('https:') ? { ...HEADERS, ...HSTS } : HEADERS
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(isApiCall(request) ? { ...always, ...API_HEADERS } : always)
  })
  await app.register(cookies)
  app.addHook('onRequest', async (request) => {
    // One caller, one credential: with a key, whatever cookies come along are nobody's.
    if (bearerOf(request) !== null) request.cookies = {}
  })
  await limitRequests(app, config.requestsPerMinute)
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || request.routeOptions.url === SAML_ACS_PATH) return
    if (bearerOf(request) === null && !isFromOwnPages(request, config.publicUrl)) throw new DomainError('cross_site')
    if (isStrayForm(request)) throw new DomainError('unsupported_type', { values: { type: 'application/json' } })
  })
  jsonBodies(app)
}

/**
 * A browser says where a request comes from: in Sec-Fetch-Site, or at least in Origin. A program says neither,
 * and is let through as long as it brings no session that another site could have borrowed.
 */
function isFromOwnPages(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site === 'same-origin'
  if (origin !== undefined) return origin === publicUrl || origin === `${request.protocol}://${host}`
  return sessionCookie.read(request, publicUrl) === null
}

/** Forms with files are for the calls that take them; the multipart parser itself takes them everywhere. */
function isStrayForm(request: FastifyRequest): boolean {
  const type = request.headers['content-type'] ?? ''
  return type.toLowerCase().startsWith('multipart/') && !FORM_PATHS.has(request.routeOptions.url)
}
