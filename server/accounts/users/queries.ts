import { usernameSkeleton } from '../../../domain/accounts/usernames.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Language } from '../../../domain/languages.ts'
import { USERNAME_CHANGE_DAYS } from '../../../domain/profiles/profiles.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** What mail about an account needs to know of its user. A deleted user has none. */
export type UserContact = { userId: string; username: string; email: string; isVerified: boolean; language: Language }

export async function findUserByEmail(db: DbOrTx, email: string): Promise<UserContact | null> {
  const { rows } = await sql<UserContact>`
    select u.id as user_id, u.username, a.email, u.email_verified as is_verified, a.language
    from accounts a join users u on u.id = a.user_id where a.email = ${email}`.execute(db)
  return rows[0] ?? null
}

export async function findUserById(db: DbOrTx, userId: string): Promise<UserContact | null> {
  const { rows } = await sql<UserContact>`
    select u.id as user_id, u.username, a.email, u.email_verified as is_verified, a.language
    from accounts a join users u on u.id = a.user_id where a.user_id = ${userId}`.execute(db)
  return rows[0] ?? null
}

/** The user with exactly this name; `not_found` where there is none, or the account was deleted. */
export async function getUserIdByName(db: DbOrTx, username: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from users where username = ${username} and deleted_at is null`.execute(db)
  if (!rows[0]) throw new DomainError('not_found')
  return rows[0].id
}

/** Where mail to a user goes, and in which language. */
export type Recipient = { userId: string; to: string; language: Language }

export async function getRecipient(db: DbOrTx, userId: string): Promise<Recipient> {
  const { rows } = await sql<Recipient>`
    select user_id, email as to, language from accounts where user_id = ${userId}`.execute(db)
  if (!rows[0]) throw new Error('the recipient of a mail does not exist')
  return rows[0]
}

/** Whether a new account may have this name: no user has one that looks like it, or gave one up within a year. */
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
