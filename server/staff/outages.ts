/** An admin stops the deadlines of all open trades and disputes, and lets them run again with the time returned. */
import { randomUUID } from 'node:crypto'
import type { SystemCode } from '../../domain/chat/chat.ts'
import { DomainError } from '../../domain/errors.ts'
import type { NotificationEvent } from '../../domain/notifications/notifications.ts'
import { openStatuses } from '../db/open-statuses.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { allowTime } from '../db/time-limits.ts'
import { notify } from '../notifications/notify.ts'
import { findOutage } from '../http/outages/queries.ts'
import type { Viewer } from '../http/viewer.ts'
import { notifyParties } from '../trades/notify-parties.ts'
import type { MovedTrade } from '../trades/notify-parties.ts'
import { recordAction } from './record-action.ts'

const STATEMENT_SECONDS = 120
const LOCK_SECONDS = 30

/** Starts an outage. Refuses with `already_done` while one is open, and `staff_limit`. */
export async function startOutage(tx: Tx, viewer: Viewer, reason: string): Promise<void> {
  const id = randomUUID()
  await allowMoreTime(tx)
  await lockOpenTrades(tx)
  // recordAction waits for other admins' transactions, so the check after it sees an outage that one of them has started.
  const startId = await recordAction(tx, viewer, { action: 'start_outage', subject: id, reason })
  if (await findOutage(tx)) throw new DomainError('already_done')
  await sql`insert into outages (id, start_id) values (${id}, ${startId})`.execute(tx)
  const { rows } = await sql<MovedTrade>`
    select id, buyer_id, seller_id, status, version from trades
    where status in (${openStatuses}) order by id`.execute(tx)
  await notifyUsers(tx, rows, 'deadlines_stopped', 'outage_started')
}

/**
 * Ends the outage: a trigger moves every deadline that it stopped by its length, in this transaction. Refuses with `already_done`
 * where none is open, and `staff_limit`.
 */
export async function endOutage(tx: Tx, viewer: Viewer, reason: string): Promise<void> {
  const open = await findOutage(tx)
  if (!open) throw new DomainError('already_done')
  await allowMoreTime(tx)
  await lockOpenTrades(tx)
  const endId = await recordAction(tx, viewer, { action: 'end_outage', subject: open.id, reason })
  const ended = await sql`
    update outages set end_id = ${endId} where id = ${open.id} and end_id is null returning id`.execute(tx)
  if (ended.rows.length === 0) throw new DomainError('already_done')
  const { rows } = await sql<MovedTrade>`
    select t.id, t.buyer_id, t.seller_id, t.status, t.version from trades t
    where exists (select from trade_events e where e.trade_id = t.id and e.outage_id = ${open.id})
      or exists (select from dispute_events e where e.trade_id = t.id and e.outage_id = ${open.id})
    order by t.id`.execute(tx)
  await notifyUsers(tx, rows, 'deadlines_moved', 'outage_ended')
}

/** Each statement writes all open trades, and waits for the moves that are being made. */
function allowMoreTime(tx: Tx): Promise<void> {
  return allowTime(tx, STATEMENT_SECONDS, LOCK_SECONDS)
}

/** Called before `recordAction`: an arbiter's decision locks the trade first and the audit log second, and the other order would deadlock. */
async function lockOpenTrades(tx: Tx): Promise<void> {
  await sql`select lock_open_trades()`.execute(tx)
}

/** A system message in the chat of each trade, and one notification for each party. */
async function notifyUsers(tx: Tx, trades: MovedTrade[], code: SystemCode, event: NotificationEvent): Promise<void> {
  const parties = [...new Set(trades.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]))].toSorted()
  // All chats in the order of the trades, then all streams in that of the users: a message locks its chat first, and a stream last.
  const ids = trades.map(({ id }) => id)
  await sql`select from trade_chats where trade_id = any(${ids}::uuid[]) order by trade_id for no key update`.execute(
    tx,
  )
  await sql`select from user_streams where user_id = any(${parties}::uuid[]) order by user_id for no key update`.execute(
    tx,
  )
  for (const trade of trades) await notifyParties(tx, trade, code)
  for (const userId of parties) await notify(tx, { userId, event })
}
