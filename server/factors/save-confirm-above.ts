import { parseUsdt } from '../../domain/money.ts'
import type { Viewer } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import { lockUser } from '../users/lock-user.ts'

/** Stores above how much USDT confirming a receipt asks for a fresh proof; '' is never. Refuses with `reauthentication_required`. */
export async function saveConfirmAbove(tx: Tx, viewer: Viewer, confirmAboveUsdt: string): Promise<void> {
  await lockUser(tx, viewer.id)
  // Held by then: whose session was ended while waiting changes nothing any more.
  await requireRecentAuthentication(viewer, tx)
  await sql`
    update users set confirm_above_micro = ${parseUsdt(confirmAboveUsdt)} where id = ${viewer.id}`.execute(tx)
}
