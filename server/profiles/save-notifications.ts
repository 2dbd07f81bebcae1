import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { updateAccount } from '../users/update-account.ts'

/** Stores whether moves of the user's trades by the counterparty, and expiry, are mailed (spec-coverage 2 Profile). */
export async function saveNotifications(tx: Tx, userId: string, tradeUpdates: boolean): Promise<void> {
  await updateAccount(tx, userId, sql`wants_trade_updates = ${tradeUpdates}`)
}
