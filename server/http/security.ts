/** Response headers and request checks of every route. */
import cookies from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ENDPOINTS } from '../../domain/endpoints.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Config } from '../config.ts'
import { bearerOf } from './bearer.ts'
import { SAML_ACS_PATH } from './well-known-paths.ts'
import { readForwardedAddresses } from './forwarded-addresses.ts'
import { isApiCall } from './is-api-call.ts'
import { jsonBodies } from './json-bodies.ts'
import { limitConnections } from './limit-connections.ts'
import { limitRequests } from './limit-requests.ts'
import { headersOfAll, headersOfData, setHeadersEarly } from './security-headers.ts'
import { sessionCookie } from './cookies.ts'
import { redirectToCanonicalHost } from './canonical-host.ts'
import { isOwnAddress, refuseForeignHosts } from './own-host.ts'

/** Endpoints that take a multipart form with a file. */
const FORM_PATHS: ReadonlySet<string | undefined> = new Set(
  ENDPOINTS.flatMap(({ endpoint }) => (endpoint.form ? [endpoint.path] : [])),
)
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Call it on the root instance before anything else is registered. */
export async function security(app: FastifyInstance, config: Config): Promise<void> {
  setHeadersEarly(app.server, config)
  const [all, data] = [headersOfAll(config), headersOfData(config)]
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(isApiCall(request) ? data : all)
    // Node would refuse it before any header is set.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw new DomainError('invalid_json')
  })
  if (config.trustProxy !== false) readForwardedAddresses(app)
  redirectToCanonicalHost(app, config)
  refuseForeignHosts(app, config)
  await app.register(cookies)
  app.addHook('onRequest', async (request) => {
    // One credential per request: with an API key, cookies are ignored.
    if (bearerOf(request) !== null) request.cookies = {}
  })
  // A proxy's connections come from one address.
  if (config.requestsPerMinute > 0 && config.trustProxy === false) limitConnections(app.server)
  await limitRequests(app, config.requestsPerMinute)
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || request.routeOptions.url === SAML_ACS_PATH) return
    if (bearerOf(request) === null && !isFromOwnPages(request, config.publicUrl)) throw new DomainError('cross_site')
    if (isStrayForm(request)) throw new DomainError('unsupported_type', { values: { type: 'application/json' } })
  })
  jsonBodies(app)
}

/** Trusts only the proxies in front: the client itself can write the entries further left in X-Forwarded-For. */
export function proxyTrust({ trustProxy }: Pick<Config, 'trustProxy'>) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy
}

/**
 * CSRF protection. A browser names the origin of a request in Sec-Fetch-Site, or at least in Origin. A program sends
 * neither, and is accepted unless it sends a session cookie, which another site could have triggered.
 */
function isFromOwnPages(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  // Same-origin to the browser, and of a name that was made to resolve to this server.
  if (origin !== undefined && !isOwnAddress(origin, publicUrl)) return false
  if (site !== undefined) return site === 'same-origin'
  if (origin !== undefined) return origin === publicUrl || origin === `${request.protocol}://${host}`
  return sessionCookie.read(request, publicUrl) === null
}

/** Refuses multipart forms on endpoints that take none; the multipart parser would accept them on every route. */
function isStrayForm(request: FastifyRequest): boolean {
  const type = request.headers['content-type'] ?? ''
  return type.toLowerCase().startsWith('multipart/') && !FORM_PATHS.has(request.routeOptions.url)
}
