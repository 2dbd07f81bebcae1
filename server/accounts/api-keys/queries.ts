import type { ApiKey } from '../../../domain/api/accounts/api-keys.ts'
import type { Webhook } from '../../../domain/api/notifications/webhook-values.ts'
import type { KeyScope } from '../../../domain/accounts/api-keys.ts'
import { KEY_RELEASE_HOURS, KEY_START } from '../../../domain/accounts/api-keys.ts'
import { formatUsdt } from '../../../domain/money.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Db, DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { avatarOf } from '../../http/pictures/avatar-of.ts'
import { EMAIL_REFUSED_AT } from '../../mail/queries.ts'
import { SEEN_EVERY_MINUTES } from '../sessions/extend-session.ts'

type KeyRow = { id: string; name: string; prefix: string; scopes: KeyScope[]; isExpired: boolean } & WebhookRow &
  ReleaseRow & {
    createdAt: Date
    lastUsedAt: Date | null
    expiresAt: Date | null
  }

/** The user's keys, newest first, without their secrets. */
export async function listKeys(db: DbOrTx, userId: string): Promise<ApiKey[]> {
  const { rows } = await sql<KeyRow>`
    select k.id, k.name, k.prefix, k.scopes, k.created_at, k.last_used_at, k.expires_at,
      not is_key_valid(k.expires_at) as is_expired,
      k.release_micro_a_day, k.releases_a_day, lately.micro as released_micro, lately.trades as released_trades,
      w.url, w.created_at as set_at, w.last_success_at, w.failing_since, w.paused_at, w.pause_reason
    from api_keys k left join webhooks w on w.key_id = k.id, lateral (
      select coalesce(sum(usdt_micro), 0)::bigint as micro, count(*)::int as trades from key_releases
      where key_id = k.id and at > clock_timestamp() - make_interval(hours => ${sql.lit(KEY_RELEASE_HOURS)})) lately
    where k.user_id = ${userId} order by k.created_at desc, k.id`.execute(db)
  return rows.map(({ id, name, scopes, isExpired, prefix, createdAt, lastUsedAt, expiresAt, ...row }) => ({
    id,
    name,
    scopes,
    isExpired,
    shownStart: KEY_START + prefix,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    release: releaseOf(row),
    webhook: webhookOf(row),
  }))
}

/** The limits are null where the key may not release. */
type ReleaseRow = {
  releaseMicroADay: bigint | null
  releasesADay: number | null
  releasedMicro: bigint
  releasedTrades: number
}

function releaseOf(row: ReleaseRow): ApiKey['release'] {
  const { releaseMicroADay, releasesADay, releasedMicro, releasedTrades } = row
  if (releaseMicroADay === null || releasesADay === null) return null
  return {
    usdtADay: formatUsdt(releaseMicroADay),
    tradesADay: releasesADay,
    releasedUsdt: formatUsdt(releasedMicro),
    releasedTrades,
  }
}

/** All null where the key has no webhook. */
type WebhookRow = Pick<Webhook, 'pauseReason'> & { url: string | null } & Record<
    'setAt' | 'lastSuccessAt' | 'failingSince' | 'pausedAt',
    Date | null
  >

function webhookOf({ url, setAt, lastSuccessAt, failingSince, pausedAt, pauseReason }: WebhookRow): Webhook | null {
  if (url === null || setAt === null) return null
  return {
    url,
    createdAt: setAt.toISOString(),
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    pausedAt: pausedAt?.toISOString() ?? null,
    pauseReason,
  }
}

type KeyHolder = Omit<Viewer, 'key' | 'sessionId' | 'tokenHash' | 'roles' | 'actingFor' | 'member'> & {
  keyId: string
  scopes: KeyScope[]
  isStale: boolean
}

/** The user of a valid key. `isStale`: its last use was recorded some minutes ago, or never. */
export async function findKeyHolder(db: Db, hash: string): Promise<KeyHolder | null> {
  const { rows } = await sql<KeyHolder>`
    select u.id, u.username, ${avatarOf('u.id')} as avatar, a.email, u.email_verified as is_verified, ${EMAIL_REFUSED_AT} as email_refused_at, a.language,
      u.created_at as member_since, u.suspended_at,
      case when u.suspended_at is not null then (
        select reason from suspensions where user_id = u.id and restored_id is null) end as suspension_reason,
      k.id as key_id, k.scopes, coalesce(
        k.last_used_at < clock_timestamp() - make_interval(mins => ${sql.lit(SEEN_EVERY_MINUTES)}), true) as is_stale
    from api_keys k join users u on u.id = k.user_id join accounts a on a.user_id = u.id
    where k.hash = ${hash} and is_key_valid(k.expires_at)`.execute(db)
  return rows[0] ?? null
}
