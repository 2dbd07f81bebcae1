import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { codeOf } from '../db/error-codes.ts'
import { migrationNames } from '../db/migrate.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { cached } from './cached.ts'

/** No rate limit covers these addresses, so all callers within a second share one look at the database. */
const FRESH_MS = 1000
/** A database that is frozen says nothing, and a probe gives up after some seconds. */
const SILENT_AFTER_MS = 3000
const UNDEFINED_TABLE = '42P01'

/** The reasons that /readyz gives, and whether the process can do its work in spite of them (docs/operations.md, "Probes"). */
export const READINESS_REASONS = {
  draining: { isReady: false },
  database_unreachable: { isReady: false },
  database_read_only: { isReady: false },
  migrations_pending: { isReady: false },
  // While a new version is rolled out, the processes of the old one must not all leave at the same moment.
  migrations_newer: { isReady: true },
  // Visitors read from the primary meanwhile.
  replica_not_used: { isReady: true },
} as const satisfies Record<string, { isReady: boolean }>
export type ReadinessReason = keyof typeof READINESS_REASONS

export type HealthServices = Pick<Context, 'db' | 'replica'> & {
  /** Whether the process was asked to stop, and serves on until the proxies in front know. */
  isDraining: () => boolean
}

/** /livez: the process answers. /readyz: it can do its work, by what the database answered within the last second. */
export async function healthRoutes(app: FastifyInstance, { db, replica, isDraining }: HealthServices): Promise<void> {
  const known = await migrationNames()
  const reasonsOfDatabase = cached(FRESH_MS, () => Promise.race([readReasons(db, known), silent()]))
  app.get('/livez', async () => ({ ok: true }))
  app.get('/readyz', async (_, reply) => {
    const reasons: ReadinessReason[] = [...(isDraining() ? ['draining' as const] : []), ...(await reasonsOfDatabase())]
    if (replica && !Number.isFinite(replica.lagSeconds())) reasons.push('replica_not_used')
    const ok = reasons.every((reason) => READINESS_REASONS[reason].isReady)
    return reply.code(ok ? 200 : 503).send({ ok, ...(reasons.length > 0 && { reasons }) })
  })
}

async function silent(): Promise<ReadinessReason[]> {
  await sleep(SILENT_AFTER_MS, undefined, { ref: false })
  return ['database_unreachable']
}

type State = { isReadOnly: boolean; applied: number; known: number }

async function readReasons(db: Db, migrations: readonly string[]): Promise<ReadinessReason[]> {
  try {
    // Read-only by a setting, by its disk, or as a replica that another primary has replaced.
    const { rows } = await sql<State>`
      select current_setting('transaction_read_only') = 'on' as is_read_only, count(*)::int as applied,
        count(*) filter (where name = any(${[...migrations]}::text[]))::int as known from migrations`.execute(db)
    const { isReadOnly, applied, known } = rows[0]!
    return [
      ...(isReadOnly ? ['database_read_only' as const] : []),
      ...(known < migrations.length ? ['migrations_pending' as const] : []),
      ...(applied > known ? ['migrations_newer' as const] : []),
    ]
  } catch (error) {
    return [codeOf(error) === UNDEFINED_TABLE ? 'migrations_pending' : 'database_unreachable']
  }
}
