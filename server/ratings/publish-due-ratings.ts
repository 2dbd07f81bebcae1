import type { Db } from '../db/pool.ts'
import { inTransaction, sql } from '../db/pool.ts'
import { marketChanged } from '../db/after-commit.ts'

const AT_MOST = 200

/** Publishes the ratings whose time is over: those of trades that one party rated. */
export async function publishDueRatings(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{
      ratingId: string
    }>`select rating_id from publish_due_ratings(${sql.lit(AT_MOST)})`.execute(tx)
    if (rows.length > 0) marketChanged(tx)
  })
}
