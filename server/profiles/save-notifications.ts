import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'

/** Stores whether moves of the user's trades by the counterparty, and expiry, are mailed (spec-coverage 2 Profile). */
export async function saveNotifications(tx: Tx, userId: string, tradeUpdates: boolean): Promise<void> {
  await sql`
    insert into notification_settings (user_id, event_group, channel, is_on)
    select ${userId}, event_group, 'email', ${tradeUpdates} from unnest(array['trades', 'disputes']) as event_group
    on conflict (user_id, event_group, channel) do update set is_on = excluded.is_on`.execute(tx)
}
