import { DomainError } from '../../domain/errors.ts'
import { marketChanged } from '../db/after-commit.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Viewer } from '../http/viewer.ts'
import { findUserById, getRecipient } from '../accounts/users/queries.ts'
import { assertImpartial } from './assert-impartial.ts'
import { recordAction } from './record-action.ts'

/**
 * Removes a published rating for good: only its author still reads it, with the reason, which is mailed; the averages and counts
 * lose it. Refuses with `own_account` or `staff_conflict` where the admin is or recently met one of the two parties,
 * with `staff_limit`, and with `not_found` for a rating that is hidden or was purged.
 */
export async function removeRating(tx: Tx, viewer: Viewer, ratingId: string, reason: string): Promise<void> {
  const { rows } = await sql<{ raterId: string; ratedId: string }>`
    select rater_id, rated_id from ratings where id = ${ratingId} and published_at is not null`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  const { raterId, ratedId } = rows[0]
  for (const userId of [raterId, ratedId]) await assertImpartial(tx, viewer.id, userId)
  const auditId = await recordAction(tx, viewer, { action: 'remove_rating', subject: ratingId, reason })
  await sql`insert into removed_ratings (audit_id, rating_id) values (${auditId}, ${ratingId})`.execute(tx)
  marketChanged(tx)
  // The author's account may be deleted.
  if (!(await findUserById(tx, raterId))) return
  await queueMail(tx, { ...(await getRecipient(tx, raterId)), kind: 'rating_removed', values: { message: reason } })
}
