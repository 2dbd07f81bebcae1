import { DomainError } from '../../domain/errors.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { SecondFactor } from '../mail/kinds.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import { listSecondFactors } from '../sessions/second-factors.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { lockUser } from '../users/lock-user.ts'
import { getRecipient } from '../users/queries.ts'
import { assertSignInMethodLeft } from './sign-in-methods.ts'
import type { EnabledSignInMethods } from './sign-in-methods.ts'

/** Turns the authenticator app off. Refuses with `reauthentication_required`, or `not_found` where none is on. */
export async function removeTotp(tx: Tx, viewer: Viewer): Promise<void> {
  await lockUser(tx, viewer.id)
  await requireRecentAuthentication(viewer, tx)
  const { rows } = await sql`
    delete from totps where user_id = ${viewer.id} and confirmed_at is not null returning 1 as removed`.execute(tx)
  await factorRemoved(tx, viewer.id, rows.length, 'totp')
}

/** Refuses with `reauthentication_required`, `not_found` where it is not one of the user's, or `last_sign_in_method`. */
export async function removePasskey(
  tx: Tx,
  viewer: Viewer,
  passkeyId: string,
  enabled: EnabledSignInMethods,
): Promise<void> {
  await lockUser(tx, viewer.id)
  await requireRecentAuthentication(viewer, tx)
  const { rows } = await sql`
    delete from passkeys where id = ${passkeyId} and user_id = ${viewer.id} returning 1 as removed`.execute(tx)
  if (rows.length > 0) await assertSignInMethodLeft(tx, viewer.id, enabled)
  await factorRemoved(tx, viewer.id, rows.length, 'passkey')
}

/** Removes the factors and recovery codes that were added after a moment. */
export async function removeFactorsAddedSince(tx: Tx, userId: string, since: string): Promise<void> {
  await sql`delete from passkeys where user_id = ${userId} and created_at > ${since}::timestamptz`.execute(tx)
  await sql`delete from totps where user_id = ${userId} and created_at > ${since}::timestamptz`.execute(tx)
  await sql`delete from recovery_codes where user_id = ${userId} and created_at > ${since}::timestamptz`.execute(tx)
  await removeUselessCodes(tx, userId)
}

async function factorRemoved(tx: Tx, userId: string, count: number, factor: SecondFactor): Promise<void> {
  if (count === 0) throw new DomainError('not_found')
  await removeUselessCodes(tx, userId)
  await queueMail(tx, { ...(await getRecipient(tx, userId)), kind: 'second_factor_removed', values: { factor } })
}

/** Recovery codes replace a factor; kept, they would become valid again with the next one. */
async function removeUselessCodes(tx: Tx, userId: string): Promise<void> {
  if ((await listSecondFactors(tx, userId)).length > 0) return
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx)
}
