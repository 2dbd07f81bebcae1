/** Alerts are other users' actions in a user's trades, read from the user's own event stream. */
import type { Alert } from '../../domain/api.ts'
import type { SystemCode } from '../../domain/chat.ts'
import { DISPUTE_SYSTEM_CODES, UNREAD_CAP } from '../../domain/chat.ts'
import { LISTED } from '../../domain/limits.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Events that are searched for them: the user's own moves and messages lie between. */
const EVENTS_SEARCHED = 500
/** How much of a message is shown. */
const EXCERPT_LENGTH = 140

type AlertRow = Omit<Alert, 'seq' | 'at' | 'code'> & { seq: bigint; at: Date; code: SystemCode | null }

/** The latest fifty, newest first; events are kept for seven days. */
export async function listAlerts(db: DbOrTx, userId: string): Promise<Alert[]> {
  const { rows } = await sql<AlertRow>`
    select e.seq, e.kind, t.id as trade_id, other.username, e.at, (${IS_UNREAD}) as is_unread,
      case when e.kind = 'trade' then e.data #>> '{messages,0,systemCode}' end as code,
      case when e.kind = 'message' then e.data #>> '{messages,0,sender}' end as sender,
      case when e.kind = 'message' then left(e.data #>> '{messages,0,text}', ${sql.lit(EXCERPT_LENGTH)}) else '' end as text
    ${newsOf(userId)}
    order by e.seq desc limit ${sql.lit(LISTED.alerts)}`.execute(db)
  return rows.map((row) => ({ ...row, seq: Number(row.seq), at: row.at.toISOString() }))
}

/** The number of unread ones; one more than the badge can show means "more". */
export async function countUnread(db: DbOrTx, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select ${newsOf(userId)} and ${IS_UNREAD} limit ${sql.lit(UNREAD_CAP + 1)}) news`.execute(db)
  return rows[0]!.unread
}

const IS_UNREAD = sql`e.seq > seen.alerts_seen_seq`

/** Events of others: messages and moves of the counterparty, of the system and of the clock. */
function newsOf(userId: string) {
  return sql`
    from (select seq, kind, data, at from user_events where user_id = ${userId}
      order by seq desc limit ${sql.lit(EVENTS_SEARCHED)}) e
    join user_streams seen on seen.user_id = ${userId}
    join trades t on t.id = (e.data ->> 'tradeId')::uuid
    join users other on other.id = case when t.buyer_id = ${userId} then t.seller_id else t.buyer_id end
    where case e.kind
      when 'message' then e.data #>> '{messages,0,sender}' <> case when t.buyer_id = ${userId} then 'buyer' else 'seller' end
      when 'file' then false
      -- A dispute moves without its trade: its messages name who moved it.
      else case when e.data #>> '{messages,0,systemCode}' = any(${[...DISPUTE_SYSTEM_CODES]})
        then e.data #>> '{messages,0,systemCode}' not like '%_by_' || case when t.buyer_id = ${userId} then 'buyer' else 'seller' end
        else not exists (select from trade_events
          where trade_id = t.id and seq = (e.data ->> 'version')::int and actor_id = ${userId}) end end`
}
