/** Purges records after their retention period (domain/accounts/privacy.ts; spec-coverage 2 Static). The database has the periods too, and refuses to purge earlier. */
import type { Db, Tx } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import { eachInTurn, inBatches } from './batches.ts'

/**
 * Chats with their pictures, then trades with their ledger and quotes, then deleted offers and users that no row refers to,
 * and quotes that were not used within a day, and reports; the payment details and the payers' names of trades that ended 30 days ago are erased, and the
 * codes of meetings of all that ended. Each function with its batch size: messages, trades, offers and users, quotes, reports, details,
 * names, codes.
 */
const PURGES = [
  ['purge_messages', 500],
  ['purge_trades', 100],
  ['purge_deleted_offers_and_users', 100],
  ['purge_unused_quotes', 5000],
  ['purge_reports', 500],
  ['erase_payment_details', 500],
  ['erase_payer_names', 500],
  ['erase_meeting_codes', 500],
] as const

export async function purgeRecords(db: Db): Promise<void> {
  await eachInTurn(
    PURGES,
    ([purge]) => purge,
    ([purge, batchSize]) => inBatches(batchSize, (atMost) => inTransaction(db, (tx) => callOnce(tx, purge, atMost))),
  )
}

async function callOnce(tx: Tx, purge: (typeof PURGES)[number][0], atMost: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${sql.ref(purge)}(${sql.lit(atMost)}) as count`.execute(tx)
  return rows[0]!.count
}
