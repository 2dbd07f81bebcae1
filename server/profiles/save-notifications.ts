import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Stores whether moves of the user's trades count as unread alerts (spec-coverage 2 Profile). */
export async function saveNotifications(tx: Tx, userId: string, tradeUpdates: boolean): Promise<void> {
  await sql`
    update users set wants_trade_updates = ${tradeUpdates}
    where id = ${userId}`.execute(tx)
}
