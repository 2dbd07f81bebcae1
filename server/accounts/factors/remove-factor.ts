import { DomainError } from '../../../domain/errors.ts'
import type { DbOrTx, Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import type { SecondFactor } from '../../../domain/notifications/mail-values.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { takeReplacedCodes } from '../one-time-tokens/addition-links.ts'
import type { StoredAddition } from '../one-time-tokens/purposes.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import { listSecondFactors } from '../sessions/second-factors.ts'
import type { Viewer } from '../../http/viewer.ts'
import { lockUser } from '../users/lock-user.ts'
import { getRecipient } from '../users/queries.ts'
import { restoreCodes } from './recovery-codes.ts'
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

/**
 * Removes the factors and recovery codes that were added after a moment; returns the factors. Codes that were replaced since are
 * valid again, as far as a link to that end is still stored.
 */
export async function removeFactorsAddedSince(tx: Tx, userId: string, since: string): Promise<SecondFactor[]> {
  const totps = await sql<{ isOn: boolean }>`
    delete from totps where user_id = ${userId} and coalesce(confirmed_at, created_at) > ${since}::timestamptz
    returning confirmed_at is not null as is_on`.execute(tx)
  const passkeys = await sql`
    delete from passkeys where user_id = ${userId} and created_at > ${since}::timestamptz returning 1 as removed`.execute(
    tx,
  )
  const replaced = await takeReplacedCodes(tx, userId, since)
  await restoreCodes(tx, userId, since, replaced?.former ?? [])
  // Codes that were replaced within the time may have been issued within it too.
  await sql`delete from recovery_codes where user_id = ${userId} and created_at > ${since}::timestamptz`.execute(tx)
  await removeUselessCodes(tx, userId)
  const removed: SecondFactor[] = []
  if (totps.rows.some(({ isOn }) => isOn)) removed.push('totp')
  if (passkeys.rows.length > 0) removed.push('passkey')
  return removed
}

type FactorAddition = Extract<StoredAddition, { kind: 'totp' | 'passkey' | 'recovery_codes' }>

/** Removes what the email with the link reported; false where it is gone. Codes that were issued with a factor go too. */
export async function removeAddedFactor(tx: Tx, userId: string, addition: FactorAddition): Promise<boolean> {
  const wasPresent = await isAddedFactorPresent(tx, userId, addition)
  if (addition.kind === 'recovery_codes') {
    await takeReplacedCodes(tx, userId, addition.createdAt)
    await restoreCodes(tx, userId, addition.createdAt, addition.former)
  } else {
    const { recoveryCodes } = addition
    await sql`
      delete from recovery_codes where user_id = ${userId} and created_at = ${recoveryCodes}::timestamptz`.execute(tx)
    if (addition.kind === 'totp')
      await sql`
        delete from totps where user_id = ${userId} and created_at = ${addition.createdAt}::timestamptz`.execute(tx)
    else await sql`delete from passkeys where user_id = ${userId} and id = ${addition.id}`.execute(tx)
  }
  await removeUselessCodes(tx, userId)
  return wasPresent
}

export async function isAddedFactorPresent(db: DbOrTx, userId: string, addition: FactorAddition): Promise<boolean> {
  const { rows } = await (
    addition.kind === 'passkey'
      ? sql`select 1 as present from passkeys where user_id = ${userId} and id = ${addition.id}`
      : sql`
        select 1 as present from ${sql.table(addition.kind === 'totp' ? 'totps' : 'recovery_codes')}
        where user_id = ${userId} and created_at = ${addition.createdAt}::timestamptz limit 1`
  ).execute(db)
  return rows.length > 0
}

async function factorRemoved(tx: Tx, userId: string, count: number, factor: SecondFactor): Promise<void> {
  if (count === 0) throw new DomainError('not_found')
  await removeUselessCodes(tx, userId)
  await notifyFactorRemoved(tx, userId, factor)
}

/** Notifies the user by email that a factor was removed. */
export async function notifyFactorRemoved(tx: Tx, userId: string, factor: SecondFactor): Promise<void> {
  await queueMail(tx, { ...(await getRecipient(tx, userId)), kind: 'second_factor_removed', values: { factor } })
}

/** Recovery codes replace a factor; kept, they would become valid again with the next one. */
async function removeUselessCodes(tx: Tx, userId: string): Promise<void> {
  if ((await listSecondFactors(tx, userId)).length > 0) return
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx)
}
