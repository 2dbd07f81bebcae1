import type { IdentityKind } from '../../domain/identities.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Viewer } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import { lockUser } from '../users/lock-user.ts'
import { getRecipient } from '../factors/queries.ts'
import { revokeTokens } from '../one-time-tokens/one-time-tokens.ts'
import { assertSignInMethodLeft } from '../factors/sign-in-methods.ts'
import type { EnabledSignInMethods } from '../factors/sign-in-methods.ts'

/**
 * Unlinks a service or the wallet; sign-ins by it that wait for their second step end, and so do the other sessions
 * that were opened by it. Refuses with `reauthentication_required`, with `not_found` where it is not one of theirs, and with `last_sign_in_method` where nothing else would be left.
 */
export async function removeIdentity(
  tx: Tx,
  viewer: Viewer,
  identityId: string,
  open: EnabledSignInMethods,
): Promise<void> {
  await lockUser(tx, viewer.id)
  await requireRecentAuthentication(viewer, tx)
  const { rows } = await sql<{ way: IdentityKind }>`
    delete from identities where id = ${identityId} and user_id = ${viewer.id} and provider_id <> 'credential'
    returning provider_id as way`.execute(tx)
  const [removed] = rows
  if (!removed) throw new DomainError('not_found')
  await assertSignInMethodLeft(tx, viewer.id, open)
  await revokeTokens(tx, viewer.id, ['second_factor_challenge'])
  // Whoever has come by it elsewhere is out as well.
  await sql`
    delete from sessions
    where user_id = ${viewer.id} and method = ${removed.way} and id <> ${viewer.sessionId}`.execute(tx)
  await queueMail(tx, { ...(await getRecipient(tx, viewer.id)), kind: 'sign_in_method_removed', values: removed })
}
