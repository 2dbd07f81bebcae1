import type { FastifyInstance } from 'fastify'

/**
 * Warns once in a process when a request comes through a proxy that is not trusted: all its callers then count as one
 * address, whose limits strangers use up.
 */
export function warnOfProxy(app: FastifyInstance, { trustProxy }: { trustProxy: boolean }): void {
  if (trustProxy) return
  let isKnown = false
  app.addHook('onRequest', async (request) => {
    if (isKnown || request.headers['x-forwarded-for'] === undefined) return
    isKnown = true
    request.log.warn(
      'a request has the header X-Forwarded-For, and TRUST_PROXY is 0: behind a proxy, set TRUST_PROXY=1 and let the proxy set the header',
    )
  })
}
