import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { sql } from '../db/pool.ts'

/** /livez: the process answers. /readyz: its database answers. */
export function healthRoutes(app: FastifyInstance, { db }: Context): void {
  app.get('/livez', async () => ({ ok: true }))
  app.get('/readyz', async (_, reply) => {
    try {
      await sql`select 1`.execute(db)
      return { ok: true }
    } catch {
      return reply.code(503).send({ ok: false })
    }
  })
}
