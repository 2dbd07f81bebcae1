import type { Viewer } from '../sessions/viewer.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/**
 * Confirming a receipt is irrevocable: above the amount the seller has set, it requires recent
 * re-authentication. Refuses with `reauthentication_required`; a caller who is not the seller is refused by the move itself.
 */
export async function requireReceiptAuthentication(tx: Tx, viewer: Viewer, tradeId: string): Promise<void> {
  const { rows } = await sql`
    select 1 as is_above from trades t join users u on u.id = t.seller_id
    where t.id = ${tradeId} and t.seller_id = ${viewer.id} and t.usdt_micro > u.confirm_above_micro`.execute(tx)
  if (rows.length > 0) await requireRecentAuthentication(viewer, tx)
}
