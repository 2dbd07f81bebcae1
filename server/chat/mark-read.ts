import type { ReadMarks } from '../../domain/api/chat/chat.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { emit } from '../notifications/live/emit.ts'
import { partyOf } from '../trades/queries.ts'
import { getReadMarks } from './queries.ts'

/**
 * Marks the messages up to `seq` as read by the viewer's side, and notifies the pages of both sides. A mark never goes back, nor
 * beyond the last message. Refuses with `not_found` for users other than the two parties.
 */
export async function markMessagesRead(tx: Tx, tradeId: string, viewerId: string, seq: number): Promise<ReadMarks> {
  const { role, buyerId, sellerId } = await partyOf(tx, tradeId, viewerId)
  const mark = sql.ref(`${role}_read_seq`)
  const { rows } = await sql<ReadMarks>`
    update trade_chats set ${mark} = least(${seq}::bigint, last_seq)
    where trade_id = ${tradeId} and ${mark} < least(${seq}::bigint, last_seq)
    returning buyer_read_seq as buyer, seller_read_seq as seller`.execute(tx)
  if (!rows[0]) return getReadMarks(tx, tradeId)
  await emit(tx, [buyerId, sellerId], { kind: 'read', data: { tradeId, messages: [], read: rows[0] } })
  return rows[0]
}
