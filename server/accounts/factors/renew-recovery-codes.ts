import { DomainError } from '../../../domain/errors.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { issueAdditionLink } from '../one-time-tokens/addition-links.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import { listSecondFactors } from '../sessions/second-factors.ts'
import type { Viewer } from '../../http/viewer.ts'
import { lockUser } from '../users/lock-user.ts'
import { getRecipient } from '../users/queries.ts'
import { issueRecoveryCodes, listStoredCodes } from './recovery-codes.ts'

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
    const former = await listStoredCodes(tx, viewer.id)
    const codes = await issueRecoveryCodes(tx, viewer.id)
    const { createdAt } = (await listStoredCodes(tx, viewer.id))[0]!
    const recipient = await getRecipient(tx, viewer.id)
    const link = await issueAdditionLink(tx, recipient, { kind: 'recovery_codes', createdAt, former })
    await queueMail(tx, { ...recipient, kind: 'recovery_codes_renewed', values: { link } })
    return codes
  })
}
