/** Taking a factor away: asks for a fresh proof, and the person is told by mail. */
import { DomainError } from '../../domain/errors.ts'
import type { Viewer } from '../context.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { SecondFactor } from '../mail/kinds.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { assertSignInMethodLeft } from './sign-in-methods.ts'
import type { EnabledSignInMethods } from './sign-in-methods.ts'
import { lockUser } from '../users/lock-user.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import { getRecipient, listSecondFactors } from './queries.ts'

/** Turns the authenticator app off. Refuses with `reauthentication_required`, or `not_found` where none is on. */
export async function removeTotp(tx: Tx, viewer: Viewer): Promise<void> {
  await lockUser(tx, viewer.id)
  await requireRecentAuthentication(viewer, tx)
  const { rows } = await sql`
    delete from totps where user_id = ${viewer.id} and confirmed_at is not null returning 1 as removed`.execute(tx)
  await removed(tx, viewer.id, rows.length, 'totp')
}

/** Forgets a passkey. Refuses with `reauthentication_required`, `not_found` where it is not one of theirs, or `last_sign_in_method`. */
export async function removePasskey(
  tx: Tx,
  viewer: Viewer,
  passkeyId: string,
  open: EnabledSignInMethods,
): Promise<void> {
  await lockUser(tx, viewer.id)
  await requireRecentAuthentication(viewer, tx)
  const { rows } = await sql`
    delete from passkeys where id = ${passkeyId} and user_id = ${viewer.id} returning 1 as removed`.execute(tx)
  if (rows.length > 0) await assertSignInMethodLeft(tx, viewer.id, open)
  await removed(tx, viewer.id, rows.length, 'passkey')
}

async function removed(tx: Tx, userId: string, count: number, what: SecondFactor): Promise<void> {
  if (count === 0) throw new DomainError('not_found')
  // Codes stand in for a factor: without one they would open nothing, and come back to life with the next.
  if ((await listSecondFactors(tx, userId)).length === 0) {
    await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx)
  }
  await queueMail(tx, { ...(await getRecipient(tx, userId)), kind: 'second_factor_removed', values: { what } })
}
