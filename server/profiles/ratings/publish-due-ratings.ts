import { marketChanged } from '../../db/after-commit.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { notify } from '../../notifications/notify.ts'

const AT_MOST = 200

type Published = { tradeId: string; userId: string }

/** Publishes the single ratings of trades that can no longer be rated. */
export async function publishDueRatings(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<Published>`
      select of_trade as trade_id, of_user as user_id from publish_due_ratings(${sql.lit(AT_MOST)})
      order by of_user`.execute(tx)
    if (rows.length > 0) marketChanged(tx)
    for (const { tradeId, userId } of rows) await notify(tx, { userId, event: 'rating_received', tradeId })
  })
}
