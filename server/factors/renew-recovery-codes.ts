import { DomainError } from '../../domain/errors.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import { listSecondFactors } from '../sessions/second-factors.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { lockUser } from '../users/lock-user.ts'
import { getRecipient } from '../users/queries.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'

/**
 * Ten new codes; the previous ones no longer work, and an email says so. Refuses with `reauthentication_required` or
 * `second_factor_off`.
 */
export async function renewRecoveryCodes(db: Db, viewer: Viewer): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await lockUser(tx, viewer.id)
    // After the lock: a session that was ended meanwhile is refused.
    await requireRecentAuthentication(viewer, tx)
    if ((await listSecondFactors(tx, viewer.id)).length === 0) throw new DomainError('second_factor_off')
    await queueMail(tx, { ...(await getRecipient(tx, viewer.id)), kind: 'recovery_codes_renewed', values: {} })
    return issueRecoveryCodes(tx, viewer.id)
  })
}
