import type { IdentityKind } from '../../domain/identities.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Viewer } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { lockUser } from '../users/lock-user.ts'
import { getRecipient } from '../factors/queries.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import { requireVerified } from '../sessions/require-verified-email.ts'
import type { Claim } from './provider.ts'
import { findOwner } from './queries.ts'

/** Whoever links another way in has just proved who they are, and reached their mailbox. Refuses with `reauthentication_required` or `email_unverified`. */
export async function requireMayLink(tx: Tx, viewer: Viewer): Promise<void> {
  requireVerified(viewer)
  await requireRecentAuthentication(viewer, tx)
}

/**
 * Links it to the person's account and tells them by mail; linked to them already it stays as it is. Refuses with
 * `identity_taken` where it is somebody else's, and with `identity_linked` where they have another of the same kind.
 */
export async function linkIdentity(tx: Tx, viewer: Viewer, kind: IdentityKind, claim: Claim): Promise<void> {
  await lockUser(tx, viewer.id)
  // Held by then: whose session was ended while waiting links nothing any more.
  await requireMayLink(tx, viewer)
  const owner = await findOwner(tx, kind, claim.accountId)
  if (owner === viewer.id) return
  if (owner !== null) throw new DomainError('identity_taken')
  await insertIdentity(tx, viewer.id, kind, claim)
  await queueMail(tx, { ...(await getRecipient(tx, viewer.id)), kind: 'sign_in_method_added', values: { way: kind } })
}

/** The row of a link. Throws `identity_taken` or `identity_linked`, by the table's own constraints. */
export async function insertIdentity(tx: Tx, userId: string, kind: IdentityKind, claim: Claim): Promise<void> {
  const label = claim.email ?? (kind === 'wallet' ? claim.accountId : null)
  try {
    await sql`
      insert into identities (user_id, provider_id, account_id, label)
      values (${userId}, ${kind}, ${claim.accountId}, ${label})`.execute(tx)
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    if (constraint === 'identities_provider_account_key') throw new DomainError('identity_taken')
    if (constraint === 'identities_one_of_each') throw new DomainError('identity_linked')
    throw error
  }
}
