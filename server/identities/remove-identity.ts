import type { IdentityKind } from '../../domain/identities.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Viewer } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { requireFreshProof } from '../sessions/recent-authentication.ts'
import { lockPerson } from '../users/lock-user.ts'
import { addresseeOf } from '../factors/queries.ts'
import { dropSecrets } from '../one-time-tokens/one-time-tokens.ts'
import { requireWayIn } from '../factors/sign-in-methods.ts'
import type { OpenWays } from '../factors/sign-in-methods.ts'

/**
 * Unlinks a service or the wallet; sign-ins by it that wait for their second step end, and so do the other sessions
 * that were opened by it. Refuses with `proof_needed`, with `not_found` where it is not one of theirs, and with `last_way_in` where nothing else would be left.
 */
export async function removeIdentity(tx: Tx, viewer: Viewer, identityId: string, open: OpenWays): Promise<void> {
  await lockPerson(tx, viewer.id)
  await requireFreshProof(viewer, tx)
  const { rows } = await sql<{ way: IdentityKind }>`
    delete from identities where id = ${identityId} and user_id = ${viewer.id} and provider_id <> 'credential'
    returning provider_id as way`.execute(tx)
  const [removed] = rows
  if (!removed) throw new DomainError('not_found')
  await requireWayIn(tx, viewer.id, open)
  await dropSecrets(tx, viewer.id, ['second_factor'])
  // Whoever has come by it elsewhere is out as well.
  await sql`
    delete from sessions
    where user_id = ${viewer.id} and method = ${removed.way} and id <> ${viewer.sessionId}`.execute(tx)
  await queueMail(tx, { ...(await addresseeOf(tx, viewer.id)), kind: 'way_in_removed', values: removed })
}
