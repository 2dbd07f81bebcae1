import type { QuickReply } from '../../../domain/api/chat/quick-replies.ts'
import { DomainError } from '../../../domain/errors.ts'
import { LIMITS } from '../../../domain/limits.ts'
import type { QuickReplyInput } from '../../../domain/chat/quick-replies.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'

/** Refuses with `quick_replies_limit`. The quick replies of one user are created one after the other. */
export async function createQuickReply(tx: Tx, userId: string, { title, text }: QuickReplyInput): Promise<QuickReply> {
  await sql`select from count_alone('quick replies', ${userId})`.execute(tx)
  const { rows: counted } = await sql<{ replies: number }>`
    select count(*)::int as replies from quick_replies where user_id = ${userId}`.execute(tx)
  const limit = LIMITS.quick_replies
  if ((counted[0]?.replies ?? 0) >= limit) throw new DomainError('quick_replies_limit', { values: { limit } })
  const { rows } = await sql<QuickReply>`
    insert into quick_replies (user_id, title, text) values (${userId}, ${title}, ${text})
    returning id, title, text`.execute(tx)
  return rows[0]!
}

/** Refuses with `not_found`. */
export async function editQuickReply(
  tx: Tx,
  userId: string,
  replyId: string,
  { title, text }: QuickReplyInput,
): Promise<QuickReply> {
  const { rows } = await sql<QuickReply>`
    update quick_replies set title = ${title}, text = ${text} where id = ${replyId} and user_id = ${userId}
    returning id, title, text`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  return rows[0]
}

/** Refuses with `not_found`. */
export async function deleteQuickReply(tx: Tx, userId: string, replyId: string): Promise<void> {
  const { rows } = await sql`
    delete from quick_replies where id = ${replyId} and user_id = ${userId} returning 1 as deleted`.execute(tx)
  if (rows.length === 0) throw new DomainError('not_found')
}
