import { constraintOf } from '../../db/error-codes.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { IdentityKind } from '../../../domain/accounts/sign-in-methods.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { withSystemScope } from '../../db/scope.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { issueAdditionLink } from '../one-time-tokens/addition-links.ts'
import type { VerifiedIdentity } from '../one-time-tokens/purposes.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import { requireVerifiedEmail } from '../../http/require-verified-email.ts'
import type { Viewer } from '../../http/viewer.ts'
import { lockUser } from '../users/lock-user.ts'
import { getRecipient } from '../users/queries.ts'
import { findIdentityOwner } from './queries.ts'

/**
 * Links the identity to the account and notifies the user by email; one that is linked to it already stays. Refuses with
 * `identity_taken` where another account has it, with `identity_linked` where the account has another of the same kind, and with
 * `reauthentication_required` or `email_unverified`: a provider's callback comes here, which is no endpoint of the contract.
 */
export async function linkIdentity(
  tx: Tx,
  viewer: Viewer,
  kind: IdentityKind,
  identity: VerifiedIdentity,
): Promise<void> {
  await lockUser(tx, viewer.id)
  // After the lock: a session that was ended meanwhile is refused.
  requireVerifiedEmail(viewer)
  await requireRecentAuthentication(viewer, tx)
  const owner = await withSystemScope(tx, 'uniqueness across accounts', () =>
    findIdentityOwner(tx, kind, identity.accountId),
  )
  if (owner === viewer.id) return
  if (owner !== null) throw new DomainError('identity_taken')
  const id = await insertIdentity(tx, viewer.id, kind, identity)
  const recipient = await getRecipient(tx, viewer.id)
  const link = await issueAdditionLink(tx, recipient, { kind, id })
  await queueMail(tx, { ...recipient, kind: 'sign_in_method_added', values: { method: kind, link } })
}

/** Returns the identity's id. Refuses with `identity_taken` or `identity_linked`, by the table's constraints. */
export async function insertIdentity(
  tx: Tx,
  userId: string,
  kind: IdentityKind,
  { accountId, email }: VerifiedIdentity,
): Promise<string> {
  const label = email ?? (kind === 'wallet' ? accountId : null)
  try {
    const { rows } = await sql<{ id: string }>`
      insert into identities (user_id, provider_id, account_id, label)
      values (${userId}, ${kind}, ${accountId}, ${label}) returning id`.execute(tx)
    return rows[0]!.id
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint === 'identities_provider_account_key') throw new DomainError('identity_taken')
    if (constraint === 'identities_one_of_each') throw new DomainError('identity_linked')
    throw error
  }
}
