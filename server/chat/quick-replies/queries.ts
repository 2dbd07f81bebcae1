/** The reads of quick replies. Row-level security shows a user their own rows only. */
import type { QuickReply } from '../../../domain/api/chat/quick-replies.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { DbOrTx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** The user's quick replies, the oldest first. */
export async function listQuickReplies(db: DbOrTx, userId: string): Promise<QuickReply[]> {
  const { rows } = await sql<QuickReply>`
    select id, title, text from quick_replies where user_id = ${userId}
    order by created_at, id limit ${sql.lit(LIMITS.quick_replies)}`.execute(db)
  return rows
}
