/** Turning an authenticator app on: the secret is shown once, and the first right code confirms it. */
import { DomainError } from '../../../domain/errors.ts'
import type { Db, Tx } from '../../db/pool.ts'
import { inTransaction, sql } from '../../db/pool.ts'
import { seal } from '../../db/encryption/envelope.ts'
import type { Keyring } from '../../db/encryption/keyring.ts'
import { totpPlace } from '../../db/encryption/sealed-columns.ts'
import type { Viewer } from '../../http/viewer.ts'
import { requireRecentAuthentication } from '../sessions/recent-authentication.ts'
import { factorAdded } from './factor-added.ts'
import type { FactorAdded } from './factor-added.ts'
import { lockUser } from '../users/lock-user.ts'
import { newTotp, verifyTotp } from './totp.ts'

/** How long a new secret waits for its first code. */
const CONFIRM_WITHIN_MINUTES = 30

/** A fresh secret, in the place of one that was never confirmed. Refuses with `reauthentication_required` or `totp_on`. */
export async function startTotp(db: Db, keyring: Keyring, viewer: Viewer): Promise<{ secret: string; uri: string }> {
  const { secret, base32, uri } = newTotp(viewer.username)
  await inTransaction(db, async (tx) => {
    await lockUser(tx, viewer.id)
    // After the lock: a session that was ended meanwhile is refused.
    await requireRecentAuthentication(viewer, tx)
    await sql`delete from totps where user_id = ${viewer.id} and confirmed_at is null`.execute(tx)
    const { rows } = await sql`
      insert into totps (user_id, sealed) values (${viewer.id}, ${seal(keyring, totpPlace(viewer.id), secret)})
      on conflict (user_id) do nothing returning 1 as stored`.execute(tx)
    if (rows.length === 0) throw new DomainError('totp_on')
  })
  return { secret: base32, uri }
}

/**
 * Turns the app on with its first code, which is used up by that. Refuses with `code_wrong`, `totp_attempts_exceeded`,
 * `totp_on`, or `totp_not_started` half an hour after the secret was shown.
 */
export async function confirmTotp(db: Db, keyring: Keyring, viewer: Viewer, code: string): Promise<FactorAdded> {
  const added = await inTransaction(db, async (tx) => {
    await lockUser(tx, viewer.id)
    const createdAt = await requireStarted(tx, viewer.id)
    // Null commits, so that the wrong code counts.
    const since = await verifyTotp(tx, keyring, { userId: viewer.id, code, isConfirmation: true })
    return since && factorAdded(tx, viewer, { kind: 'totp', createdAt }, since)
  })
  if (!added) throw new DomainError('code_wrong', { field: 'code' })
  return added
}

/** An app that is on without a first code, in the place of another one: for demo users, whose secret the server derives. */
export async function insertTotp(tx: Tx, keyring: Keyring, userId: string, secret: Uint8Array): Promise<void> {
  await sql`delete from totps where user_id = ${userId}`.execute(tx)
  await sql`
    insert into totps (user_id, sealed, confirmed_at, last_step)
    values (${userId}, ${seal(keyring, totpPlace(userId), secret)}, clock_timestamp(), 0)`.execute(tx)
}

/** Returns when the secret was made, as exact text. */
async function requireStarted(tx: Tx, userId: string): Promise<string> {
  const { rows } = await sql<{ createdAt: string; isOn: boolean; isLate: boolean }>`
    select created_at::text, confirmed_at is not null as is_on,
      created_at < clock_timestamp() - make_interval(mins => ${sql.lit(CONFIRM_WITHIN_MINUTES)}) as is_late
    from totps where user_id = ${userId}`.execute(tx)
  if (rows[0]?.isOn) throw new DomainError('totp_on')
  if (!rows[0] || rows[0].isLate) throw new DomainError('totp_not_started')
  return rows[0].createdAt
}
