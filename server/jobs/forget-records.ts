/** Records whose time is over go (domain/privacy.ts; spec-coverage 2 Static). The periods stand in the database, which lets nothing younger go. */
import type { Db, Tx } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import { eachInTurn, inBatches } from './batches.ts'

/**
 * Chats with their pictures, then trades with their ledger and quotes, then deleted offers and accounts that nothing refers
 * to any more; and quotes that nobody used within a day. Each by its function, so many at once: messages, trades, people
 * and offers, quotes.
 */
const FORGETTING = [
  ['purge_messages', 500],
  ['purge_trades', 100],
  ['purge_deleted_offers_and_users', 100],
  ['purge_unused_quotes', 5000],
] as const

export async function purgeRecords(db: Db): Promise<void> {
  await eachInTurn(FORGETTING, ([forget, aBatch]) =>
    inBatches(aBatch, (atMost) => inTransaction(db, (tx) => callOnce(tx, forget, atMost))),
  )
}

async function callOnce(tx: Tx, forget: (typeof FORGETTING)[number][0], atMost: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${sql.ref(forget)}(${sql.lit(atMost)}) as count`.execute(tx)
  return rows[0]!.count
}
