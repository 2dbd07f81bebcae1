import { RECOVERY_DAYS } from '../../domain/accounts/accounts.ts'
import type { DbOrTx, Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { withSystemScope } from '../db/scope.ts'

/** How long after an addition its owner can still remove it, as an interval. */
export const RECOVERY_WINDOW = sql`make_interval(hours => ${sql.lit(RECOVERY_DAYS * 24)})`

/** The account with this email, and the hash of its password. */
export async function findCredentials(
  db: DbOrTx,
  email: string,
): Promise<{ userId: string; hash: string | null } | null> {
  const { rows } = await sql<{ userId: string; hash: string | null }>`
    select a.user_id, i.password as hash
    from accounts a left join identities i on i.user_id = a.user_id and i.provider_id = 'credential'
    where a.email = ${email}`.execute(db)
  return rows[0] ?? null
}

/** The stored hash of the user's password; null for an account without one. */
export async function findPasswordHash(db: DbOrTx, userId: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`
    select password from identities where user_id = ${userId} and provider_id = 'credential'`.execute(db)
  return rows[0]?.password ?? null
}

/** Whether this is still the user's password; if so it stays until the transaction ends. */
export async function holdPassword(tx: Tx, userId: string, hash: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 as held from identities
    where user_id = ${userId} and provider_id = 'credential' and password = ${hash} for share`.execute(tx)
  return rows.length > 0
}

/** Replaces the hash while it is this one; whether it was. */
export async function replaceHash(tx: Tx, userId: string, present: string, next: string): Promise<boolean> {
  const { rows } = await sql`
    update identities set password = ${next}
    where user_id = ${userId} and provider_id = 'credential' and password = ${present}
    returning 1 as replaced`.execute(tx)
  return rows.length > 0
}

/** Whether a user other than `exceptId` can still undo a change away from this address, which reserves it. */
export async function isReservedByUndo(db: DbOrTx, email: string, exceptId: string | null = null): Promise<boolean> {
  const query = sql`
    select 1 as held from one_time_tokens
    where purpose = 'undo_email_change' and value ->> 'oldEmail' = ${email} and user_id is distinct from ${exceptId}
      and expires_at > clock_timestamp()
    limit 1`
  const { rows } = await withSystemScope(db, 'uniqueness across accounts', () => query.execute(db))
  return rows.length > 0
}

/** Whether the user has never had a password, as far as is known: the link of a security email removes it too. */
export async function isFirstPassword(db: DbOrTx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 as first from accounts a
    where user_id = ${userId}
      and not exists (select from identities where user_id = a.user_id and provider_id = 'credential')
      and coalesce(recovered_at, '-infinity')
        < clock_timestamp() - ${RECOVERY_WINDOW}`.execute(db)
  return rows.length > 0
}

/** Whether the account has this email, not verified so far. */
export async function isUnverified(tx: Tx, userId: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 as unverified from accounts a join users u on u.id = a.user_id
    where a.user_id = ${userId} and a.email = ${email} and not u.email_verified`.execute(tx)
  return rows.length > 0
}

/**
 * Whether the account has a sign-in method besides its mailbox: an emailed code in an unknown browser then stands in for it, as a
 * recovery does.
 */
export async function hasOtherSignInMethod(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 as other where exists (select from identities where user_id = ${userId})
      or exists (select from passkeys where user_id = ${userId})`.execute(tx)
  return rows.length > 0
}
