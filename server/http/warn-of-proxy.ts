import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/**
 * Warns once in a process when a request comes through a proxy that is not trusted: all its callers then count as one
 * address, whose limits strangers use up.
 */
export function warnOfProxy(app: FastifyInstance, { trustProxy }: Pick<Config, 'trustProxy'>): void {
  if (trustProxy !== false) return
  let isKnown = false
  app.addHook('onRequest', async (request) => {
    if (isKnown || request.headers['x-forwarded-for'] === undefined) return
    isKnown = true
    request.log.warn(
      'a request has the header X-Forwarded-For, and TRUST_PROXY is 0: behind a proxy, set TRUST_PROXY to the number of proxies in front, or to their networks, and let the proxy set the header',
    )
  })
}
