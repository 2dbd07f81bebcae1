/** Taking a factor away: asks for a fresh proof, and the person is told by mail. */
import { DomainError } from '../../domain/errors.ts'
import type { Viewer } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { SecondFactor } from '../mail/kinds.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { requireWayIn } from './sign-in-methods.ts'
import type { OpenWays } from './sign-in-methods.ts'
import { lockPerson } from '../users/lock-user.ts'
import { requireFreshProof } from '../sessions/recent-authentication.ts'
import { addresseeOf, waysOf } from './queries.ts'

/** Turns the authenticator app off. Refuses with `proof_needed`, or `not_found` where none is on. */
export async function removeTotp(tx: Tx, viewer: Viewer): Promise<void> {
  await lockPerson(tx, viewer.id)
  await requireFreshProof(viewer, tx)
  const { rows } = await sql`
    delete from totps where user_id = ${viewer.id} and confirmed_at is not null returning 1 as removed`.execute(tx)
  await removed(tx, viewer.id, rows.length, 'totp')
}

/** Forgets a passkey. Refuses with `proof_needed`, `not_found` where it is not one of theirs, or `last_way_in`. */
export async function removePasskey(tx: Tx, viewer: Viewer, passkeyId: string, open: OpenWays): Promise<void> {
  await lockPerson(tx, viewer.id)
  await requireFreshProof(viewer, tx)
  const { rows } = await sql`
    delete from passkeys where id = ${passkeyId} and user_id = ${viewer.id} returning 1 as removed`.execute(tx)
  if (rows.length > 0) await requireWayIn(tx, viewer.id, open)
  await removed(tx, viewer.id, rows.length, 'passkey')
}

async function removed(tx: Tx, userId: string, count: number, what: SecondFactor): Promise<void> {
  if (count === 0) throw new DomainError('not_found')
  // Codes stand in for a factor: without one they would open nothing, and come back to life with the next.
  if ((await waysOf(tx, userId)).length === 0) {
    await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx)
  }
  await queueMail(tx, { ...(await addresseeOf(tx, userId)), kind: 'second_factor_removed', values: { what } })
}
