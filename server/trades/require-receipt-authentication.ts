import type { Viewer } from '../sessions/viewer.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/**
 * Confirming a receipt gives USDT away for good: above the amount the seller has set, it asks for a fresh proof of who they
 * are. Refuses with `reauthentication_required`; whoever is not the seller is left to the move itself to refuse.
 */
export async function requireReceiptAuthentication(tx: Tx, viewer: Viewer, tradeId: string): Promise<void> {
  const { rows } = await sql`
    select 1 as is_above from trades t join users u on u.id = t.seller_id
    where t.id = ${tradeId} and t.seller_id = ${viewer.id} and t.usdt_micro > u.confirm_above_micro`.execute(tx)
  if (rows.length > 0) await requireRecentAuthentication(viewer, tx)
}
