import { isIP } from 'node:net'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { isOwnAddress } from '../http/own-host.ts'
import { OperatorError } from '../setting-values.ts'
import { listenRefusal } from '../start-refusal.ts'
import type { Metrics } from './metrics.ts'

/**
 * Answers `GET /metrics` on a port of its own, and nothing else; by an IP address, `localhost` or METRICS_HOST only, so that no page
 * can read it under a name that it makes resolve to this machine. Throws where it cannot listen there.
 */
export async function serveMetrics(
  metrics: Metrics,
  { metricsHost: host, metricsPort }: Pick<Config, 'metricsHost' | 'metricsPort'>,
): Promise<FastifyInstance> {
  const port = metricsPort ?? 0
  const app = Fastify({ exposeHeadRoutes: false, forceCloseConnections: true })
  app.addHook('onRequest', async ({ host: asked }, reply) => {
    if (!isOwnHost(asked, host)) return reply.code(421).send()
    return undefined
  })
  app.get('/metrics', async (_, reply) => reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await metrics.read()))
  await app.listen({ port, host }).catch((error: unknown) => {
    throw new OperatorError(listenRefusal(error, { host, port }, 'METRICS_'), { cause: error })
  })
  return app
}

/** HTTP/1.0 knows no Host, and no browser speaks it. */
export function isOwnHost(asked: string, host: string): boolean {
  return asked === '' || isOwnAddress(`http://${asked}`, `http://${isIP(host) === 6 ? `[${host}]` : host}`)
}
