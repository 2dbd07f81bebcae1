import { parseUsdt } from '../../../domain/money.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import type { Viewer } from '../../http/viewer.ts'
import { lockUser } from '../users/lock-user.ts'
import { updateAccount } from '../users/update-account.ts'

/**
 * The amount in USDT above which confirming a receipt requires recent authentication; '' is never. Refuses with
 * `reauthentication_required`.
 */
export async function saveConfirmAbove(tx: Tx, viewer: Viewer, confirmAboveUsdt: string): Promise<void> {
  await lockUser(tx, viewer.id)
  // After the lock: a session that was ended meanwhile is refused.
  await requireRecentAuthentication(viewer, tx)
  await updateAccount(tx, viewer.id, sql`confirm_above_micro = ${parseUsdt(confirmAboveUsdt)}`)
}
