import { getAvatar } from '../../domain/api.ts'
import { sql } from '../db/pool.ts'

const ADDRESS = getAvatar.path.replace(':avatarId', '')

/**
 * The address of a person's picture, null without one, as a column beside their name. One look into an index that holds
 * all it asks for; a subquery and not a join, so that no other plan is ever chosen. `userId` names a column: "u.id".
 */
export function avatarOf(userId: string) {
  return sql<string | null>`(select ${sql.lit(ADDRESS)} || a.id from avatars a where a.user_id = ${sql.ref(userId)})`
}
