import type { ApiKey } from '../../domain/api.ts'
import type { KeyScope } from '../../domain/api-keys.ts'
import { KEY_START } from '../../domain/api-keys.ts'
import type { Viewer } from '../sessions/viewer.ts'
import type { Db, DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { avatarOf } from '../pictures/avatar-of.ts'
import { SEEN_EVERY_MINUTES } from '../sessions/extend-session.ts'

type KeyRow = { id: string; name: string; prefix: string; scopes: KeyScope[]; isExpired: boolean } & {
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
}

/** The user's keys, newest first, without their secrets. */
export async function listKeys(db: DbOrTx, userId: string): Promise<ApiKey[]> {
  const { rows } = await sql<KeyRow>`
    select id, name, prefix, scopes, created_at, last_used_at, expires_at,
      coalesce(expires_at <= clock_timestamp(), false) as is_expired
    from api_keys where user_id = ${userId} order by created_at desc, id`.execute(db)
  return rows.map(({ prefix, createdAt, lastUsedAt, expiresAt, ...row }) => ({
    ...row,
    shownStart: KEY_START + prefix,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }))
}

type KeyHolder = Omit<Viewer, 'key' | 'sessionId' | 'tokenHash' | 'roles' | 'actingFor' | 'member'> & {
  keyId: string
  scopes: KeyScope[]
  isStale: boolean
}

/** The user of a valid key. `isStale`: its last use was recorded some minutes ago, or never. */
export async function findKeyHolder(db: Db, hash: string): Promise<KeyHolder | null> {
  const { rows } = await sql<KeyHolder>`
    select u.id, u.username, ${avatarOf('u.id')} as avatar, a.email, u.email_verified as is_verified, a.language,
      u.created_at as member_since, u.suspended_at,
      case when u.suspended_at is not null then (
        select reason from suspensions where user_id = u.id and restored_id is null) end as suspension_reason,
      k.id as key_id, k.scopes, coalesce(
        k.last_used_at < clock_timestamp() - make_interval(mins => ${sql.lit(SEEN_EVERY_MINUTES)}), true) as is_stale
    from api_keys k join users u on u.id = k.user_id join accounts a on a.user_id = u.id
    where k.hash = ${hash} and coalesce(k.expires_at > clock_timestamp(), true)`.execute(db)
  return rows[0] ?? null
}
