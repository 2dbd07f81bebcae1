import type { OpenSession, SignInEntry } from '../../../domain/api/accounts/accounts.ts'
import { deviceOf } from '../../../domain/accounts/devices.ts'
import { LIMITS, LISTED } from '../../../domain/limits.ts'
import type { TeamRole } from '../../../domain/accounts/team-roles.ts'
import type { Db } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { avatarOf } from '../../http/pictures/avatar-of.ts'
import { EMAIL_REFUSED_AT } from '../../mail/queries.ts'
import { SEEN_EVERY_MINUTES } from './extend-session.ts'
import type { Viewer } from '../../http/viewer.ts'

type SessionHolder = Omit<Viewer, 'key' | 'member' | 'actingFor'> & {
  isStale: boolean
  ownerId: string | null
  ownerUsername: string | null
  ownerAvatar: string | null
  ownerIsVerified: boolean | null
  ownerSince: Date | null
  teamRoles: TeamRole[]
}

/**
 * The user of an open session, and the owner for whom it acts. A session that acts in a team which its user has left is none.
 * `isStale`: its last use was recorded some minutes ago.
 */
export async function findSession(db: Db, tokenHash: string): Promise<SessionHolder | null> {
  const { rows } = await sql<SessionHolder>`
    select u.id, u.username, ${avatarOf('u.id')} as avatar, a.email, u.email_verified as is_verified, ${EMAIL_REFUSED_AT} as email_refused_at, a.language,
      u.created_at as member_since, u.suspended_at,
      case when u.suspended_at is not null then (
        select reason from suspensions where user_id = u.id and restored_id is null) end as suspension_reason,
      s.id as session_id, s.token as token_hash, array(select role from staff_members where user_id = u.id order by role) as roles,
      s.updated_at < clock_timestamp() - make_interval(mins => ${sql.lit(SEEN_EVERY_MINUTES)}) as is_stale,
      o.id as owner_id, o.username as owner_username, case when o.id is not null then ${avatarOf('o.id')} end as owner_avatar,
      o.email_verified as owner_is_verified, o.created_at as owner_since,
      array(select role from team_member_roles where membership_id = m.id order by role) as team_roles
    from sessions s join users u on u.id = s.user_id join accounts a on a.user_id = u.id
      left join team_members m on m.owner_id = s.acting_for and m.member_id = s.user_id
        and m.accepted_at is not null and m.ended_at is null
      left join users o on o.id = m.owner_id
    where s.token = ${tokenHash} and s.expires_at > clock_timestamp() and s.acting_for is not distinct from m.owner_id`.execute(
    db,
  )
  return rows[0] ?? null
}

type SessionRow = { id: string; userAgent: string | null; isCurrent: boolean; createdAt: Date; updatedAt: Date }

/** The user's open sessions, the current one first, then by last use. */
export async function listSessions(db: Db, { id, sessionId }: Viewer): Promise<OpenSession[]> {
  const { rows } = await sql<SessionRow>`
    select id, user_agent, id = ${sessionId} as is_current, created_at, updated_at from sessions
    where user_id = ${id} and expires_at > clock_timestamp()
    order by is_current desc, updated_at desc, id limit ${sql.lit(LIMITS.sessions)}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    ...deviceOf(row.userAgent ?? ''),
    isCurrent: row.isCurrent,
    signedInAt: row.createdAt.toISOString(),
    lastSeenAt: row.updatedAt.toISOString(),
  }))
}

type SignInRow = Pick<SignInEntry, 'method' | 'outcome' | 'isNewDevice'> & { id: bigint; at: Date; userAgent: string }

/** The latest sign-ins to the account, refused ones included, newest first. */
export async function listSignIns(db: Db, userId: string): Promise<SignInEntry[]> {
  const { rows } = await sql<SignInRow>`
    select id, at, method, outcome, is_new_device, user_agent from sign_ins
    where user_id = ${userId} order by id desc limit ${sql.lit(LISTED.sign_ins)}`.execute(db)
  return rows.map(({ id, at, userAgent, ...row }) => ({
    ...row,
    ...deviceOf(userAgent),
    id: String(id),
    at: at.toISOString(),
  }))
}
