import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { notify } from '../notifications/notify.ts'

/** Notifies the owner of an offer of which a new trade leaves less USDT than its smallest trade needs at the trade's price. */
export async function notifyIfSoldOut(tx: Tx, tradeId: string): Promise<void> {
  const { rows } = await sql<{ ownerId: string; offerId: string }>`
    select o.owner_id, o.id as offer_id
    from trades t join offers o on o.id = t.offer_id
    where t.id = ${tradeId} and o.inventory_micro is not null
      and (o.inventory_micro - o.reserved_micro)::numeric * t.fiat_milli < o.min_milli::numeric * t.usdt_micro`.execute(
    tx,
  )
  for (const { ownerId, offerId } of rows)
    await notify(tx, { userId: ownerId, event: 'offer_sold_out', values: { offerId } })
}
