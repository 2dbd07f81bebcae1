import type { OpenSession } from '../../domain/api.ts'
import { deviceOf } from '../../domain/devices.ts'
import type { Viewer } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** A session's last use is noted at most this often. */
export const SEEN_EVERY_MINUTES = 5

/** Who a living session belongs to. `isStale`: its last use was noted some minutes ago. */
export async function findSession(db: Db, tokenHash: string): Promise<(Viewer & { isStale: boolean }) | null> {
  const { rows } = await sql<Viewer & { isStale: boolean }>`
    select u.id, u.username, u.email, u.language, u.created_at as member_since, s.id as session_id,
      s.updated_at < clock_timestamp() - make_interval(mins => ${sql.lit(SEEN_EVERY_MINUTES)}) as is_stale
    from sessions s join users u on u.id = s.user_id
    where s.token = ${tokenHash} and s.expires_at > clock_timestamp()`.execute(db)
  return rows[0] ?? null
}

export type Registration = { userId: string; username: string; email: string; passwordHash: string }

/** The account that was registered with this Idempotency-Key. */
export async function findRegistration(db: Db, key: string): Promise<Registration | null> {
  const { rows } = await sql<Registration>`
    select u.id as user_id, u.username, u.email, i.password as password_hash
    from users u join identities i on i.user_id = u.id and i.provider_id = 'credential'
    where u.registration_key = ${key}`.execute(db)
  return rows[0] ?? null
}

/** The stored hash of the person's password, null for somebody without one. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`
    select password from identities where user_id = ${userId} and provider_id = 'credential'`.execute(db)
  return rows[0]?.password ?? null
}

type SessionRow = { id: string; userAgent: string | null; isCurrent: boolean; createdAt: Date; updatedAt: Date }

/** The living sessions of a person, the current one first, then by last use. */
export async function listSessions(db: Db, { id, sessionId }: Viewer): Promise<OpenSession[]> {
  const { rows } = await sql<SessionRow>`
    select id, user_agent, id = ${sessionId} as is_current, created_at, updated_at from sessions
    where user_id = ${id} and expires_at > clock_timestamp()
    order by is_current desc, updated_at desc, id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    ...deviceOf(row.userAgent ?? ''),
    isCurrent: row.isCurrent,
    signedInAt: row.createdAt.toISOString(),
    lastSeenAt: row.updatedAt.toISOString(),
  }))
}
