import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { cached } from './cached.ts'

/** No rate limit covers these addresses, so all callers within a second share one look at the database. */
const FRESH_MS = 1000

/** /livez: the process answers. /readyz: its database answered within the last second. */
export function healthRoutes(app: FastifyInstance, { db }: Pick<Context, 'db'>): void {
  const isReady = cached(FRESH_MS, () => isDatabaseReady(db))
  app.get('/livez', async () => ({ ok: true }))
  app.get('/readyz', async (_, reply) => ((await isReady()) ? { ok: true } : reply.code(503).send({ ok: false })))
}

async function isDatabaseReady(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}
