/** Records whose time is over go (domain/privacy.ts; spec section 2, Privacy). The periods stand in the database, which lets nothing younger go. */
import type { Db, Tx } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'

/** So much at once that no statement runs for long. */
const A_BATCH = 100
/** The rest waits for the next sweep. */
const BATCHES = 20

type Forgetting = 'forget_old_messages' | 'forget_old_trades' | 'forget_old_leavings'

/** Chats with their pictures, then trades with their ledger, then deleted offers and accounts that nothing refers to any more. */
export async function forgetRecords(db: Db): Promise<void> {
  await inBatches(db, 'forget_old_messages')
  await inBatches(db, 'forget_old_trades')
  await inBatches(db, 'forget_old_leavings')
}

async function inBatches(db: Db, forget: Forgetting): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch++) {
    const count = await inTransaction(db, (tx) => callOnce(tx, forget))
    if (count < A_BATCH) return
  }
}

async function callOnce(tx: Tx, forget: Forgetting): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${sql.ref(forget)}(${sql.lit(A_BATCH)}) as count`.execute(tx)
  return rows[0]!.count
}
