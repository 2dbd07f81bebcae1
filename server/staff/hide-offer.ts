import { DomainError } from '../../domain/errors.ts'
import { marketChanged } from '../db/after-commit.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Viewer } from '../http/viewer.ts'
import { getRecipient } from '../accounts/users/queries.ts'
import { assertImpartial } from './assert-impartial.ts'
import { recordAction } from './record-action.ts'

/**
 * Hides an offer: only its owner sees it, with the reason, and no trade can be opened on it; its open trades go on. Refuses
 * with `own_account`, `staff_conflict`, `staff_limit`, `already_done`, and `not_found` for an unknown or deleted offer.
 */
export async function hideOffer(tx: Tx, viewer: Viewer, offerId: string, reason: string): Promise<void> {
  const ownerId = await findOwner(tx, offerId)
  await assertImpartial(tx, viewer.id, ownerId)
  const auditId = await recordAction(tx, viewer, { action: 'hide_offer', subject: offerId, reason })
  // A trade that is being opened holds the offer, and is opened before it is hidden.
  const { rows } = await sql<{ hiddenAt: Date | null }>`
    select hidden_at from offers where id = ${offerId} and deleted_at is null for no key update`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  if (rows[0].hiddenAt) throw new DomainError('already_done')
  await sql`insert into hidden_offers (audit_id, offer_id) values (${auditId}, ${offerId})`.execute(tx)
  await queueMail(tx, { ...(await getRecipient(tx, ownerId)), kind: 'offer_hidden', values: { message: reason } })
  marketChanged(tx)
}

/** Shows a hidden offer again, in the status that its owner gave it. Refuses as `hideOffer`. */
export async function unhideOffer(tx: Tx, viewer: Viewer, offerId: string, reason: string): Promise<void> {
  const ownerId = await findOwner(tx, offerId)
  await assertImpartial(tx, viewer.id, ownerId)
  const auditId = await recordAction(tx, viewer, { action: 'unhide_offer', subject: offerId, reason })
  const { rows } = await sql`
    update hidden_offers set unhidden_id = ${auditId} where offer_id = ${offerId} and unhidden_id is null
    returning audit_id`.execute(tx)
  if (rows.length === 0) throw new DomainError('already_done')
  await queueMail(tx, { ...(await getRecipient(tx, ownerId)), kind: 'offer_unhidden', values: { message: reason } })
  marketChanged(tx)
}

async function findOwner(tx: Tx, offerId: string): Promise<string> {
  const { rows } = await sql<{ ownerId: string }>`
    select owner_id from offers where id = ${offerId} and deleted_at is null`.execute(tx)
  if (!rows[0]) throw new DomainError('not_found')
  return rows[0].ownerId
}
