/** All reads of profiles. */
import type { Profile } from '../../domain/api/profiles/profiles.ts'
import type { TraderPage } from '../../domain/api/profiles/traders.ts'
import { DomainError } from '../../domain/errors.ts'
import { USERNAME_CHANGE_DAYS } from '../../domain/profiles/profiles.ts'
import { ratingOf } from '../../domain/profiles/ratings.ts'
import type { DbOrTx, Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { avatarOf } from '../http/pictures/avatar-of.ts'
import { readMethodRecords, readReputation } from './reputation.ts'

type ProfileRow = Omit<Profile, 'memberSince' | 'rating' | 'usernameChangeableAt'> & {
  memberSince: Date
  ratingCount: number
  ratingStars: number
  usernameChangeableAt: Date | null
}

const CHANGEABLE_AT = sql`
  case when last_username_change > clock_timestamp() - make_interval(days => ${sql.lit(USERNAME_CHANGE_DAYS)})
    then last_username_change + make_interval(days => ${sql.lit(USERNAME_CHANGE_DAYS)}) end as username_changeable_at`

/** The profile of a signed-in user. */
export async function getProfile(db: DbOrTx, userId: string): Promise<Profile> {
  const { rows } = await sql<ProfileRow>`
    select u.username, ${avatarOf('u.id')} as avatar, a.email, u.email_verified as is_verified, u.created_at as member_since,
      u.completed_trades, u.rating_count, u.rating_stars, u.bio, u.location, a.language, ${CHANGEABLE_AT}
    from users u join accounts a on a.user_id = u.id where u.id = ${userId}`.execute(db)
  const { memberSince, ratingCount, ratingStars, usernameChangeableAt, ...row } = rows[0]!
  return {
    ...row,
    rating: ratingOf({ ratingCount, ratingStars }),
    memberSince: memberSince.toISOString(),
    usernameChangeableAt: usernameChangeableAt?.toISOString() ?? null,
  }
}

/** A trader's public page; `not_found` where no user has exactly this name, or the account was deleted. */
export async function getTrader(db: DbOrTx, username: string): Promise<TraderPage> {
  const { rows } = await sql<Omit<TraderPage, 'reputation' | 'methods'> & { id: string }>`
    select id, username, ${avatarOf('users.id')} as avatar, email_verified as is_verified, is_demo, bio, location from users
    where username = ${username} and deleted_at is null`.execute(db)
  if (!rows[0]) throw new DomainError('not_found')
  const { id, ...trader } = rows[0]
  return { ...trader, reputation: await readReputation(db, id), methods: await readMethodRecords(db, id) }
}

/** The image, WebP; `not_found` once it was replaced or removed. */
export async function getAvatar(db: DbOrTx, avatarId: string): Promise<Buffer> {
  const { rows } = await sql<{ bytes: Buffer }>`select bytes from avatars where id = ${avatarId}`.execute(db)
  if (!rows[0]) throw new DomainError('not_found')
  return rows[0].bytes
}

/** Locks the user's name until the end of the transaction, so that concurrent changes wait. */
export async function lockUsername(
  tx: Tx,
  userId: string,
): Promise<{ username: string; usernameChangeableAt: Date | null }> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  const { rows } = await sql<{ username: string; usernameChangeableAt: Date | null }>`
    select username, ${CHANGEABLE_AT} from users join accounts on user_id = id where id = ${userId}`.execute(tx)
  return rows[0]!
}
