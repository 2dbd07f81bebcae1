import { DomainError } from '../../../domain/errors.ts'
import type { IdentityKind } from '../../../domain/accounts/sign-in-methods.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { assertSignInMethodLeft } from '../factors/sign-in-methods.ts'
import type { EnabledSignInMethods } from '../factors/sign-in-methods.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { revokeTokens } from '../one-time-tokens/tokens.ts'
import { endSessionsByMethod } from '../sessions/end-sessions.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import type { Viewer } from '../../http/viewer.ts'
import { lockUser } from '../users/lock-user.ts'
import { getRecipient } from '../users/queries.ts'

/**
 * Unlinks a provider or the wallet, and ends the other sessions and pending second factor challenges that it began. Refuses
 * with `reauthentication_required`, with `not_found` where it is not one of the user's, and with `last_sign_in_method`.
 */
export async function removeIdentity(
  tx: Tx,
  viewer: Viewer,
  identityId: string,
  enabled: EnabledSignInMethods,
): Promise<void> {
  await lockUser(tx, viewer.id)
  await requireRecentAuthentication(viewer, tx)
  const { rows } = await sql<{ kind: IdentityKind }>`
    delete from identities where id = ${identityId} and user_id = ${viewer.id} and provider_id <> 'credential'
    returning provider_id as kind`.execute(tx)
  const [removed] = rows
  if (!removed) throw new DomainError('not_found')
  const { kind } = removed
  await assertSignInMethodLeft(tx, viewer.id, enabled)
  await revokeTokens(tx, viewer.id, ['second_factor_challenge'])
  await endSessionsByMethod(tx, viewer.id, kind, viewer.sessionId)
  await queueMail(tx, {
    ...(await getRecipient(tx, viewer.id)),
    kind: 'sign_in_method_removed',
    values: { method: kind },
  })
}
