import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { OperatorError } from '../setting-values.ts'
import { listenRefusal } from '../start-refusal.ts'
import type { Metrics } from './metrics.ts'

/** Answers `GET /metrics` on a port of its own, and nothing else. Throws where it cannot listen there. */
export async function serveMetrics(
  metrics: Metrics,
  { metricsHost: host, metricsPort }: Pick<Config, 'metricsHost' | 'metricsPort'>,
): Promise<FastifyInstance> {
  const port = metricsPort ?? 0
  const app = Fastify({ exposeHeadRoutes: false, forceCloseConnections: true })
  app.get('/metrics', async (_, reply) => reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await metrics.read()))
  await app.listen({ port, host }).catch((error: unknown) => {
    throw new OperatorError(listenRefusal(error, { host, port }, 'METRICS_'), { cause: error })
  })
  return app
}
