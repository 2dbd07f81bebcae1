import { usernameSkeleton } from '../../domain/accounts.ts'
import type { OpenSession, SignInEntry } from '../../domain/api.ts'
import { deviceOf } from '../../domain/devices.ts'
import type { Language } from '../../domain/languages.ts'
import { USERNAME_CHANGE_DAYS } from '../../domain/profiles.ts'
import type { Viewer } from '../context.ts'
import type { Db, DbOrTx, Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { avatarOf } from '../pictures/avatar-of.ts'

/** A session's last use is noted at most this often. */
export const SEEN_EVERY_MINUTES = 5

type SessionHolder = Omit<Viewer, 'key'> & { isStale: boolean }

/** Who a living session belongs to. `isStale`: its last use was noted some minutes ago. */
export async function findSession(db: Db, tokenHash: string): Promise<SessionHolder | null> {
  const { rows } = await sql<SessionHolder>`
    select u.id, u.username, ${avatarOf('u.id')} as avatar, u.email, u.email_verified as is_verified, u.language,
      u.created_at as member_since,
      s.id as session_id, s.token as token_hash, array(select role from staff_members where user_id = u.id order by role) as roles,
      s.updated_at < clock_timestamp() - make_interval(mins => ${sql.lit(SEEN_EVERY_MINUTES)}) as is_stale
    from sessions s join users u on u.id = s.user_id
    where s.token = ${tokenHash} and s.expires_at > clock_timestamp()`.execute(db)
  return rows[0] ?? null
}

/** Who signs in with this e-mail, and the hash their password is compared with. */
export async function findCredentials(db: Db, email: string): Promise<{ userId: string; hash: string | null } | null> {
  const { rows } = await sql<{ userId: string; hash: string | null }>`
    select u.id as user_id, i.password as hash
    from users u left join identities i on i.user_id = u.id and i.provider_id = 'credential'
    where u.email = ${email}`.execute(db)
  return rows[0] ?? null
}

/** Whether this is the person's password still; it stays so to the end of the transaction. */
export async function holdPassword(tx: Tx, userId: string, hash: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 as held from identities
    where user_id = ${userId} and provider_id = 'credential' and password = ${hash} for share`.execute(tx)
  return rows.length > 0
}

/** Who mail about an account goes to. */
export type Recipient = { userId: string; username: string; email: string; isVerified: boolean; language: Language }

export async function findByEmail(db: DbOrTx, email: string): Promise<Recipient | null> {
  const { rows } = await sql<Recipient>`
    select id as user_id, username, email, email_verified as is_verified, language
    from users where email = ${email}`.execute(db)
  return rows[0] ?? null
}

export async function findById(db: DbOrTx, userId: string): Promise<Recipient | null> {
  const { rows } = await sql<Recipient>`
    select id as user_id, username, email, email_verified as is_verified, language
    from users where id = ${userId}`.execute(db)
  return rows[0] ?? null
}

/** Whether a new account may have this name: nobody has one that looks like it, nor has lately given one up. */
export async function isUsernameFree(db: DbOrTx, username: string): Promise<boolean> {
  const skeleton = usernameSkeleton(username)
  const { rows } = await sql`
    select 1 as taken from users where username_skeleton = ${skeleton}
    union all
    select 1 from freed_usernames
    where skeleton = ${skeleton} and freed_at > clock_timestamp() - make_interval(days => ${sql.lit(USERNAME_CHANGE_DAYS)})
    limit 1`.execute(db)
  return rows.length === 0
}

/** Whether somebody, other than `exceptId`, may still take this address back: until then it is nobody else's to have. */
export async function isHeldByUndo(db: DbOrTx, email: string, exceptId: string | null = null): Promise<boolean> {
  const { rows } = await sql`
    select 1 as held from one_time_tokens
    where purpose = 'undo_email_change' and value ->> 'oldEmail' = ${email} and user_id is distinct from ${exceptId}
      and expires_at > clock_timestamp()
    limit 1`.execute(db)
  return rows.length > 0
}

/** The stored hash of the person's password, null for somebody without one. */
export async function findPasswordHash(db: DbOrTx, userId: string): Promise<string | null> {
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

type SignInRow = Pick<SignInEntry, 'method' | 'outcome' | 'isNewDevice'> & { id: bigint; at: Date; userAgent: string }

const HISTORY_LENGTH = 50

/** The latest sign-ins of a person and what was refused, newest first. */
export async function listSignIns(db: Db, userId: string): Promise<SignInEntry[]> {
  const { rows } = await sql<SignInRow>`
    select id, at, method, outcome, is_new_device, user_agent from sign_ins
    where user_id = ${userId} order by id desc limit ${HISTORY_LENGTH}`.execute(db)
  return rows.map(({ id, at, userAgent, ...row }) => ({
    ...row,
    ...deviceOf(userAgent),
    id: String(id),
    at: at.toISOString(),
  }))
}
