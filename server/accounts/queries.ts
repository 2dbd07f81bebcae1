import type { Viewer } from '../context.ts'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Who a living session belongs to. `isStale`: it was last prolonged more than a day ago. */
export async function findSession(db: Db, tokenHash: string): Promise<(Viewer & { isStale: boolean }) | null> {
  const { rows } = await sql<Viewer & { isStale: boolean }>`
    select u.id, u.username, u.email, u.created_at as member_since, s.id as session_id,
      s.updated_at < clock_timestamp() - interval '1 day' as is_stale
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
