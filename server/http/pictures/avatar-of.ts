import { getAvatar } from '../../../domain/api/profiles/avatars.ts'
import { sql } from '../../db/pool.ts'

const ADDRESS = getAvatar.path.replace(':avatarId', '')

/**
 * The URL of a user's picture, null without one, as a column beside their name. One lookup in a covering index;
 * a subquery and not a join, so that the query's plan stays the same. `userId` names a column: "u.id".
 */
export function avatarOf(userId: string) {
  return sql<string | null>`(select ${sql.lit(ADDRESS)} || a.id from avatars a where a.user_id = ${sql.ref(userId)})`
}
